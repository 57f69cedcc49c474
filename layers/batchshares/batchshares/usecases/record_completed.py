"""Preemption Completed: one write; what the event lacks is asked for or owed."""

from __future__ import annotations

from batchshares.domain.entries import Debt, Entry, Written
from batchshares.domain.facts import Completed, Listed
from batchshares.domain.job_view import Attempt, JobView
from batchshares.domain.occurrence import Occurrence, provisional_name
from batchshares.domain.tidy import stop_of_end
from batchshares.domain.which_attempt import attempt_of_end, newest_stop
from batchshares.errors import BatchUnavailableError
from batchshares.events import PreemptionCompleted
from batchshares.usecases.ask_batch import AskBatch
from batchshares.usecases.desk import Desk
from batchshares.usecases.tidy_job import tidy_job


def record_completed(desk: Desk, ask: AskBatch, event: PreemptionCompleted, receives: int) -> None:
    """Record how a stop ended, and the recent stops that no event of their own brought."""
    attempt = newest_stop(event.attempts)
    if attempt is None or event.status is None:
        _record_with_help(desk, ask, event, receives)
        return
    written = _write(
        desk, event, attempt.name, attempt, event.status, desk.owe("ENRICH", keep=True)
    )
    _follow(desk, event, written)


def _record_with_help(desk: Desk, ask: AskBatch, event: PreemptionCompleted, receives: int) -> None:
    owes: Debt | None = desk.owe("ENRICH", keep=True)
    try:
        job = ask.describe(event.job_id, receives)
        owes = owes if job else None
    except BatchUnavailableError:
        job = None
    if job and desk.is_foreign(job):
        desk.pass_over(job)
        return
    attempt = newest_stop(event.attempts) or (attempt_of_end(event.at, job) if job else None)
    name = attempt.name if attempt else _open_name(desk, event)
    status = event.status or (_status_of(job, attempt) if job else None)
    _follow(desk, event, _write(desk, event, name, attempt, status, owes))


def _status_of(job: JobView, attempt: Attempt | None) -> str:
    ended = attempt is not None and attempt.training_job_arn == job.latest
    return "FAILED" if ended and job.status == "FAILED" else "RUNNABLE"


def _open_name(desk: Desk, event: PreemptionCompleted) -> str:
    start = stop_of_end(desk.ledger.story(event.job_id).stops, event.at)
    return start.name if start else provisional_name(event.at)


def _write(
    desk: Desk,
    event: PreemptionCompleted,
    name: str,
    attempt: Attempt | None,
    status: str | None,
    owes: Debt | None,
) -> Written:
    entry = Entry(
        job_id=event.job_id,
        name=name,
        job_arn=event.job_arn,
        at=event.at,
        fact=Completed(event.at, status, attempt, event.count),
        owes=owes,
    )
    written = desk.ledger.write(entry, desk.clock.now())
    if written.new:
        _tell(desk, written.stop, owes)
    return written


def _tell(desk: Desk, stop: Occurrence, owes: Debt | None) -> None:
    """Whose stop a bare one is, only its ENRICH will know; it is counted then."""
    if stop.enriched is None and owes:
        desk.note(stop, "completed, not known whose")
    else:
        desk.told(stop, "PreemptionsCompleted")


def _follow(desk: Desk, event: PreemptionCompleted, written: Written) -> None:
    repeated = len(event.attempts) > 1 or (event.count or 0) > 1
    if written.stop.started is None:
        known = frozenset(stop.name for stop in tidy_job(desk, event.job_id).stops)
    elif repeated:
        known = desk.ledger.names(event.job_id)
    else:
        return
    for older, attempt in enumerate(event.attempts):
        if attempt.name not in known | {written.stop.name}:
            _write_missing(desk, event, attempt, older)


def _write_missing(desk: Desk, event: PreemptionCompleted, attempt: Attempt, older: int) -> None:
    """An earlier stop of the window: the job was stopped again since, so it was requeued."""
    count = event.count - older if event.count and event.count > older else None
    entry = Entry(
        job_id=event.job_id,
        name=attempt.name,
        job_arn=event.job_arn,
        at=attempt.stopped_at or event.at,
        fact=Listed(attempt, "RUNNABLE", count, "event"),
        owes=desk.owe("ENRICH", keep=True),
    )
    desk.ledger.write(entry, desk.clock.now())
