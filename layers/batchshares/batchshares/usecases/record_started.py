"""Preemption Started: one description, one write; the attempt is found by time."""

from __future__ import annotations

from batchshares.domain.cause import plain_reason
from batchshares.domain.entries import Debt, Entry
from batchshares.domain.facts import Fact, RunningAgain, Started
from batchshares.domain.job_view import Attempt, JobView
from batchshares.domain.occurrence import Occurrence, provisional_name
from batchshares.domain.which_attempt import attempt_of_start, newest_stop
from batchshares.errors import BatchUnavailableError
from batchshares.events import PreemptionStarted
from batchshares.usecases.ask_batch import AskBatch
from batchshares.usecases.desk import REST, Desk
from batchshares.usecases.enrich import enriched
from batchshares.usecases.tidy_job import tidy_job


def record_started(desk: Desk, ask: AskBatch, event: PreemptionStarted, receives: int) -> None:
    """Record that a stop began; without an answer from Batch bare, to be enriched later."""
    try:
        job = ask.describe(event.job_id, receives)
    except BatchUnavailableError:
        _write(desk, event, None, owes=desk.owe("ENRICH"))
        return
    if job is None:  # Batch knows no such job: nothing to ask for later either
        _write(desk, event, None)
    elif desk.is_foreign(job):
        desk.pass_over(job)
    else:
        attempt = attempt_of_start(event.at, job)
        known = enriched(desk, ask, job, attempt, event.at, plain_reason(event.reason))
        facts = (known, *_restart(job, attempt))
        _write(desk, event, attempt, beside=facts, owes=desk.owe("CLOSE"))


def _write(
    desk: Desk,
    event: PreemptionStarted,
    attempt: Attempt | None,
    beside: tuple[Fact, ...] = (),
    owes: Debt | None = None,
) -> None:
    entry = Entry(
        job_id=event.job_id,
        name=attempt.name if attempt else provisional_name(event.at),
        job_arn=event.job_arn,
        at=event.at,
        fact=Started(event.at, event.status, event.reason),
        beside=beside,
        owes=owes,
    )
    written = desk.ledger.write(entry, desk.clock.now())
    if written.new:
        desk.told(written.stop, "PreemptionsStarted")
        _tell_completed(desk, written.stop)
    if written.stop.is_provisional:
        tidy_job(desk, event.job_id)


def _tell_completed(desk: Desk, stop: Occurrence) -> None:
    """Count a completion that came first; once its ENRICH was due, that has counted it."""
    if desk.clock.now() - stop.first_seen_at < REST:
        desk.told_completed(stop)


def _restart(job: JobView, attempt: Attempt | None) -> tuple[Fact, ...]:
    """The event may come so late that the description already shows the next attempt."""
    last = newest_stop(job.preempted)
    if attempt is None or last is None or last.name != attempt.name:
        return ()
    goes_on = job.status == "RUNNING" and job.latest != attempt.training_job_arn
    return (RunningAgain(job.started_at),) if goes_on and job.started_at else ()
