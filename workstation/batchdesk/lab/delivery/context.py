"""What Lambda tells a function about its own run, and the clock the function reads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """The lab's clock."""

    def now(self) -> datetime: ...


class FunctionClock:
    """The lab's clock as one run of a function sees it.

    The lab's time stands still while a function runs. What the function sleeps passes for itself
    alone, so that a loop that waits comes to an end.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._slept = timedelta()

    def now(self) -> datetime:
        """The lab's instant plus what this run has slept."""
        return self._clock.now() + self._slept

    def sleep(self, seconds: float) -> None:
        """Let time pass for this run; nobody waits."""
        self._slept += timedelta(seconds=seconds)

    @property
    def slept_ms(self) -> int:
        """How long this run has slept."""
        return round(self._slept / timedelta(milliseconds=1))

    def begin(self) -> None:
        """A new run begins at the lab's instant."""
        self._slept = timedelta()


@dataclass(frozen=True)
class Context:
    """The second argument of a handler, in Lambda's names."""

    function_name: str
    invoked_function_arn: str
    memory_limit_in_mb: int
    aws_request_id: str
    timeout_ms: int
    clock: FunctionClock
    function_version: str = "$LATEST"

    @property
    def log_group_name(self) -> str:
        """Where Lambda would keep its log."""
        return f"/aws/lambda/{self.function_name}"

    @property
    def log_stream_name(self) -> str:
        """One stream for the whole lab."""
        return "lab"

    def get_remaining_time_in_millis(self) -> int:
        """The time-out less what the run has slept: computing takes no time in the lab."""
        return max(0, self.timeout_ms - self.clock.slept_ms)
