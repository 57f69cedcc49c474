"""The emulator's time: whoever installs it may bring a clock of their own."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time in milliseconds since 1970-01-01 UTC."""

    def now_ms(self) -> int: ...


class SystemClock:
    """The machine's own time, for use outside a lab."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000
