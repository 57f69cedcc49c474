"""Worked scenarios: exactly these starts, preemptions, stops and finishes, in this order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from batchdesk.scheduler import Job, Share
from tests.unit.scheduler.invariants import Room, Sums, Victims
from tests.unit.scheduler.player import Work, Workload
from tests.unit.scheduler.promises import Starts

SCENARIOS = json.loads(Path(__file__).with_name("scenarios.json").read_text())


def workload(scenario: dict[str, Any]) -> Workload:
    return Workload(
        scenario["capacity"],
        tuple(Share(**share) for share in scenario["shares"]),
        tuple(work(**job) for job in scenario["jobs"]),
        tuple(tuple(change) for change in scenario.get("changes", ())),
    )


def work(*, id: str, share: str, instances: dict[str, int], submit: int, **more: Any) -> Work:
    job = Job(id, share, instances, more.get("priority", 0), submit, more.get("retries"))
    return Work(job, submit, more.get("dur"), more.get("grace", 20))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario["name"] for scenario in SCENARIOS])
def test_a_scenario_plays_as_worked_out(scenario: dict[str, Any]) -> None:
    world = workload(scenario).world([Sums(), Room(), Victims(), Starts()])
    world.run(until=scenario.get("until", 2000))
    expected = [tuple(happening) for happening in scenario["expected"]]
    assert world.log == expected, scenario["why"]


def test_all_scenarios_are_there() -> None:
    assert len({scenario["name"] for scenario in SCENARIOS}) == 28
