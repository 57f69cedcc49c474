"""Preemption Completed: how it ended, and the stops that no event of their own brought."""

from __future__ import annotations

import pytest

from tests.support.ledger_desk import Recorder
from tests.support.ledger_events import (
    JOB_ID,
    QUEUE_ARN,
    attempt,
    completed,
    described,
    started,
    state,
    training_arn,
)

WINDOW = [
    attempt(3, started=2000, stopped=2100),
    attempt(2, started=600, stopped=900),
    attempt(1),
]


def test_a_stop_that_ends_the_job_is_failed(recorder: Recorder) -> None:
    recorder.take(completed(143, status="FAILED"))

    assert recorder.only()["outcome"] == "failed"


def test_the_windows_missing_stops_become_records_of_their_own(recorder: Recorder) -> None:
    recorder.take(completed(143), completed(2103, attempts=WINDOW, count=3))

    third, second, first = recorder.records()
    counts = [one["preempted_count"] for one in (first, second, third)]
    assert counts == [1, 2, 3]
    assert second["outcome"] == "requeued"
    assert (second["training_job_arn"], second["run_seconds"]) == (training_arn(2), 300)
    assert (second["completed_at"], second["source"]) == (None, "event")


def test_a_stop_first_seen_in_a_window_takes_its_own_completed_later(recorder: Recorder) -> None:
    recorder.take(completed(2103, attempts=WINDOW, count=3))
    recorder.take(completed(903, attempts=WINDOW[1:], count=2), completed(143))

    assert [one["completed_at"] for one in recorder.records()] == [
        "2026-12-01T09:35:03Z",
        "2026-12-01T09:15:03Z",
        "2026-12-01T09:02:23Z",
    ]


def test_a_completed_without_attempts_asks_batch_for_them(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=WINDOW)
    recorder.take(completed(903, attempts=[], count=None))

    assert recorder.only()["training_job_arn"] == training_arn(2)


def test_a_completed_without_attempts_of_an_unknown_job_closes_its_open_start(
    recorder: Recorder,
) -> None:
    recorder.take(started(120), completed(143, attempts=[], count=None))

    record = recorder.only()
    assert (record["outcome"], record["preemption_started_at"]) == (
        "requeued",
        "2026-12-01T09:02:00Z",
    )


def test_a_completed_without_status_asks_batch_how_it_ended(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described("FAILED", preempted=[attempt()])
    recorder.take(completed(143, status=None))

    assert recorder.only()["outcome"] == "failed"


def test_a_completed_that_comes_alone_is_enriched_five_minutes_later(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=[attempt()])
    recorder.take(completed(143))
    (item,) = recorder.items("OCC#")
    assert (item["owes_work"], item["owes_work_sk"][:16]) == ("ENRICH", "2026-12-01T10:05")
    recorder.wait(4)
    assert recorder.only()["job_name"] is None

    recorder.wait(1)

    record = recorder.only()
    assert (record["job_name"], record["owner"], record["team"]) == (
        "protein-lm-small",
        "mira",
        "research",
    )
    (item,) = recorder.items("OCC#")
    assert "owes_work" not in item
    assert item["by_share_pk"] == "SHARE#training#research"


def test_a_bare_record_later_found_foreign_is_deleted(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", jobQueue=QUEUE_ARN + "-of-others")
    recorder.take(completed(2103, attempts=WINDOW, count=3))
    assert len(recorder.records()) == 3

    recorder.wait(5)

    assert recorder.items("OCC#") == []
    assert recorder.meter.counts == {"Foreign": 3}


def test_a_completed_before_its_started_is_counted_once_for_its_queue(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=[attempt()])
    recorder.take(completed(143))
    assert recorder.meter.by_queue == {}

    recorder.take(started(120), completed(143))
    recorder.settle()

    counted = {("PreemptionsCompleted", "training"): 1, ("PreemptionsStarted", "training"): 1}
    assert recorder.meter.by_queue == counted


def test_a_completed_that_comes_alone_is_counted_once_it_is_known_whose_it_is(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=[attempt()])
    recorder.take(completed(143))
    recorder.settle()
    recorder.take(started(120), completed(143))
    recorder.settle()

    assert recorder.meter.by_queue["PreemptionsCompleted", "training"] == 1
    assert recorder.meter.counts["PreemptionsCompleted"] == 1


def test_a_completed_that_joins_a_provisional_start_is_counted_once(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", latest=None, started_at=None)
    recorder.take(started(120))
    recorder.take(completed(143))
    recorder.settle()

    assert recorder.meter.by_queue["PreemptionsCompleted", "training"] == 1
    assert recorder.meter.counts["PreemptionsCompleted"] == 1


@pytest.mark.parametrize(("known", "queue"), [(True, "training"), (False, None)])
def test_a_completed_of_a_job_batch_forgot_is_counted_for_the_queue_its_states_told(
    recorder: Recorder, known: bool, queue: str | None
) -> None:
    if known:
        recorder.take(state("RUNNING", 0, latest=1, started_at=0))
    recorder.take(completed(143))
    recorder.settle()

    assert recorder.meter.by_queue == {("PreemptionsCompleted", queue): 1}


def test_started_and_completed_are_counted_apart_and_once(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120), started(120), completed(143), completed(143), started(120))

    assert recorder.meter.counts == {"PreemptionsStarted": 1, "PreemptionsCompleted": 1}
    assert recorder.meter.by_queue["PreemptionsStarted", "training"] == 1
