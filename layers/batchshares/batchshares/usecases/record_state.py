"""State changes and blocked jobs: the job's last state, its runs, and why it waits."""

from __future__ import annotations

from dataclasses import replace

from batchshares.domain.entries import Blocked, Entry
from batchshares.domain.facts import Listed, RunningAgain
from batchshares.domain.job_state import JobState, blocked_reason, reason_code, state_of
from batchshares.domain.job_view import JobView
from batchshares.domain.run import RunOwner, assumed_end, run_of
from batchshares.domain.tidy import restarts
from batchshares.domain.which_attempt import newest_stop
from batchshares.errors import BatchUnavailableError
from batchshares.events import QueueBlocked, StateChange
from batchshares.usecases.ask_batch import RECEIVES, AskBatch
from batchshares.usecases.desk import Desk
from batchshares.usecases.enrich import LINEAGE_TAG


def record_state(desk: Desk, ask: AskBatch, event: StateChange, receives: int) -> None:
    """Let the newest state win, and write the run that began or ended with it."""
    job = event.job
    if job.status is None:  # nothing to learn from it
        return
    if desk.is_foreign(job):
        desk.pass_over(job)
        return
    state = desk.ledger.update_job(state_of(job, event.at, desk.team_of(job)))
    if state.lacks:
        state = _complete(desk, ask, state, receives)
    run = run_of(job)
    if run is None and not event.tells_all:
        run = assumed_end(job, state.run, event.at)
    if run:
        desk.ledger.write_run(run, _owner(job, state))
    if blocked_reason(job):
        _write_blocked(desk, event, state)
    if job.status == "RUNNING":
        _note_restart(desk, event)


def record_blocked(desk: Desk, ask: AskBatch, event: QueueBlocked, receives: int) -> None:
    """Write that a job at the front of its share cannot start, and why."""
    if desk.is_foreign(event.job):
        desk.pass_over(event.job)
        return
    state = desk.ledger.update_job(
        replace(
            state_of(event.job, event.at, desk.team_of(event.job)),
            blocked=reason_code(event.job.reason),
        )
    )
    if state.lacks:
        state = _complete(desk, ask, state, receives)
    _write_blocked(desk, event, state)


def _complete(desk: Desk, ask: AskBatch, state: JobState, receives: int) -> JobState:
    """Fill in what neither event nor ledger knows; the third receive does without.

    Then a blocked row is written bare: whoever completes the job completes its rows.
    """
    try:
        job = ask.describe(state.job_id, receives)
    except BatchUnavailableError:
        if receives < RECEIVES:
            raise
        return state
    if job is None or desk.is_foreign(job):
        return state
    tag = desk.policy.owner_tag
    told = replace(
        state_of(job, desk.clock.now(), desk.team_of(job)),
        lineage_id=job.tags.get(LINEAGE_TAG, job.job_id),
        owner=job.tags.get(tag) if tag else None,
    )
    known = desk.ledger.complete_job(told, state)
    desk.ledger.name_blocked(known)
    return known


def _owner(job: JobView, state: JobState) -> RunOwner:
    """The run's own figures first: the priority may have been another in another run."""
    return RunOwner(
        queue=job.queue or state.queue,
        share=job.share or state.share,
        team=state.team,
        job_name=job.name or state.name,
        instances=job.instances or state.instances,
        priority=state.priority if job.priority is None else job.priority,
    )


def _write_blocked(desk: Desk, event: StateChange | QueueBlocked, state: JobState) -> None:
    desk.ledger.write_blocked(
        Blocked(
            job_id=event.job.job_id,
            code=reason_code(event.job.reason),
            at=event.at,
            reason=event.job.reason,
            job_name=event.job.name or state.name,
            queue=event.job.queue or state.queue,
            share=event.job.share or state.share,
            team=state.team,
        )
    )


def _note_restart(desk: Desk, event: StateChange) -> None:
    job = event.job
    run = run_of(job)
    if run is None or run.started_at is None:
        return
    last = newest_stop(job.preempted)
    if last is None:
        if not event.tells_all:  # the event could not say whether this is a later attempt
            for stop, at in restarts(desk.ledger.story(job.job_id).stops, [run]):
                desk.ledger.restarted(job.job_id, stop.name, at, desk.clock.now())
    elif last.name in desk.ledger.names(job.job_id):
        desk.ledger.restarted(job.job_id, last.name, run.started_at, desk.clock.now())
    else:
        entry = Entry(
            job_id=job.job_id,
            name=last.name,
            job_arn=job.job_arn,
            at=last.stopped_at or event.at,
            fact=RunningAgain(run.started_at),
            beside=(Listed(last, "RUNNABLE", job.preempted_count, "event"),),
            owes=desk.owe("ENRICH", keep=True),
        )
        desk.ledger.write(entry, desk.clock.now())
