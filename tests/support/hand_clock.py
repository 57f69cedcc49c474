"""Time that only tests and sleeping move."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta


@dataclass
class HandClock:
    """A clock for functions, commands and the emulator; `slept` are the seconds of each sleep."""

    at: datetime = datetime(2026, 12, 1, 9, tzinfo=UTC)
    slept: list[float] = field(default_factory=list)

    def now(self) -> datetime:
        """Return the present instant."""
        return self.at

    def now_ms(self) -> int:
        """Return it in epoch milliseconds."""
        return int(self.at.timestamp() * 1000)

    def sleep(self, seconds: float) -> None:
        """Let time pass at once."""
        self.slept.append(seconds)
        self.at += timedelta(seconds=seconds)
