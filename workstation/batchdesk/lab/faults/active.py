"""The faults that are on, and whether one hits this event, call or function now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from threading import Lock
from typing import Any, Protocol, TypeVar

from batchdesk.lab.faults.calls import call_matches
from batchdesk.lab.faults.model import (
    CallFault,
    EventFault,
    Fault,
    KillFault,
    MachinesFault,
    Moment,
)
from batchdesk.lab.faults.parse import fault_as_dict

F = TypeVar("F", EventFault, CallFault, KillFault)


class Clock(Protocol):
    """The lab's clock."""

    def now_ms(self) -> int: ...


@dataclass
class _Active:
    fault: Fault
    left: int | None
    until_ms: int | None


class ActiveFaults:
    """All faults that are on. Safe to ask from any thread."""

    def __init__(self, clock: Clock, out_of_machines: Callable[[str, int], None]) -> None:
        self._clock = clock
        self._out_of_machines = out_of_machines
        self._lock = Lock()
        self._active: list[_Active] = []

    def add(self, fault: Fault) -> None:
        """Turn a fault on; its seconds count from now."""
        now = self._clock.now_ms()
        if isinstance(fault, MachinesFault):
            until = now + round(fault.out_for_seconds * 1000)
            self._out_of_machines(fault.machines, until)
            self._keep(_Active(fault, None, until))
        elif isinstance(fault, CallFault):
            seconds = fault.for_seconds
            until_or_none = None if seconds is None else now + round(seconds * 1000)
            self._keep(_Active(fault, fault.times, until_or_none))
        else:
            self._keep(_Active(fault, fault.times, None))

    def clear(self) -> None:
        """Turn all off; machines that are out stay out until their time."""
        with self._lock:
            self._active.clear()

    def listed(self) -> Sequence[dict[str, Any]]:
        """The faults that are still on, as their mappings, with what is left of `times`."""
        with self._lock:
            alive = [active for active in self._active if self._alive(active)]
            return [
                fault_as_dict(active.fault) | ({"left": active.left} if active.left else {})
                for active in alive
            ]

    def take_event(self, detail_type: str) -> EventFault | None:
        """The fault that hits an event of this type now; it is used up by one."""
        return self._take(EventFault, lambda fault: fnmatchcase(detail_type, fault.event))

    def take_call(self, service: str, operation: str, when: Moment) -> CallFault | None:
        """The fault that hits this request now; it is used up by one."""
        return self._take(
            CallFault,
            lambda fault: fault.when == when and call_matches(fault.call, service, operation),
        )

    def take_kill(self, names: Sequence[str], service: str, operation: str, when: Moment) -> bool:
        """Whether a function of these names dies at this call; the fault is used up by one."""
        fault = self._take(
            KillFault,
            lambda fault: (
                fault.when == when
                and fault.kill in names
                and call_matches(fault.at_call, service, operation)
            ),
        )
        return fault is not None

    def any_on_calls(self) -> bool:
        """Whether requests need to be named at all: the quick way past when nothing is on."""
        return any(isinstance(active.fault, CallFault) for active in self._active)

    def _keep(self, active: _Active) -> None:
        with self._lock:
            self._active.append(active)

    def _alive(self, active: _Active) -> bool:
        over = active.until_ms is not None and self._clock.now_ms() >= active.until_ms
        return not over and active.left != 0

    def _take(self, kind: type[F], hits: Callable[[F], bool]) -> F | None:
        with self._lock:
            self._active = [active for active in self._active if self._alive(active)]
            for active in self._active:
                if isinstance(active.fault, kind) and hits(active.fault):
                    if active.left is not None:
                        active.left -= 1
                    return active.fault
            return None
