"""A run that a stop ended gets its exact end, whichever events come, late or never."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.support.ledger_desk import Recorder, in_memory
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

FIRST = "ATT#" + training_arn(1).rpartition("/")[2]
END = ("2026-12-01T09:00:00.000Z", "2026-12-01T09:02:20.669Z", "preempted", True)


def first_run(recorder: Recorder) -> tuple[Any, ...]:
    """When the first attempt's run began and ended, how, and whether Batch gave the time."""
    (run,) = recorder.items(FIRST)
    return tuple(run.get(name) for name in ("started_at", "ended_at", "ending", "exact"))


def after_the_restart(recorder: Recorder) -> Recorder:
    recorder.batch.jobs[JOB_ID] = described(latest=2, started_at=600, preempted=[attempt()])
    return recorder


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_documented_events_in_any_order_leave_the_exact_end(order: tuple[int, ...]) -> None:
    recorder = after_the_restart(in_memory())
    events = [
        state("RUNNING", 0, latest=1, started_at=0, documented=True),
        completed(143),
        state("RUNNABLE", 143, latest=1, documented=True),
        state("RUNNING", 600, latest=2, started_at=600, documented=True),
    ]
    recorder.take(*(events[place] for place in order))
    recorder.settle()

    assert first_run(recorder) == END


@pytest.mark.parametrize("documented", [False, True])
def test_a_run_whose_runnable_was_lost_ends_with_its_stop(
    recorder: Recorder, documented: bool
) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(
        state("RUNNING", 0, latest=1, started_at=0, documented=documented),
        started(120),
        completed(143),
    )
    recorder.settle()

    assert first_run(recorder) == END


def test_a_late_runnable_does_not_set_the_exact_end_back(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120), completed(143))
    recorder.settle()
    recorder.take(
        state("RUNNING", 0, latest=1, started_at=0, documented=True),
        state("RUNNABLE", 150, latest=1, documented=True),
    )

    assert first_run(recorder) == END


def test_a_stop_that_only_a_window_shows_ends_its_run(recorder: Recorder) -> None:
    window = [attempt(2, started=600, stopped=900), attempt()]
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=window)
    recorder.take(
        state("RUNNING", 0, latest=1, started_at=0),
        completed(903, attempts=window, count=2),
    )
    recorder.settle()

    assert first_run(recorder) == END
    assert len(recorder.items("ATT#")) == 2


def test_a_stop_that_the_running_of_the_next_attempt_shows_ends_its_run(
    recorder: Recorder,
) -> None:
    after_the_restart(recorder).take(
        state("RUNNING", 0, latest=1, started_at=0),
        state("RUNNING", 600, latest=2, started_at=600, preempted=[attempt()]),
    )
    recorder.settle()

    assert first_run(recorder) == END


def test_a_stop_whose_completed_was_lost_ends_its_run_when_it_is_closed(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(state("RUNNING", 0, latest=1, started_at=0), started(120))
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=[attempt()])
    recorder.settle()

    assert first_run(recorder) == END


def test_a_completed_without_attempts_ends_the_run_that_batchs_list_names(
    recorder: Recorder,
) -> None:
    recorder.batch.throttled = 2
    recorder.take(
        state("RUNNING", 0, latest=1, started_at=0),
        completed(143, attempts=[], count=None),
    )
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=[attempt()])
    recorder.settle()

    assert first_run(recorder) == END


def test_a_run_that_no_event_told_of_belongs_to_the_described_jobs_share(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=[attempt()])
    recorder.take(completed(143))
    recorder.settle()

    (run,) = recorder.items("ATT#")
    told = (run["queue"], run["share"], run["team"], run["priority"], run["instances"])
    assert told == ("training", "research", "research", 2, {"ml.g5.xlarge": 1})
    assert run["by_day_pk"] == "RUNS#2026-12-01"


def test_a_job_that_batch_forgot_has_its_share_from_its_states(recorder: Recorder) -> None:
    recorder.take(state("RUNNING", 0, latest=1, started_at=0), completed(143))
    recorder.settle()

    assert first_run(recorder) == END


def test_an_attempt_that_never_ran_and_a_foreign_stop_make_no_run(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE")
    recorder.take(completed(143, attempts=[attempt(started=None)]))
    recorder.batch.jobs["other"] = described(
        "RUNNABLE", job_id="other", jobQueue=QUEUE_ARN + "-of-others"
    )
    recorder.take(completed(143, job_id="other"), completed(143, job_id="nobodys"))
    recorder.settle()

    assert recorder.items("ATT#") == []
