"""Batches: only what failed comes again; what can never work goes aside at once."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from batchshares.errors import LedgerError
from tests.support.ledger_desk import DeadLetterList, Recorder
from tests.support.ledger_events import JOB_ID, attempt, completed, described, started, state

MALFORMED: list[Any] = [
    "",
    "not json",
    "[]",
    "7",
    "null",
    "{}",
    '{"detail-type": "Batch Service Job State Change"}',
    '{"detail": ',
    {**started(120), "detail-type": "Batch Job State Change"},
    {**started(120), "detail-type": None},
    {**started(120), "detail-type": "Batch Service Job Unheard Of"},
    {**started(120), "resources": [], "detail": {}},
    {**started(120), "resources": "job", "detail": "text"},
    {**started(120), "resources": [7, None], "detail": []},
    {**started(120), "resources": ["arn:aws:batch:us-west-2:123456789012:job/abc"], "detail": {}},
    {**started(120), "resources": ["arn:aws:sqs:us-west-2:123456789012:q"], "detail": None},
    {**completed(143), "resources": [], "detail": {"preemptedJobArn": "not an arn"}},
    {**completed(143), "time": "yesterday"},
    {**completed(143), "time": None},
    {**state("RUNNING", 0), "time": 17},
]


def test_twenty_malformed_messages_go_aside_with_a_reason_and_nothing_else_fails(
    recorder: Recorder,
) -> None:
    good = [started(120, job_id=f"job-{n}") for n in range(20)]
    mixed = [event for pair in zip(good, MALFORMED, strict=True) for event in pair]

    assert recorder.take(*mixed) == []

    assert len(recorder.records()) == 20
    assert isinstance(recorder.dead, DeadLetterList)
    assert len(recorder.dead.letters) == len(MALFORMED) == 20
    assert all(reason for _, reason in recorder.dead.letters)
    assert recorder.meter.counts["Malformed"] == 20


def test_a_dead_table_returns_only_the_messages_that_met_it(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.fail_table_at(3, LedgerError("throttled"))

    failed = recorder.take(*(started(120 + n) for n in range(5)))

    assert failed == ["message-2"]
    assert recorder.take(started(122)) == []


def test_an_unexpected_fault_returns_only_its_own_message(recorder: Recorder) -> None:
    recorder.fail_table_at(2, ZeroDivisionError())

    assert recorder.take(completed(143), completed(150), completed(160)) != []
    assert "message-2" not in recorder.take(completed(143), completed(150), completed(160))


def test_an_unexpected_fault_leaves_its_traceback_and_nothing_of_the_message(
    recorder: Recorder,
) -> None:
    recorder.fail_table_at(1, ZeroDivisionError())
    recorder.take(completed(143))

    (traceback,) = recorder.log.tracebacks
    assert "in record_completed" in traceback
    ((_, extra),) = recorder.log.lines
    assert extra == {"message_id": "message-0", "why": "ZeroDivisionError"}


def test_near_its_end_an_invocation_records_bare_instead_of_asking(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()

    assert recorder.take(started(120), seconds_left=16.9) == []

    assert recorder.batch.calls.total() == 0
    (item,) = recorder.items("OCC#")
    assert item["owes_work"] == "ENRICH"


def test_a_refusal_that_took_long_is_not_followed_by_another_question(
    recorder: Recorder,
) -> None:
    recorder.batch.throttled = 2
    recorder.batch.seconds_each = 15.0
    begun = recorder.clock.at
    recorder.take(started(120), seconds_left=30.0)

    assert recorder.batch.calls["describe"] == 1
    assert (recorder.clock.at - begun).total_seconds() == 15.0


def test_a_killed_worker_leaves_nothing_half_done_for_the_next(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.fail_table_at(1, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        recorder.take(started(120))
    assert recorder.records() == []

    recorder.take(started(120), receives=2)
    recorder.take(completed(143))

    assert recorder.only()["outcome"] == "requeued"


def test_a_worker_killed_before_merging_is_made_good_by_the_redelivery(
    recorder: Recorder,
) -> None:
    recorder.take(started(120))
    recorder.fail_table_at(2, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        recorder.take(completed(143))
    assert len(recorder.records()) == 2

    recorder.take(completed(143), receives=2)

    assert recorder.only()["preemption_started_at"] == "2026-12-01T09:02:00Z"


def test_after_two_refusals_batch_is_not_asked_again_and_everything_is_recorded(
    recorder: Recorder,
) -> None:
    for number in range(10):
        recorder.batch.jobs[f"job-{number}"] = described(job_id=f"job-{number}")
    recorder.batch.throttled = 10**6

    assert recorder.take(*(started(120, job_id=f"job-{n}") for n in range(10))) == []

    assert recorder.batch.calls["describe"] == 2
    assert len(recorder.records()) == 10
    assert all(record["job_name"] is None for record in recorder.records())


def test_the_third_receive_does_not_ask_batch_at_all(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120), receives=3)

    assert recorder.batch.calls["describe"] == 0
    (item,) = recorder.items("OCC#")
    assert item["owes_work"] == "ENRICH"


def test_an_hour_of_throttling_loses_nothing_and_is_made_good_afterwards(
    recorder: Recorder,
) -> None:
    recorder.batch.throttled = 10**6
    for number in range(30):
        job_id = f"job-{number:02d}"
        recorder.batch.jobs[job_id] = described(job_id=job_id, preempted=[attempt(job_id=job_id)])
        recorder.take(started(120, job_id=job_id), completed(143, job_id=job_id))
    recorder.wait(60)
    assert recorder.meter.figures["OldestDebtSeconds"] > 3000

    recorder.batch.throttled = 0
    recorder.wait(3)

    records = recorder.records()
    assert len(records) == 30
    assert {record["owner"] for record in records} == {"mira"}
    assert {record["outcome"] for record in records} == {"requeued"}
    assert recorder.meter.figures["OldestDebtSeconds"] == 0.0
    assert isinstance(recorder.dead, DeadLetterList)
    assert recorder.dead.letters == []


def unknown_fields_in(event: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The event of a newer Batch, with optional fields left out by chance."""
    grown = json.loads(json.dumps(event))
    grown["trace-header"] = {"of": "tomorrow"}
    detail = grown["detail"]
    detail["newFeature"] = [{"nested": 1}]
    if chance.random() < 0.3:
        detail.pop("statusReason", None)
    for one in detail.get("preemptionSummary", {}).get("recentPreemptedAttempts", []):
        one["more"] = True
        for name in ("startedAt", "stoppedAt", "statusReason"):
            if chance.random() < 0.2:
                one.pop(name, None)
    if chance.random() < 0.2 and "preemptionSummary" in detail:
        detail["preemptionSummary"].pop("preemptedAttemptCount", None)
    return dict(grown)


