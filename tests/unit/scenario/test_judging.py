from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from batchdesk.lab.scenario.judge import Outcome, judge
from batchdesk.lab.scenario.model import Expect, ExpectedStop
from batchdesk.lab.story.facts import Blocked, Fact, Use
from tests.support.tapes import GPU, a_whole_run, at, its_records

WHOLE = Expect(
    stops=[
        ExpectedStop("ligand-screen", {"cause": "cross_share", "preemptor": "ranker-nightly"}),
        ExpectedStop("protein-fold", {"cause": "in_share", "owner": "ines", "run_seconds": 2104}),
        ExpectedStop("quick-eval", {"outcome": "failed", "share": "research"}),
    ],
    jobs={"ligand-screen": "succeeded", "quick-eval": "failed"},
    blocked={"ranker-wide": "limit_exceeded"},
    use_at_end="zero",
    ledger_records=3,
    ledger_agrees=True,
)


def differing(
    expect: Expect = WHOLE,
    records: Sequence[dict[str, Any]] | None = None,
    facts: Sequence[Fact] | None = None,
) -> list[str]:
    outcome = Outcome(
        its_records() if records is None else records, a_whole_run() if facts is None else facts
    )
    return [f"{check.what}: {check.differs}" for check in judge(expect, outcome) if check.differs]


def changed(place: int, **fields: Any) -> list[dict[str, Any]]:
    records = its_records()
    records[place] |= fields
    return records


def test_a_run_as_expected_has_no_difference() -> None:
    assert differing() == []


def test_nothing_is_compared_that_is_not_expected() -> None:
    assert judge(Expect(), Outcome(its_records(), a_whole_run())) == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cause": "in_share"}, "cause: expected cross_share, got in_share"),
        ({"preemptor": None}, "preemptor: expected ranker-nightly, got nothing"),
    ],
)
def test_a_field_that_differs_is_told_with_both_values(fields: dict[str, Any], said: str) -> None:
    assert f"stop 1: ligand-screen: {said}" in differing(records=changed(2, **fields))


def test_all_fields_of_one_stop_that_differ_stand_in_one_line() -> None:
    lines = differing(replace(WHOLE, ledger_agrees=False), changed(1, owner=None, run_seconds=9))

    assert lines == [
        "stop 2: protein-fold: owner: expected ines, got nothing; run_seconds: expected 2104, got 9"
    ]


def test_a_stop_that_did_not_happen_is_told() -> None:
    lines = differing(replace(WHOLE, ledger_agrees=False), its_records()[1:])

    assert lines == [
        "stop 3: quick-eval: expected a stop (outcome failed, share research), got none",
        "the ledger holds 3 stops: expected 3, got 2",
    ]


def test_a_stop_too_many_is_told() -> None:
    expect = Expect(stops=WHOLE.stops[:2] if WHOLE.stops else [])

    assert differing(expect) == [
        "no other stop of quick-eval: got one more: cross_share, failed, began 2026-12-01T10:15:01Z"
    ]


def test_expecting_no_stops_is_not_expecting_nothing() -> None:
    assert len(differing(Expect(stops=[]))) == 3


def test_a_job_that_ended_otherwise_is_told() -> None:
    expect = Expect(jobs={"quick-eval": "succeeded", "ghost": "failed"})

    assert differing(expect) == [
        "quick-eval: succeeded at the end: expected succeeded, got failed",
        "ghost: failed at the end: expected failed, got never submitted",
    ]


def test_a_block_that_differs_is_told_in_both_directions() -> None:
    expect = Expect(blocked={"quick-eval": "borrowable_exceeded"})

    assert differing(expect) == [
        "quick-eval can never start: expected borrowable_exceeded, got no block",
        "ranker-wide is not blocked: it can never start: limit_exceeded",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cannot meet the capacity requirement of the job.", "service_environment_max_resource"),
        ("exceed quota share capacity limits.", "limit_exceeded"),
        ("exceed quota share capacity limits and borrow limits.", "limit_and_borrow_exceeded"),
        ("exceeds all configured borrowable capacity.", "borrowable_exceeded"),
        ("something new", "something new"),
    ],
)
def test_batchs_reasons_have_short_names(text: str, reason: str) -> None:
    facts = [*a_whole_run(), Blocked(at(300), "protein-fold", text)]

    assert differing(Expect(blocked={"ranker-wide": "limit_exceeded"}), facts=facts) == [
        f"protein-fold is not blocked: it can never start: {reason}"
    ]


def test_what_is_still_in_use_is_told() -> None:
    facts = [*a_whole_run(), Use(at(5), "safety", GPU, 3), Use(at(6), "research", GPU, 2)]
    facts.append(Use(at(7), "safety", GPU, 0))

    assert differing(Expect(use_at_end="zero"), facts=facts) == [
        "nothing is in use at the end: still in use: research 2 of ml.g5.xlarge"
    ]


def test_a_stop_the_ledger_missed_is_told() -> None:
    assert differing(Expect(ledger_agrees=True), its_records()[:2]) == [
        "the ledger knows the stop of ligand-screen: "
        "the local AWS made it, the ledger has no record of it"
    ]


def test_a_stop_the_ledger_invented_is_told() -> None:
    records = [*its_records(), its_records()[0] | {"training_job_arn": "arn:x/other"}]

    assert differing(Expect(ledger_agrees=True), records) == [
        "the ledger invents nothing about quick-eval: "
        "cross_share, failed, began 2026-12-01T10:15:01Z"
    ]


def test_a_ledger_that_does_not_know_the_cause_or_for_whom_does_not_disagree() -> None:
    records = changed(0, cause="unknown", preemptor=None)

    assert differing(Expect(ledger_agrees=True), records) == []


def test_a_ledger_that_names_the_wrong_job_or_cause_disagrees() -> None:
    wrong = {"job_id": "safety-1", "job_name": "safety-1", "share": "safety"}
    records = changed(0, preemptor=wrong)
    records[1]["cause"] = "cross_share"

    assert differing(Expect(ledger_agrees=True), records) == [
        "the ledger knows the stop of protein-fold: "
        "cause: the local AWS had in_share, the ledger says cross_share",
        "the ledger knows the stop of quick-eval: "
        "for whom: the ledger says safety-1, which is not so",
    ]
