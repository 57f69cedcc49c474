"""The story of a run: what happened, in plain words, from what the local AWS did."""
