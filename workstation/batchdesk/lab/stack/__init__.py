"""Template to running stack: transform, create, load the functions."""
