"""The system's clock, for everything that runs in AWS."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Time as the machine has it."""

    def now(self) -> datetime:
        """Return the present instant in UTC."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Wait that many seconds."""
        time.sleep(seconds)
