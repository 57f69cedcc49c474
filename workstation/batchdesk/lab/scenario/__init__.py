"""Scenario files: what a run of the lab does, when, and how it must come out."""
