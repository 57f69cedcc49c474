"""The emulated Batch as a part of the lab's agenda."""

from __future__ import annotations

from batchdesk.emulator import Emulator


class BatchPart:
    """Moves jobs on; what they publish goes to the bus."""

    name = "batch"

    def __init__(self, emulator: Emulator) -> None:
        self._emulator = emulator

    def next_due(self) -> int | None:
        """When the next job moves on by itself."""
        return self._emulator.next_due()

    def run_due(self, now_ms: int) -> None:
        """Move every job on that is due."""
        self._emulator.run_due(now_ms)
