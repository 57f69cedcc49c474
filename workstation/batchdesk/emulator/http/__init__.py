"""Batch's HTTP interface: what moto's URLs point to while the emulator is installed."""
