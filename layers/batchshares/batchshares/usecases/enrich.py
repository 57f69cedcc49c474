"""What the bare event lacks: one description of the job, the policy, and the queue's fronts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from batchshares.domain.cause import cause_of_text, inferred_cause
from batchshares.domain.entries import LimitsFrom
from batchshares.domain.facts import Cause, Enriched, Preemptor
from batchshares.domain.job_view import TERMINAL, WAITING, Attempt, JobView
from batchshares.domain.policy import Share
from batchshares.domain.preemptor import Snapshot, owners_waiting, preemptor_of
from batchshares.usecases.ask_batch import AskBatch
from batchshares.usecases.desk import Desk

# A job that Batchdesk submitted again carries the first job's id in this tag.
LINEAGE_TAG = "batchdesk:lineage"


def enriched(
    desk: Desk,
    ask: AskBatch,
    job: JobView,
    attempt: Attempt | None,
    at: datetime,
    words: str | None,
) -> Enriched:
    """Return what is known of a stop that began at `at` with Batch's `words`.

    The snapshot is looked at only while the attempt is still being stopped: afterwards
    whoever wanted the capacity has it, and is no longer at a front.
    """
    known = _described(desk, job, attempt)
    now = ask.snapshot(job.queue_arn) if job.queue_arn and _is_stopping(job, attempt) else None
    cause = cause_of_text(words)
    if cause == "unknown":
        cause = _implied(desk, ask, job, attempt, at, now)
    return replace(known, cause=cause, preemptor=_preemptor(desk, ask, job, cause, at, now))


def _described(desk: Desk, job: JobView, attempt: Attempt | None) -> Enriched:
    tag = desk.policy.owner_tag
    return Enriched(
        job_name=job.name,
        owner=job.tags.get(tag) if tag else None,
        lineage_id=job.tags.get(LINEAGE_TAG, job.job_id),
        queue=job.queue,
        share=job.share,
        team=desk.team_of(job),
        instances=job.instances,
        priority=job.priority,
        # Documented: a job without the setting is requeued without limit.
        retries="unlimited" if job.retries is None else job.retries,
        training_job_arn=attempt.training_job_arn if attempt else None,
        attempt_started_at=attempt.started_at if attempt else None,
        attempt_stopped_at=attempt.stopped_at if attempt else None,
        stops_before=job.stops_before(attempt.name) if attempt else job.preempted_count,
    )


def _is_stopping(job: JobView, attempt: Attempt | None) -> bool:
    return (
        attempt is not None
        and attempt.training_job_arn == job.latest
        and job.status not in TERMINAL | WAITING
        and job.preempted_attempt(attempt.name) is None
    )


def _implied(
    desk: Desk,
    ask: AskBatch,
    job: JobView,
    attempt: Attempt | None,
    at: datetime,
    now: Snapshot | None,
) -> Cause:
    share = desk.policy.share(job.queue, job.share) if job.queue and job.share else None
    if job.queue is None or share is None:
        return "unknown"
    since = attempt.started_at if attempt else None
    before = _limits_at(ask.limits(job.queue, share.name), since) if since else None
    return inferred_cause(
        used=now.used.get(share.name, {}) if now else None,
        limits=_limits_of(ask, job.queue, share, at),
        limits_at_start=before,
        in_share=share.in_share_preemption,
    )


def _limits_of(ask: AskBatch, queue: str, share: Share, at: datetime) -> Mapping[str, int]:
    """What `apply` noted; the policy speaks where it noted nothing yet."""
    return _limits_at(ask.limits(queue, share.name), at) or share.limits


def _limits_at(history: Sequence[LimitsFrom], at: datetime) -> dict[str, int]:
    before = [entry for entry in history if entry.at <= at]
    return dict(before[-1].limits) if before else {}


def _preemptor(
    desk: Desk, ask: AskBatch, job: JobView, cause: Cause, at: datetime, now: Snapshot | None
) -> Preemptor | None:
    queue = desk.policy.queues.get(job.queue or "")
    if now is None or queue is None or job.share is None:
        return None
    if cause == "in_share":
        own = ask.front(now, job.share, above=job.priority)
        return preemptor_of(cause, job.priority, own, [])
    others = [share for name, share in queue.shares.items() if name in now.fronts]
    others = [share for share in others if share.name != job.share]
    limits = {share.name: _limits_of(ask, queue.name, share, at) for share in others}
    waiting = owners_waiting(now, limits, job.share, set(job.instances or {}))
    fronts = [ask.front(now, share) for share in waiting]
    return preemptor_of(cause, job.priority, None, [front for front in fronts if front])
