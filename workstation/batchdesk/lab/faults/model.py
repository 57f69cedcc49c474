"""The faults, as frozen words. Times are seconds of the lab's clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EventDeed = Literal["duplicate", "drop", "delay", "reorder"]
CallDeed = Literal["throttle", "fail"]
Moment = Literal["before", "after"]


@dataclass(frozen=True)
class EventFault:
    """Events whose detail type matches a glob are doubled, dropped, delayed or overtaken.

    `seconds`: how long a delayed event comes late, and how long a reordered one waits at most
    for another to overtake it. `times`: how many events; None for all.
    """

    event: str
    do: EventDeed
    times: int | None = 1
    seconds: float = 60.0


@dataclass(frozen=True)
class CallFault:
    """Calls `service:Operation` (globs allowed) are answered with an error.

    `when` before: the call has no effect; after: it took effect and the answer is lost.
    It ends after `times` requests (an SDK's retries count) or `for_seconds`; None does not bound.
    """

    call: str
    do: CallDeed
    when: Moment = "before"
    times: int | None = None
    for_seconds: float | None = None


@dataclass(frozen=True)
class KillFault:
    """A function dies at one of its own calls, as if its process had been killed."""

    kill: str
    at_call: str
    when: Moment = "before"
    times: int | None = 1


@dataclass(frozen=True)
class MachinesFault:
    """SageMaker has no machines of an instance type for a while."""

    machines: str
    out_for_seconds: float


Fault = EventFault | CallFault | KillFault | MachinesFault
