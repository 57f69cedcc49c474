"""The minute tick: enrich what was recorded bare, close what never completed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from batchshares.domain.entries import Debt, Entry, Owing, Story, Work
from batchshares.domain.facts import Closed, Fact, Listed
from batchshares.domain.job_view import TERMINAL, WAITING, Attempt, JobView
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.record import outcome, reason
from batchshares.domain.which_attempt import attempt_of_end, attempt_of_start
from batchshares.errors import BatchUnavailableError, LedgerMovedError
from batchshares.usecases.ask_batch import AskBatch
from batchshares.usecases.desk import REST, Desk
from batchshares.usecases.enrich import enriched
from batchshares.usecases.tidy_job import tidy_job

VERB = "record"
OLDEST_DEBT = "OldestDebtSeconds"
# A lease outlives the invocation that took it by this much.
LEASE_SPARE = timedelta(seconds=30)
_STOP_AT_SECONDS_LEFT = 10.0
_LONGEST_REST = timedelta(hours=1)


@dataclass(frozen=True)
class Turn:
    """One invocation's turn: who works, and how many seconds it still has."""

    holder: str
    seconds_left: Callable[[], float]


def drain_debts(desk: Desk, turn: Turn) -> None:
    """Take up what is due, oldest first, until it is done or time runs out.

    A quiet tick costs two queries. The figure is sent each time: its absence means that
    nobody drains.
    """
    now = desk.clock.now()
    owing = sorted(
        (one for work in _WORKS for one in desk.ledger.due(work, now)), key=lambda one: one.due
    )
    oldest = (now - owing[0].due).total_seconds() if owing else 0.0
    desk.meter.heartbeat(OLDEST_DEBT, oldest)
    until = now + timedelta(seconds=turn.seconds_left()) + LEASE_SPARE
    if not owing or not desk.ledger.take_lease(VERB, turn.holder, now, until):
        return
    _drain(desk, turn, owing)
    desk.ledger.end_lease(VERB, turn.holder)


def _drain(desk: Desk, turn: Turn, owing: list[Owing]) -> None:
    ask = AskBatch(desk)
    for one in owing:
        if turn.seconds_left() < _STOP_AT_SECONDS_LEFT:
            desk.log.info("time is up", extra={"left_for_next_tick": True})
            return
        try:
            _WORKS[one.work](desk, ask, one)
        except BatchUnavailableError as error:
            desk.log.warning("debts wait", extra={"why": str(error)})
            return
        except LedgerMovedError as error:
            desk.log.info("another was faster", extra={"job_id": one.job_id, "why": str(error)})


def _enrich(desk: Desk, ask: AskBatch, owing: Owing) -> None:
    story, stop = _tidied(desk, owing)
    if stop is None:
        return
    if stop.enriched:
        desk.ledger.settle(owing, None if _is_over(stop) else desk.owe("CLOSE"))
        return
    job = ask.describe(owing.job_id)
    if job is None:  # Batch no longer knows it: what the events said is all there will be
        desk.ledger.settle(owing, None)
    elif desk.is_foreign(job):
        desk.ledger.delete(stop.job_id, stop.name)
        desk.pass_over(job)
    else:
        _add_description(desk, ask, owing, job, stop, story)


def _add_description(
    desk: Desk, ask: AskBatch, owing: Owing, job: JobView, stop: Occurrence, story: Story
) -> None:
    attempt = _attempt_of(stop, job)
    known = enriched(desk, ask, job, attempt, stop.at, reason(stop))
    owes = None if _is_over(stop) else desk.owe("CLOSE")
    if attempt and attempt.name != stop.name:
        _rename(desk, replace(stop, enriched=known), attempt, story, owes)
        return
    _write(desk, stop, known, owes)
    if owes is None:
        desk.ledger.settle(owing, None)


