"""The policy file as pydantic models: one file per part, `PolicyFile` the whole."""
