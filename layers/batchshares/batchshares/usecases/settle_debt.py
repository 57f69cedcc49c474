"""One debt: enrich what was recorded bare, close what never completed, end the run it stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from batchshares.domain.entries import Debt, Entry, Owing, Story, Work
from batchshares.domain.facts import Closed, Enriched, Fact, Listed
from batchshares.domain.job_view import TERMINAL, WAITING, Attempt, JobView
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.record import outcome, reason
from batchshares.domain.which_attempt import attempt_of_end, attempt_of_start
from batchshares.usecases.ask_batch import AskBatch
from batchshares.usecases.desk import REST, Desk
from batchshares.usecases.end_run import end_run
from batchshares.usecases.enrich import enriched
from batchshares.usecases.tidy_job import tidy_job

_LONGEST_REST = timedelta(hours=1)


@dataclass(frozen=True)
class Drain:
    """One tick's work: each job's story is read and tidied once, unless its items moved."""

    desk: Desk
    ask: AskBatch
    _read: dict[str, Story] = field(default_factory=dict)

    def story(self, job_id: str) -> Story:
        """Return the job's items, tidied, as this tick read them first."""
        if job_id not in self._read:
            self._read[job_id] = tidy_job(self.desk, job_id)
        return self._read[job_id]

    def forget(self, job_id: str) -> None:
        """Read the job anew when it is needed again."""
        self._read.pop(job_id, None)


def _enrich(drain: Drain, owing: Owing) -> None:
    desk, story = drain.desk, drain.story(owing.job_id)
    stop = _stop_of(story, owing)
    if stop is None:
        return
    if stop.enriched:
        _settle_known(desk, owing, story, stop)
        return
    job = drain.ask.describe(owing.job_id)
    if job is None:  # Batch no longer knows it: what the events said is all there will be
        _settle_forgotten(desk, owing, story, stop)
    elif desk.is_foreign(job):
        desk.ledger.delete(stop.job_id, stop.name)
        desk.pass_over(job)
    else:
        _add_description(drain, owing, job, stop)


def _settle_known(desk: Desk, owing: Owing, story: Story, stop: Occurrence) -> None:
    if stop.is_over:
        end_run(desk, story, stop)
    desk.ledger.settle(owing, None if stop.is_over else desk.owe("CLOSE"))


def _settle_forgotten(desk: Desk, owing: Owing, story: Story, stop: Occurrence) -> None:
    if stop.is_over:
        end_run(desk, story, stop)
    desk.ledger.settle(owing, None)
    if stop.completed:
        desk.told(stop, "PreemptionsCompleted", story.job.queue if story.job else None)


def _add_description(drain: Drain, owing: Owing, job: JobView, stop: Occurrence) -> None:
    desk, story = drain.desk, drain.story(owing.job_id)
    attempt = _attempt_of(stop, job)
    known = replace(stop, enriched=enriched(desk, drain.ask, job, attempt, stop.at, reason(stop)))
    owes = None if stop.is_over else desk.owe("CLOSE")
    if stop.is_over:
        end_run(desk, story, known, attempt)
    if attempt and attempt.name != stop.name:
        _rename(drain, known, stop, attempt, owes)
        return
    if known.enriched:
        _write(desk, stop, known.enriched, owes)
    if owes is None:
        desk.ledger.settle(owing, None)


def _close(drain: Drain, owing: Owing) -> None:
    desk, story = drain.desk, drain.story(owing.job_id)
    stop = _stop_of(story, owing)
    if stop is None:
        return
    if stop.is_over or stop.closed:
        _settle_over(desk, owing, story, stop)
        return
    job = drain.ask.describe(owing.job_id)
    attempt = _attempt_of(stop, job) if job else None
    if job and attempt and attempt.name != stop.name:
        _rename(drain, stop, stop, attempt, desk.owe("CLOSE"))
    elif job and attempt and job.preempted_attempt(attempt.name):
        _write_listed(desk, owing, job, attempt, story, stop)
    else:
        _close_if_it_went_on(desk, owing, stop, _went_on_at(stop, job, story))


def _settle_over(desk: Desk, owing: Owing, story: Story, stop: Occurrence) -> None:
    if stop.is_over:
        end_run(desk, story, stop)
    desk.ledger.settle(owing, None if stop.enriched else desk.owe("ENRICH"))


def _write_listed(
    desk: Desk, owing: Owing, job: JobView, attempt: Attempt, story: Story, stop: Occurrence
) -> None:
    """The end of the stop as Batch's own list shows it: no event brought it."""
    status = "FAILED" if _ended_by(attempt, job) else "RUNNABLE"
    count = (job.stops_before(attempt.name) or 0) + 1
    end_run(desk, story, stop, attempt)
    _write(desk, stop, Listed(attempt, status, count, "sweep"), None)
    desk.ledger.settle(owing, None)


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


def _stop_of(story: Story, owing: Owing) -> Occurrence | None:
    return next((one for one in story.stops if one.name == owing.name), None)


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
    drain: Drain, stop: Occurrence, before: Occurrence, attempt: Attempt, owes: Debt | None
) -> None:
    """Give the stop its attempt's name; `before` is what the ledger holds of it so far."""
    desk, stops = drain.desk, drain.story(stop.job_id).stops
    there = next((one for one in stops if one.name == attempt.name), None)
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
    desk.told_completed(target.with_facts_of(stop), [before, *([there] if there else [])])
    drain.forget(stop.job_id)


def _write(desk: Desk, stop: Occurrence, fact: Fact, owes: Debt | None) -> None:
    entry = Entry(stop.job_id, stop.name, stop.job_arn, stop.at, fact, owes=owes)
    written = desk.ledger.write(entry, desk.clock.now())
    if not written.new:
        return
    if isinstance(fact, Closed) and outcome(written.stop) == "averted":
        desk.told(written.stop, "PreemptionsAverted")
    if isinstance(fact, Enriched):
        desk.told_completed(written.stop, [stop])


def _ended_by(attempt: Attempt, job: JobView) -> bool:
    return job.status == "FAILED" and job.latest == attempt.training_job_arn


WORKS: dict[Work, Callable[[Drain, Owing], None]] = {"ENRICH": _enrich, "CLOSE": _close}