def _close(desk: Desk, ask: AskBatch, owing: Owing) -> None:
    if desk.ledger.clear_if_over(owing):
        return
    story, stop = _tidied(desk, owing)
    if stop is None:
        return
    if _is_over(stop) or stop.closed:
        desk.ledger.settle(owing, None if stop.enriched else desk.owe("ENRICH"))
        return
    job = ask.describe(owing.job_id)
    attempt = _attempt_of(stop, job) if job else None
    if job and attempt and attempt.name != stop.name:
        _rename(desk, stop, attempt, story, desk.owe("CLOSE"))
    elif job and attempt and job.preempted_attempt(attempt.name):
        status = "FAILED" if _ended_by(attempt, job) else "RUNNABLE"
        count = (job.stops_before(attempt.name) or 0) + 1
        _write(desk, stop, Listed(attempt, status, count, "sweep"), None)
        desk.ledger.settle(owing, None)
    else:
        _close_if_it_went_on(desk, owing, stop, _went_on_at(stop, job, story))


def _close_if_it_went_on(
    desk: Desk, owing: Owing, stop: Occurrence, went_on_at: datetime | None
) -> None:
    """Averted is written at least five minutes after the job's later state, no sooner."""
    now = desk.clock.now()
    if went_on_at and now - went_on_at >= REST:
        _write(desk, stop, Closed(went_on_at), None)
        desk.ledger.settle(owing, None)
        return
    rest = min(max((now - stop.at) / 2, REST), _LONGEST_REST)
    due = went_on_at + REST if went_on_at else now + rest
    desk.ledger.settle(owing, Debt("CLOSE", due))


def _went_on_at(stop: Occurrence, job: JobView | None, story: Story) -> datetime | None:
    """Return when the job ended or began another attempt without having been stopped."""
    if job is None:
        known = story.job
        later = known and known.is_terminal and known.at and known.at >= stop.at
        return known.at if known and later else None
    if job.status in TERMINAL:
        return job.stopped_at or (story.job.at if story.job else None)
    if job.status in WAITING or job.latest is None or Attempt(job.latest).name == stop.name:
        return None
    return job.started_at or job.scheduled_at


def _tidied(desk: Desk, owing: Owing) -> tuple[Story, Occurrence | None]:
    story = tidy_job(desk, owing.job_id)
    return story, next((one for one in story.stops if one.name == owing.name), None)


def _attempt_of(stop: Occurrence, job: JobView) -> Attempt | None:
    if not stop.is_provisional:
        own = Attempt(stop.attempt.training_job_arn) if stop.attempt else None
        latest = Attempt(job.latest) if job.latest else None
        known = [one for one in (*job.preempted, own, latest) if one and one.name == stop.name]
        return known[0] if known else None
    if stop.started:
        return attempt_of_start(stop.started.at, job)
    return attempt_of_end(stop.over_at or stop.at, job)


def _rename(
    desk: Desk, stop: Occurrence, attempt: Attempt, story: Story, owes: Debt | None
) -> None:
    there = next((one for one in story.stops if one.name == attempt.name), None)
    target = there or Occurrence(
        stop.job_id,
        attempt.name,
        stop.job_arn,
        stop.at,
        stop.first_seen_at,
        stop.last_changed_at,
        enriched=stop.enriched,
    )
    desk.ledger.merge(stop, target, desk.clock.now(), None if there else owes)


def _write(desk: Desk, stop: Occurrence, fact: Fact, owes: Debt | None) -> None:
    entry = Entry(stop.job_id, stop.name, stop.job_arn, stop.at, fact, owes=owes)
    written = desk.ledger.write(entry, desk.clock.now())
    if written.new and isinstance(fact, Closed) and outcome(written.stop) == "averted":
        desk.told(written.stop, "PreemptionsAverted")


def _ended_by(attempt: Attempt, job: JobView) -> bool:
    return job.status == "FAILED" and job.latest == attempt.training_job_arn


def _is_over(stop: Occurrence) -> bool:
    return stop.completed is not None or stop.listed is not None


_WORKS: dict[Work, Callable[[Desk, AskBatch, Owing], None]] = {"ENRICH": _enrich, "CLOSE": _close}
