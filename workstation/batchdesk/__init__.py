"""The admin's desk: what runs on a workstation and is never deployed."""
