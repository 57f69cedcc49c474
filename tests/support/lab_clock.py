"""A clock for parts of the lab, moved by hand."""

from __future__ import annotations

from datetime import datetime

from batchdesk.lab.clock import from_ms


class StandingClock:
    """Milliseconds that a test sets."""

    def __init__(self, ms: int = 1_796_115_600_000) -> None:
        self.ms = ms

    def now_ms(self) -> int:
        return self.ms

    def now(self) -> datetime:
        return from_ms(self.ms)
