"""The lab's event bus: what Batch and clients put, over the stack's rules, to their targets."""

from __future__ import annotations

import copy
import heapq
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from threading import Lock
from typing import Any

from batchdesk.lab.clock import LabClock
from batchdesk.lab.delivery.envelope import envelope
from batchdesk.lab.delivery.ids import Ids
from batchdesk.lab.faults.active import ActiveFaults
from batchdesk.lab.faults.model import EventFault

Event = dict[str, Any]


class Bus:
    """Takes events from any thread; delivers each when it is due, in the order of arrival."""

    name = "bus"

    def __init__(self, clock: LabClock, faults: ActiveFaults, ids: Ids) -> None:
        self._clock = clock
        self._faults = faults
        self.deliver: Callable[[Event], None] = _to_nobody
        self._ids = ids
        self._lock = Lock()
        self._order = count()
        self._due: list[tuple[int, int, Event]] = []
        self._overtaken: list[tuple[int, Event]] = []

    def put(self, account: str, region: str, entry: Mapping[str, Any]) -> str:
        """A client's PutEvents entry, its Detail parsed; gives the event's id."""
        event_id = self._ids.next()
        self.publish(envelope(entry, event_id, account, region, self._clock.now()))
        return event_id

    def publish(self, event: Mapping[str, Any]) -> None:
        """Take a whole event; faults on events strike here."""
        taken = copy.deepcopy(dict(event))
        fault = self._faults.take_event(str(taken.get("detail-type")))
        with self._lock:
            now = self._clock.now_ms()
            if fault is not None and fault.do == "reorder":
                self._overtaken.append((now + _ms(fault), taken))
                return
            for due in _dues(fault, now):
                self._push(due, taken)
            for _latest, held in self._overtaken:
                self._push(now, held)
            self._overtaken.clear()

    def next_due(self) -> int | None:
        """When the next event is to be delivered."""
        with self._lock:
            waiting = [due for due, _event in self._overtaken]
            if self._due:
                waiting.append(self._due[0][0])
            return min(waiting, default=None)

    def run_due(self, now_ms: int) -> None:
        """Deliver all events due by now."""
        for event in self._take(now_ms):
            self.deliver(event)

    def _take(self, now_ms: int) -> Iterator[Event]:
        while True:
            with self._lock:
                for due, held in self._overtaken:
                    if due <= now_ms:
                        self._push(due, held)
                self._overtaken = [kept for kept in self._overtaken if kept[0] > now_ms]
                if not self._due or self._due[0][0] > now_ms:
                    return
                event = heapq.heappop(self._due)[2]
            yield event

    def _push(self, due: int, event: Event) -> None:
        heapq.heappush(self._due, (due, next(self._order), event))


def _to_nobody(_event: Event) -> None:
    """Where events go until the stack's rules stand."""


def _ms(fault: EventFault) -> int:
    return round(fault.seconds * 1000)


def _dues(fault: EventFault | None, now: int) -> tuple[int, ...]:
    """When an event is delivered: once now, or as its fault says."""
    if fault is None:
        return (now,)
    return {"drop": (), "duplicate": (now, now), "delay": (now + _ms(fault),)}[fault.do]
