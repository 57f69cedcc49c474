"""Schedules fire on the lab's clock, each instant once."""

from __future__ import annotations

from pathlib import Path

from batchdesk.lab import Lab, LabSettings, boot
from tests.support.lab_jobs import START
from tests.support.lab_stacks import QUEUE_AND_FUNCTION, write_stack

FAILING = """
    def build(environ, clock):
        def handle(event, context):
            raise RuntimeError("never works")
        return handle
"""
EACH_HOUR = """
      Tick:
        Type: ScheduleV2
        Properties: {ScheduleExpression: rate(1 hour), Input: '{"tick": true}', OmitName: true}
"""


def seconds(lab: Lab) -> list[float]:
    return [(done.at - START).total_seconds() for done in lab.invocations]


def test_the_minute_tick_comes_each_minute_with_its_input(lab: Lab) -> None:
    lab.run_for(minutes=5)
    ticks = [done for done in lab.invocations if done.kind == "schedule"]
    assert [(done.at - START).total_seconds() for done in ticks] == [60, 120, 180, 240, 300]
    assert ticks[0].event == {"tick": "record_preemption"}
    assert all(done.ok for done in ticks)


def test_a_schedule_that_was_off_does_not_make_up_for_it(lab: Lab) -> None:
    scheduler = lab.client("scheduler")
    (schedule,) = scheduler.list_schedules()["Schedules"]
    found = scheduler.get_schedule(Name=schedule["Name"])
    kept = {key: found[key] for key in ("ScheduleExpression", "FlexibleTimeWindow", "Target")}
    scheduler.update_schedule(Name=schedule["Name"], State="DISABLED", **kept)
    lab.run_for(minutes=10)
    assert seconds(lab) == []
    scheduler.update_schedule(Name=schedule["Name"], State="ENABLED", **kept)
    lab.run_for(minutes=2)
    assert seconds(lab) == [660, 720]


def test_a_failing_asynchronous_run_is_tried_twice_more(tmp_path: Path) -> None:
    template = write_stack(tmp_path, FAILING, resources=QUEUE_AND_FUNCTION + EACH_HOUR)
    with boot(LabSettings(start=START, template=template)) as lab:
        lab.run_for(minutes=90)
        assert seconds(lab) == [3600, 3660, 3780]
        assert {done.outcome for done in lab.invocations} == {"error"}
