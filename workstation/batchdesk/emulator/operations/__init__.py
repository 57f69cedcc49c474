"""What each API operation does, in our words; reading and writing the wire is elsewhere."""
