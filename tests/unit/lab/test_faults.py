"""Faults: what can be said, what is refused, and what is hit."""

from __future__ import annotations

from typing import Any

import pytest

from batchdesk.lab.errors import FaultError
from batchdesk.lab.faults.active import ActiveFaults
from batchdesk.lab.faults.model import CallFault, EventFault, KillFault, MachinesFault
from batchdesk.lab.faults.parse import fault_as_dict, parse_fault
from tests.support.lab_clock import StandingClock

FORMS: list[dict[str, Any]] = [
    {"event": "Batch Service Job *", "do": "duplicate", "times": 3, "seconds": 5.0},
    {"call": "batch:DescribeServiceJob", "do": "throttle", "when": "before", "for_seconds": 60.0},
    {"call": "dynamodb:*", "do": "fail", "when": "after", "times": 2},
    {"kill": "record_preemption", "at_call": "dynamodb:UpdateItem", "when": "after", "times": 1},
    {"machines": "ml.g5.xlarge", "out_for_seconds": 2400.0},
]

MISTAKES: list[tuple[Any, str]] = [
    ("drop", "a fault is a mapping"),
    ({}, "exactly one of"),
    ({"event": "x", "call": "batch:SubmitServiceJob"}, "exactly one of"),
    ({"event": "x", "do": "explode"}, "do is 'explode'; give duplicate or drop or delay"),
    ({"event": "x", "do": "drop", "sometimes": 1}, "sometimes is not known; allowed"),
    ({"event": "", "do": "drop"}, "event is ''; give a text"),
    ({"event": "x", "do": "drop", "times": 0}, "times is 0; give a whole number"),
    ({"event": "x", "do": "drop", "times": True}, "times is True"),
    ({"event": "x", "do": "delay", "seconds": "5"}, "seconds is '5'; give a number of seconds"),
    ({"call": "DescribeServiceJob", "do": "fail"}, "write service:Operation"),
    ({"call": "batch:DescribeServiceJobs", "do": "fail"}, "did you mean batch:DescribeServiceJob"),
    ({"call": "bach:SubmitServiceJob", "do": "fail"}, "service 'bach' is not known"),
    ({"call": "batch:SubmitServiceJob", "do": "fail", "when": "during"}, "give before or after"),
    ({"kill": "record_preemption"}, "at_call is None"),
    ({"machines": "ml.g5.xlarge"}, "out_for_seconds is missing"),
]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_and_shown_alike(form: dict[str, Any]) -> None:
    assert fault_as_dict(parse_fault(form)) == form


@pytest.mark.parametrize(("form", "words"), MISTAKES)
def test_a_mistake_names_the_field_and_what_is_allowed(form: Any, words: str) -> None:
    with pytest.raises(FaultError) as error:
        parse_fault(form)
    assert words in str(error.value)


def test_a_fault_without_bounds_strikes_once() -> None:
    assert parse_fault({"call": "batch:SubmitServiceJob", "do": "fail"}) == CallFault(
        "batch:SubmitServiceJob", "fail", times=1
    )


def test_a_fault_with_a_time_strikes_as_often_as_it_is_met() -> None:
    fault = parse_fault({"call": "batch:SubmitServiceJob", "do": "fail", "for_seconds": 5})
    assert fault == CallFault("batch:SubmitServiceJob", "fail", times=None, for_seconds=5)


class Machines:
    """Notes what was said to be out, and until when."""

    def __init__(self) -> None:
        self.out: list[tuple[str, int]] = []

    def __call__(self, instance_type: str, until_ms: int) -> None:
        self.out.append((instance_type, until_ms))


def active(clock: StandingClock | None = None) -> ActiveFaults:
    """Faults that are on, none yet."""
    return ActiveFaults(clock or StandingClock(), Machines())


def test_a_call_is_hit_as_often_as_told() -> None:
    faults = active()
    faults.add(CallFault("batch:Describe*", "throttle", times=2))
    hits = [faults.take_call("batch", "DescribeServiceJob", "before") for _ in range(3)]
    assert [hit is not None for hit in hits] == [True, True, False]


def test_another_call_or_moment_is_not_hit() -> None:
    faults = active()
    faults.add(CallFault("batch:DescribeServiceJob", "throttle"))
    assert faults.take_call("batch", "SubmitServiceJob", "before") is None
    assert faults.take_call("sqs", "DescribeServiceJob", "before") is None
    assert faults.take_call("batch", "DescribeServiceJob", "after") is None


def test_a_fault_ends_with_its_time_on_the_labs_clock() -> None:
    clock = StandingClock(0)
    faults = active(clock)
    faults.add(CallFault("dynamodb:*", "fail", for_seconds=60))
    clock.ms = 59_999
    assert faults.take_call("dynamodb", "UpdateItem", "before") is not None
    clock.ms = 60_000
    assert faults.take_call("dynamodb", "UpdateItem", "before") is None
    assert faults.listed() == []


def test_an_event_is_hit_by_its_type() -> None:
    faults = active()
    faults.add(EventFault("*Preemption Started", "drop"))
    assert faults.take_event("Batch Service Job State Change") is None
    assert faults.take_event("Batch Service Job Preemption Started") is not None
    assert faults.take_event("Batch Service Job Preemption Started") is None


def test_a_kill_is_for_one_function() -> None:
    faults = active()
    faults.add(KillFault("record_preemption", "dynamodb:UpdateItem"))
    assert not faults.take_kill(("notify_team",), "dynamodb", "UpdateItem", "before")
    assert faults.take_kill(("record_preemption", "X"), "dynamodb", "UpdateItem", "before")


def test_machines_are_out_until_an_instant() -> None:
    machines = Machines()
    ActiveFaults(StandingClock(1_000), machines).add(MachinesFault("ml.g5.xlarge", 60))
    assert machines.out == [("ml.g5.xlarge", 61_000)]


def test_clearing_turns_all_off() -> None:
    faults = active()
    faults.add(EventFault("*", "drop", times=None))
    faults.clear()
    assert faults.listed() == []
    assert faults.take_event("x") is None


def test_what_is_on_is_listed_with_what_is_left() -> None:
    faults = active()
    faults.add(EventFault("*", "drop", times=3, seconds=1))
    faults.take_event("x")
    assert faults.listed() == [{"event": "*", "do": "drop", "times": 3, "seconds": 1, "left": 2}]
