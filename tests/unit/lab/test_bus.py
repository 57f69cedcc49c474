"""The bus takes events from anywhere and delivers them in order, unless a fault says otherwise."""

from __future__ import annotations

from typing import Any

from batchdesk.lab.clock import LabClock
from batchdesk.lab.delivery.bus import Bus
from batchdesk.lab.delivery.ids import Ids
from batchdesk.lab.faults.active import ActiveFaults
from batchdesk.lab.faults.model import EventFault, Fault

START = 1_796_115_600_000  # 2026-12-01T09:00:00Z


class BusBench:
    """A bus and what it delivered, as (seconds after the start, event id)."""

    def __init__(self, *faults: Fault) -> None:
        self.clock = LabClock(START)
        active = ActiveFaults(self.clock, lambda _kind, _until: None)
        for fault in faults:
            active.add(fault)
        self.bus = Bus(self.clock, active, Ids(7, "events"))
        self.bus.deliver = self._note
        self.delivered: list[tuple[float, str]] = []

    def publish(self, *ids: str, kind: str = "Batch Service Job State Change") -> None:
        for each in ids:
            self.bus.publish({"id": each, "detail-type": kind, "detail": {}})

    def drain(self) -> list[tuple[float, str]]:
        while (due := self.bus.next_due()) is not None:
            self.clock.move_to(due)
            self.bus.run_due(self.clock.now_ms())
        return self.delivered

    def _note(self, event: dict[str, Any]) -> None:
        self.delivered.append(((self.clock.now_ms() - START) / 1000, event["id"]))


def test_events_are_delivered_at_once_and_in_order() -> None:
    bench = BusBench()
    bench.publish("1", "2", "3")
    assert bench.drain() == [(0, "1"), (0, "2"), (0, "3")]


def test_a_duplicate_comes_twice() -> None:
    bench = BusBench(EventFault("*", "duplicate"))
    bench.publish("1", "2")
    assert bench.drain() == [(0, "1"), (0, "1"), (0, "2")]


def test_a_dropped_event_never_comes() -> None:
    bench = BusBench(EventFault("*", "drop", times=2))
    bench.publish("1", "2", "3")
    assert bench.drain() == [(0, "3")]


def test_a_delayed_event_comes_late() -> None:
    bench = BusBench(EventFault("*", "delay", seconds=90))
    bench.publish("1", "2")
    assert bench.drain() == [(0, "2"), (90, "1")]


def test_a_reordered_event_is_overtaken_by_the_next() -> None:
    bench = BusBench(EventFault("*", "reorder"))
    bench.publish("1", "2", "3")
    assert bench.drain() == [(0, "2"), (0, "1"), (0, "3")]


def test_a_reordered_event_that_nothing_overtakes_comes_all_the_same() -> None:
    bench = BusBench(EventFault("*", "reorder", seconds=30))
    bench.publish("1")
    assert bench.drain() == [(30, "1")]


def test_an_event_is_taken_as_it_was_when_it_was_published() -> None:
    bench = BusBench()
    event = {"id": "1", "detail-type": "x", "detail": {}}
    bench.bus.publish(event)
    event["id"] = "changed"
    assert bench.drain() == [(0, "1")]


def test_a_put_entry_gets_a_whole_envelope() -> None:
    bench = BusBench()
    seen: list[dict[str, Any]] = []
    bench.bus.deliver = seen.append
    entry = {"Source": "aws.batch", "DetailType": "x", "Detail": {"a": 1}, "Resources": ["arn:1"]}
    event_id = bench.bus.put("123456789012", "us-west-2", entry)
    bench.drain()
    assert seen == [
        {
            "version": "0",
            "id": event_id,
            "detail-type": "x",
            "source": "aws.batch",
            "account": "123456789012",
            "time": "2026-12-01T09:00:00Z",
            "region": "us-west-2",
            "resources": ["arn:1"],
            "detail": {"a": 1},
        }
    ]


def test_a_put_entry_keeps_the_time_it_was_given() -> None:
    bench = BusBench()
    seen: list[str] = []
    bench.bus.deliver = lambda event: seen.append(event["time"])
    for given in (1_796_115_000.9, "2026-12-01T10:00:00+01:00"):
        entry: dict[str, Any] = {"Source": "s", "DetailType": "x", "Detail": {}, "Time": given}
        bench.bus.put("123456789012", "us-west-2", entry)
    bench.drain()
    assert seen == ["2026-12-01T08:50:00Z", "2026-12-01T09:00:00Z"]


def test_ids_depend_on_the_seed_alone() -> None:
    def three(seed: int) -> list[str]:
        ids = Ids(seed, "events")
        return [ids.next() for _ in range(3)]

    assert three(1) == three(1)
    assert three(1) != three(2)
