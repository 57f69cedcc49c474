"""Between the wire's names and ours: the only camelCase of the emulator."""