def test_five_hundred_stops_thrice_and_shuffled_are_five_hundred_records(
    recorder: Recorder,
) -> None:
    chance = random.Random(20261201)
    events = []
    for number in range(500):
        job_id = f"job-{number:03d}"
        status = "FAILED" if number % 5 == 0 else "RUNNABLE"
        if number % 2:
            recorder.batch.jobs[job_id] = described(
                status, job_id=job_id, preempted=[attempt(job_id=job_id)]
            )
        both = [started(120, job_id=job_id), completed(443, job_id=job_id, status=status)]
        events += [unknown_fields_in(event, chance) for event in both]
    malformed = [json.dumps(one) if isinstance(one, dict) else one for one in MALFORMED]
    delivered: list[Any] = [*(events * 3), *malformed]
    chance.shuffle(delivered)

    assert recorder.take(*delivered) == []
    recorder.settle()

    records = recorder.records()
    assert len(records) == 500
    outcomes = [record["outcome"] for record in sorted(records, key=lambda one: one["job_id"])]
    assert outcomes == ["failed" if number % 5 == 0 else "requeued" for number in range(500)]
    assert sum(record["owner"] == "mira" for record in records) == 250
    assert all(record["preemption_started_at"] and record["completed_at"] for record in records)
    assert isinstance(recorder.dead, DeadLetterList)
    assert len(recorder.dead.letters) == 20
    assert not any("owes_work" in item for item in recorder.items("OCC#"))
