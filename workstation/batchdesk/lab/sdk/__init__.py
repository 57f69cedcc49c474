"""The SDK on the functions side: clients of the lab, kills, no real AWS."""
