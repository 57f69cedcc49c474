from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from botocore.exceptions import ClientError

from batchdesk.lab.scenario.errors import ScenarioError
from batchdesk.lab.scenario.play import Play
from batchdesk.lab.scenario.read import parse_scenario
from batchdesk.lab.story.facts import Fact, MachinesOut, Said, Submitted, Withdrawn
from tests.support.scenarios import SMALL, FakeStage

EXTRA = """\
  - at: 9m
    machines_out: {type: ml.g5.xlarge, for: 40m}
  - set_share: {share: research, borrow_limit: 0, limits: {ml.g5.xlarge: 2}}
  - set_capacity: {ml.g5.xlarge: 4}
  - terminate: {job: fold, because: enough}
expect:
"""


class Watched:
    def __init__(self, stage: FakeStage, text: str = SMALL) -> None:
        self.facts: list[Fact] = []
        self.times: list[datetime] = []
        self.scenario = parse_scenario(text, Path("small.yaml"))
        Play(self.scenario, stage, self._watch).run()

    def _watch(self, facts: Sequence[Fact], now: datetime) -> None:
        assert len({fact.at for fact in facts}) <= 1
        self.facts.extend(facts)
        self.times.append(now)


START = parse_scenario(SMALL, Path("small.yaml")).start


def test_steps_are_done_in_order_at_their_time() -> None:
    stage = FakeStage(START, [])

    watched = Watched(stage)

    submitted = [fact for fact in watched.facts if isinstance(fact, Submitted)]
    assert [fact.name for fact in submitted] == ["fold", "screen", "ablation", "ranker"]
    assert [(fact.at - submitted[0].at) / 60_000 for fact in submitted] == [0, 0, 0, 5]
    assert stage.calls[-1] == (
        "priority",
        {"jobId": "id-of-ablation", "schedulingPriority": 4},
    )


def test_no_due_instant_is_skipped_and_each_is_watched() -> None:
    stage = FakeStage(START, [1, 2, 5, 7, 30])

    watched = Watched(stage)

    assert stage.steps == 5
    assert START + timedelta(minutes=7) in watched.times


def test_it_goes_on_until_nothing_more_happens() -> None:
    stage = FakeStage(START, [60, 100])

    Watched(stage)

    assert stage.now() == START + timedelta(minutes=100)


def test_a_run_that_never_ends_stops_at_until() -> None:
    stage = FakeStage(START, [60, 600], busy=True)

    Watched(stage)

    assert stage.steps == 1
    assert stage.now() == START + timedelta(hours=4)


def test_what_the_script_says_comes_before_what_it_does() -> None:
    watched = Watched(FakeStage(START, []))

    assert [type(fact) for fact in watched.facts[:2]] == [Said, Submitted]


def test_the_history_is_read_once_and_in_order() -> None:
    stage = FakeStage(START, [])
    at = round(START.timestamp() * 1000)
    stage.entries = [
        {"at": at + place, "kind": "capacity", "queue": "training", "limits": {}}
        for place in range(3)
    ]

    watched = Watched(stage)

    assert [fact.at - at for fact in watched.facts[:3]] == [0, 1, 2]
    assert len(watched.facts) == 3 + 1 + 4  # the entries, one sentence, four submissions


def test_a_step_that_batch_refuses_is_named_with_its_reason() -> None:
    stage = FakeStage(START, [])
    stage.refusal = ClientError(
        {"Error": {"Code": "ClientException", "Message": "job ablation is FAILED"}},
        "UpdateServiceJob",
    )

    with pytest.raises(ScenarioError, match="set_priority of ablation: job ablation is FAILED"):
        Watched(stage)


def test_every_other_kind_of_step_reaches_the_lab() -> None:
    stage = FakeStage(START, [])

    watched = Watched(stage, SMALL.replace("expect:\n", EXTRA))

    assert stage.calls[5:] == [
        ("machines", ("ml.g5.xlarge", 40)),
        ("share", ("research", {"borrow_limit": 0, "limits": {"ml.g5.xlarge": 2}})),
        ("capacity", {"ml.g5.xlarge": 4}),
        ("terminate", {"jobId": "id-of-fold", "reason": "enough"}),
    ]
    assert [type(fact) for fact in watched.facts[-2:]] == [MachinesOut, Withdrawn]
