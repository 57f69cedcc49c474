"""What goes wrong on purpose: nothing may be lost and nothing written twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from batchdesk.lab import Lab
from batchdesk.lab.faults.parse import parse_fault
from tests.support.lab_jobs import (
    START,
    borrow_and_reclaim,
    debts,
    failures,
    records,
    waiting,
)


def add(lab: Lab, **fault: Any) -> None:
    lab.faults.add(parse_fault(fault))


def finish(lab: Lab) -> list[dict[str, Any]]:
    """Play to the end and some ticks more; the ledger must hold the one stop, whole."""
    lab.run_until_idle(START + timedelta(hours=3))
    lab.run_for(minutes=10)
    assert (waiting(lab, "IntakeQueue"), waiting(lab, "IntakeDlq")) == (0, 0)
    assert debts(lab, "ENRICH") == 0
    found = records(lab)
    assert len(found) == 1
    (record,) = found
    assert (record["outcome"], record["cause"]) == ("requeued", "cross_share")
    assert (record["owner"], record["share"], record["preempted_count"]) == ("mira", "research", 1)
    return found


@pytest.mark.parametrize(
    ("call", "when"),
    [
        ("batch:DescribeServiceJob", "after"),
        ("dynamodb:UpdateItem", "before"),
        ("dynamodb:UpdateItem", "after"),
    ],
)
def test_a_function_killed_midway_loses_and_doubles_nothing(lab: Lab, call: str, when: str) -> None:
    lab.run_until(START)
    add(lab, kill="record_preemption", at_call=call, when=when, times=2)
    borrow_and_reclaim(lab)
    finish(lab)
    assert failures(lab) == [f"killed {when} {call}"] * 2


def test_a_killed_batch_comes_back_after_its_visibility_time_out(lab: Lab) -> None:
    add(lab, kill="record_preemption", at_call="dynamodb:UpdateItem")
    borrow_and_reclaim(lab)
    lab.run_for(minutes=5)
    runs = [done for done in lab.invocations if done.kind == "queue"]
    (killed,) = [done for done in runs if done.outcome == "killed"]
    again = [
        done
        for done in runs
        if done.event["Records"][0]["messageId"] == killed.event["Records"][0]["messageId"]
    ]
    assert [round((done.at - killed.at).total_seconds()) for done in again] == [0, 180]


def test_an_hour_of_throttled_describes_leaves_a_debt_and_then_none(lab: Lab) -> None:
    add(lab, call="batch:DescribeServiceJob", do="throttle", for_seconds=3600)
    borrow_and_reclaim(lab)
    lab.run_until(START + timedelta(minutes=50))
    assert len(records(lab)) == 1
    lab.run_until(START + timedelta(minutes=75))
    finish(lab)
    assert failures(lab) == []


def test_a_minute_without_dynamodb_loses_nothing(lab: Lab) -> None:
    borrow_and_reclaim(lab)
    add(lab, call="dynamodb:*", do="throttle", for_seconds=60)
    lab.run_for(seconds=61)
    finish(lab)


def test_a_write_whose_answer_is_lost_is_not_doubled(lab: Lab) -> None:
    borrow_and_reclaim(lab)
    add(lab, call="dynamodb:UpdateItem", do="fail", when="after", times=4)
    finish(lab)


def test_doubled_and_overtaken_events_change_nothing(lab: Lab) -> None:
    add(lab, event="*", do="duplicate", times=200)
    add(lab, event="*Preemption Started", do="reorder")
    borrow_and_reclaim(lab)
    finish(lab)


def test_a_started_that_comes_an_hour_late_finds_its_stop(lab: Lab) -> None:
    add(lab, event="*Preemption Started", do="delay", seconds=3600)
    borrow_and_reclaim(lab)
    lab.run_until(START + timedelta(minutes=70))
    finish(lab)


def test_machines_are_out_and_the_job_waits_for_them(lab: Lab) -> None:
    add(lab, machines="ml.g5.xlarge", out_for_seconds=1800)
    borrow_and_reclaim(lab)
    running = [e for e in lab.emulator.history.of("state") if e.facts["to"] == "RUNNING"]
    assert running == []
    lab.run_until_idle(START + timedelta(hours=4))
    first = next(e for e in lab.emulator.history.of("state") if e.facts["to"] == "RUNNING")
    assert first.at >= (START + timedelta(minutes=30)).timestamp() * 1000
