"""What AWS leaves open, and what goes wrong on the way, changes nothing in the ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from batchdesk.lab.run import run_scenario
from batchdesk.lab.run_files import Files
from batchdesk.lab.run_result import Result
from batchdesk.lab.story.facts import Stopped
from batchdesk.lab.story.teller import SilentTeller
from tests.support.command_line import ROOT
from tests.support.scenarios import SMALL

VARIANTS = {
    "as it comes": "",
    "completed told after the change": "switches: {completed_event: after}\n",
    "documented fields only, an unknown wording": (
        "switches: {event_detail: documented, completed_event: after, in_share_text: foreign}\n"
    ),
    "everything thrice, disordered, and the function killed midway": (
        "faults:\n"
        '  - {event: "*", do: reorder, times: 4, seconds: 90}\n'
        '  - {event: "*", do: duplicate, times: 60}\n'
        '  - {kill: record_preemption, at_call: "dynamodb:UpdateItem", when: after, times: 2}\n'
        '  - {call: "batch:DescribeServiceJob", do: throttle, times: 4}\n'
    ),
}


def test_the_example_of_the_reference_page_comes_out_as_it_expects(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "scenario-file.md").read_text("utf-8")

    result = play(tmp_path, page.split("```yaml\n")[1].split("```")[0])

    assert [(check.what, check.differs) for check in result.differing] == []
    assert any("AWS has no machine for screen" in line.text for line in result.chronicle.lines)


def play(folder: Path, text: str) -> Result:
    scenario = folder / "small.yaml"
    scenario.write_text(text)
    return run_scenario(scenario, Files(folder / "out"), SilentTeller(), lambda _message: None)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_ledger_is_right_whatever_aws_does(tmp_path: Path, name: str) -> None:
    result = play(tmp_path, SMALL + VARIANTS[name])

    assert [(check.what, check.differs) for check in result.differing] == []
    assert told(result) == [
        ("screen", "omar", "research", "cross_share", "requeued", "ranker"),
        ("fold", "ines", "research", "in_share", "requeued", "ablation"),
    ]
    assert told(result) == happened(result)


def told(result: Result) -> list[tuple[Any, ...]]:
    """The stops as the ledger has them, oldest first."""
    return [
        (
            record["job_name"],
            record["owner"],
            record["share"],
            record["cause"],
            record["outcome"],
            record["preemptor"]["job_name"],
        )
        for record in reversed(result.records)
    ]


def happened(result: Result) -> list[tuple[Any, ...]]:
    """The stops as the local AWS made them; both jobs came back."""
    world = result.chronicle.world
    return [
        (job.name, job.owner, job.share, fact.cause, "requeued", world.name_of(fact.for_job))
        for fact in result.chronicle.facts
        if isinstance(fact, Stopped) and (job := world.jobs[fact.job])
    ]


CHANGES = """\
version: 1
title: A share and the environment are changed while jobs run
start: 2026-12-01T09:00:00Z
until: 4h
policy:
  version: 1
  owner_tag: owner
  queues:
    training:
      service_environment: training-env
      scheduling_policy: training-policy
      capacity: {ml.g5.xlarge: 1}
      shares:
        product: {limits: {ml.g5.xlarge: 1}, sharing: lend, team: product}
  teams: {product: {}}
steps:
  - submit: {job: pair, share: product, owner: lena, instances: 2, run_time: 10m}
  - at: 5m
    set_capacity: {ml.g5.xlarge: 2}
  - at: 6m
    set_share: {share: product, limits: {ml.g5.xlarge: 2}}
expect:
  stops: []
  jobs: {pair: succeeded}
  use_at_end: zero
"""


def test_a_job_that_could_never_start_starts_once_limits_and_capacity_are_raised(
    tmp_path: Path,
) -> None:
    result = play(tmp_path, CHANGES)

    assert [(check.what, check.differs) for check in result.differing] == []
    starts = [line.text for line in result.chronicle.lines if "gets 2 nodes" in line.text]
    assert len(starts) == 1
