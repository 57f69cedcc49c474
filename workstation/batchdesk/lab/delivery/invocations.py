"""One run of a function, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Outcome = Literal["ok", "error", "killed"]


@dataclass(frozen=True)
class Invocation:
    """A run of a function at an instant of the lab's clock.

    `kind` says what called it: queue, schedule, event or invoke. `error` is the type and message
    of what it raised. `log` is what it printed, line by line.
    """

    request_id: str
    function: str
    at: datetime
    kind: str
    outcome: Outcome
    event: dict[str, Any] = field(repr=False)
    response: Any = field(default=None, repr=False)
    error: str | None = None
    log: tuple[str, ...] = field(default=(), repr=False)

    @property
    def ok(self) -> bool:
        """Whether it returned."""
        return self.outcome == "ok"
