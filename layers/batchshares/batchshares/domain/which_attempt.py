"""Which attempt an event means. A Preemption Started names none; a Completed lists several."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from batchshares.domain.job_view import TERMINAL, WAITING, Attempt, JobView

# Clocks of Batch and SageMaker need not agree, and an event may be stamped late.
SLACK = timedelta(minutes=5)
# The time of an event has whole seconds, and Batch's clock need not be SageMaker's. An attempt
# begins longer than that after the one before it: it has to be scheduled and started first.
SKEW = timedelta(seconds=10)
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def newest_stop(attempts: Iterable[Attempt]) -> Attempt | None:
    """Return the attempt that stopped last; without times the first, as Batch lists newest first.

    Newest first is observed in AWS's own sample code, not documented.
    """
    listed = list(attempts)
    timed = [attempt for attempt in listed if attempt.stopped_at]
    if len(timed) < len(listed):
        return listed[0] if listed else None
    return max(timed, key=lambda attempt: attempt.stopped_at or _LONG_AGO, default=None)


def attempt_of_start(at: datetime, job: JobView) -> Attempt | None:
    """Return the attempt whose stop began at `at`, or None where nobody can tell.

    1. An attempt that held machines at that instant, the newest first: a recent preempted
       one, or the latest, which Batch still shows as the job's own.
    2. A recent preempted attempt that had stopped at most five minutes before.
    3. The latest attempt, if nobody knows when it began and it had not stopped yet.
    A job that waits for its next attempt has no latest one.
    """
    latest, began = _latest(job), _latest_began(job)
    held = [(one.started_at, one) for one in job.preempted if one.started_at]
    if latest and began and job.preempted_attempt(latest.name) is None:
        held.append((began, latest))
    holding = [(since, one) for since, one in held if since < at + SKEW and not _stopped(one, at)]
    if holding:
        return max(holding, key=lambda pair: pair[0])[1]
    just_stopped = [one for one in job.preempted if _stopped_near(one, at)]
    if just_stopped:
        return max(just_stopped, key=lambda one: one.stopped_at or _LONG_AGO)
    return latest if latest and began is None and not _stopped(latest, at) else None


def attempt_of_end(at: datetime, job: JobView) -> Attempt | None:
    """Return the attempt whose stop was over at `at`: the last one of the window until then."""
    return newest_stop(
        one for one in job.preempted if one.stopped_at is None or one.stopped_at < at + SKEW
    )


def _latest(job: JobView) -> Attempt | None:
    if job.latest is None or job.status in WAITING:
        return None
    ended = job.status in TERMINAL
    started_at = job.started_at if ended or job.status == "RUNNING" else None
    attempt = Attempt(job.latest, started_at, job.stopped_at if ended else None)
    return job.preempted_attempt(attempt.name) or attempt


def _latest_began(job: JobView) -> datetime | None:
    known = [at for at in (job.scheduled_at, job.started_at) if at]
    return min(known, default=None)


def _stopped(attempt: Attempt, at: datetime) -> bool:
    return attempt.stopped_at is not None and attempt.stopped_at < at


def _stopped_near(attempt: Attempt, at: datetime) -> bool:
    """Whether the stop ended around `at`; one that never reached RUNNING has no begin."""
    if attempt.stopped_at is None:
        return False
    begin = attempt.started_at or attempt.stopped_at - SLACK
    return begin < at + SKEW and at <= attempt.stopped_at + SLACK
