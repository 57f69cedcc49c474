"""Runs: every attempt of every job that reached RUNNING, the source of used and borrowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from batchshares.domain.job_view import TERMINAL, WAITING, Attempt, JobView
from batchshares.domain.which_attempt import newest_stop

Ending = Literal["succeeded", "failed", "preempted", "terminated", "requeued"]


@dataclass(frozen=True)
class Run:
    """One attempt from RUNNING to its end; `exact` says that Batch gave the end's time.

    An end that is not exact is the time of the event that showed it.
    """

    job_id: str
    name: str
    started_at: datetime | None
    ended_at: datetime | None = None
    ending: Ending | None = None
    exact: bool = True


def run_of(job: JobView) -> Run | None:
    """Return the run a state change tells of, None if it tells of none."""
    if job.status == "RUNNING" and job.latest and job.started_at:
        return Run(job.job_id, Attempt(job.latest).name, job.started_at)
    if job.status in TERMINAL:
        return _last_run(job)
    return _run_before_waiting(job) if job.status in WAITING else None


def assumed_end(job: JobView, running: Run | None, at: datetime) -> Run | None:
    """Return the end of the run that a waiting job must have had, where the event names none.

    Needed only where Batch's events carry no more than the documented fields.
    """
    if job.status not in WAITING or running is None or running.started_at is None:
        return None
    if at <= running.started_at:
        return None
    return Run(job.job_id, running.name, running.started_at, at, "requeued", exact=False)


def preempted_run(job_id: str, told: Iterable[Attempt], known: Iterable[Run]) -> Run | None:
    """Return the run that a stop ended, from the first attempt told with the time it stopped.

    None where its begin is not known, or `known` runs show this end already.
    """
    attempt = next((one for one in told if one.stopped_at), None)
    if attempt is None:
        return None
    written = next((run for run in known if run.name == attempt.name), None)
    started_at = attempt.started_at or (written.started_at if written else None)
    if started_at is None or (written and written.ended_at and written.exact):
        return None
    return Run(job_id, attempt.name, started_at, attempt.stopped_at, "preempted")


def _last_run(job: JobView) -> Run | None:
    if job.latest is None:
        return None
    name = Attempt(job.latest).name
    stopped = job.preempted_attempt(name)
    told = stopped or next((one for one in job.attempts if one.name == name), None)
    started_at = (told.started_at if told else None) or job.started_at
    ended_at = (told.stopped_at if told else None) or job.stopped_at
    if started_at is None:
        return None
    return Run(job.job_id, name, started_at, ended_at, _ending(job, stopped is not None))


def _ending(job: JobView, preempted: bool) -> Ending:
    if job.status == "SUCCEEDED":
        return "succeeded"
    if preempted:
        return "preempted"
    return "terminated" if job.terminated else "failed"


def _run_before_waiting(job: JobView) -> Run | None:
    last = newest_stop(
        one for one in (*job.preempted, *job.attempts) if one.started_at and one.stopped_at
    )
    if last is None:
        return None
    ending: Ending = "preempted" if job.preempted_attempt(last.name) else "failed"
    return Run(job.job_id, last.name, last.started_at, last.stopped_at, ending)


@dataclass(frozen=True)
class RunOwner:
    """Whose run it is: what every listing of runs needs beside the times."""

    queue: str | None
    share: str | None
    team: str | None
    job_name: str | None
    instances: Mapping[str, int] | None
    priority: int | None
