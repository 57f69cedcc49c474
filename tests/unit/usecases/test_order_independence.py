"""Whatever the order and however often: the same facts, the same record."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from batchshares.domain.job_view import JobView
from batchshares.domain.record import record_of
from batchshares.domain.selection import newest_first
from tests.support.ledger_desk import Recorder, timeless
from tests.support.ledger_events import JOB_ID, at, attempt, completed, described, started, state

Event = dict[str, Any]


class Orders:
    """Plays the same events in many orders, each order as a job of its own."""

    def __init__(self, recorder: Recorder, job: Callable[[str], JobView] | None) -> None:
        self.recorder = recorder
        self._job = job

    def play(self, events: Callable[[str], Sequence[Event]]) -> list[Any]:
        """Return what each order leaves behind, the job's id taken out."""
        count = math.factorial(len(events("")))
        ids = [f"job-{number:03d}" for number in range(count)]
        for number, job_id in enumerate(ids):
            if self._job:
                self.recorder.batch.jobs[job_id] = self._job(job_id)
            orders = itertools.permutations(events(job_id))
            failed = self.recorder.take(*next(itertools.islice(orders, number, None)))
            assert failed == [], self.recorder.log.lines[-3:]
        self.recorder.settle()
        assert not self.recorder.desk.ledger.due("ENRICH", self.recorder.clock.at)
        return [self._left(job_id) for job_id in ids]

    def _left(self, job_id: str) -> Any:
        story = self.recorder.desk.ledger.story(job_id)
        stops = timeless(newest_first(record_of(stop) for stop in story.stops))
        runs = sorted((run.started_at, run.ended_at, run.ending) for run in story.runs)
        running = story.job.run.started_at if story.job and story.job.run else None
        state = (story.job.status if story.job else None, running)
        hidden = ("occurrence_id", "job_id", "job_arn", "lineage_id", "training_job_arn")
        ids = [
            one["training_job_arn"][-32:-24] if one["training_job_arn"] else None for one in stops
        ]
        bare = [{key: one[key] for key in one if key not in hidden} for one in stops]
        return bare, state, runs, ids


def stop(job_id: str) -> list[dict[str, Any]]:
    return [attempt(job_id=job_id)]


def one_stop(documented: bool, job_id: str) -> list[Event]:
    more: Any = {"job_id": job_id, "documented": documented, "preempted": stop(job_id)}
    return [
        started(120, job_id=job_id),
        completed(143, job_id=job_id),
        state("RUNNABLE", 143, latest=1, **more),
        state("RUNNING", 600, latest=2, started_at=600.5, **more),
    ]


def after_the_restart(job_id: str) -> JobView:
    return described(job_id=job_id, latest=2, started_at=600.5, preempted=stop(job_id))


@pytest.mark.parametrize("documented", [False, True])
def test_every_order_of_a_stop_and_its_restart_ends_the_same(
    recorder: Recorder, documented: bool
) -> None:
    results = Orders(recorder, after_the_restart).play(partial(one_stop, documented))

    (record,), state_now, runs, _ = results[0]
    assert record["outcome"] == "requeued"
    assert record["restarted_at"] == "2026-12-01T09:10:00.500Z"
    assert record["preemption_started_at"] == "2026-12-01T09:02:00Z"
    assert record["completed_at"] == "2026-12-01T09:02:23Z"
    assert state_now == ("RUNNING", at(600.5))
    assert [run[1:] for run in runs] == [(at(140.669), "preempted"), (None, None)]
    assert all(result == results[0] for result in results)


def test_every_order_agrees_when_batch_does_not_know_the_job(recorder: Recorder) -> None:
    results = Orders(recorder, None).play(
        lambda job_id: [
            started(120, job_id=job_id),
            completed(143, job_id=job_id),
            completed(143, job_id=job_id),
        ]
    )

    (record,), *_ = results[0]
    assert (record["outcome"], record["run_seconds"]) == ("requeued", 140)
    assert all(result == results[0] for result in results)


def without_times(event: Event) -> Event:
    """The same Completed, without the optional fields of its attempts."""
    summary = event["detail"]["preemptionSummary"]
    window = [
        {"serviceResourceId": one["serviceResourceId"]}
        for one in summary["recentPreemptedAttempts"]
    ]
    bare = {**summary, "recentPreemptedAttempts": window}
    return {**event, "detail": {**event["detail"], "preemptionSummary": bare}}


def without_attempts(event: Event) -> Event:
    """The same Completed, without its summary."""
    kept = {key: event["detail"][key] for key in ("preemptedJobArn", "status")}
    return {**event, "detail": kept}


def whole(event: Event) -> Event:
    return event


@pytest.mark.parametrize("bare", [whole, without_times, without_attempts])
def test_every_order_of_two_stops_of_an_unknown_job_makes_the_same_two_records(
    recorder: Recorder, bare: Callable[[Event], Event]
) -> None:
    def events(job_id: str) -> list[Event]:
        second = attempt(2, job_id=job_id, started=600.5, stopped=900)
        window = [second, attempt(job_id=job_id)]
        return [
            started(120, job_id=job_id),
            bare(completed(143, job_id=job_id)),
            started(880, job_id=job_id),
            bare(completed(903, job_id=job_id, attempts=window, count=2)),
        ]

    results = Orders(recorder, None).play(events)

    newer, older = results[0][0]
    times = ("preemption_started_at", "completed_at")
    assert [older[name] for name in times] == ["2026-12-01T09:02:00Z", "2026-12-01T09:02:23Z"]
    assert [newer[name] for name in times] == ["2026-12-01T09:14:40Z", "2026-12-01T09:15:03Z"]
    assert all(result == results[0] for result in results)


def test_a_late_running_event_does_not_set_the_state_back(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    stop = [attempt()]
    recorder.take(
        completed(143),
        state("RUNNING", 600, latest=2, started_at=600, preempted=stop),
        state("RUNNABLE", 143, latest=1, preempted=stop),
        state("RUNNING", 0, latest=1, started_at=0),
    )

    (job,) = recorder.items("JOB")
    assert job["status"] == "RUNNING"
    assert job["run"]["started_at"] == "2026-12-01T09:10:00.000Z"
    assert job["by_share_pk"] == "LIVE#training#research"


def test_the_base_priority_is_that_of_the_earliest_event(recorder: Recorder) -> None:
    recorder.take(
        state("RUNNING", 60, latest=1, started_at=60, priority=7),
        state("RUNNABLE", 0, priority=2),
        state("RUNNABLE", 30, priority=5),
    )

    (job,) = recorder.items("JOB")
    assert (job["base"], job["priority"]) == (2, 7)
