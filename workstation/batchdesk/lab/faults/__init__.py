"""Faults that a lab can play: on events, calls, functions and machines."""
