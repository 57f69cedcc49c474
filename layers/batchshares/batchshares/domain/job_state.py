"""The last known state of a job: of all events seen, the newest wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from batchshares.domain.job_view import TERMINAL, Attempt, JobView, Retries
from batchshares.domain.moments import stamp
from batchshares.domain.run import Run

_RANK = {
    state: rank
    for rank, state in enumerate(
        ("SUBMITTED", "PENDING", "RUNNABLE", "SCHEDULED", "STARTING", "RUNNING")
    )
}
_LAST = 9
# The documented reasons begin so: User Guide, "Service job stuck in RUNNABLE".
_BLOCKED = ("MISCONFIGURATION:", "CAPACITY:")


@dataclass(frozen=True)
class JobState:
    """The job item: what later events and people ask of a job, None where unknown.

    `base` is the priority the owner asked for, captured once; `order` tells which of two
    states is newer.
    """

    job_id: str
    order: str
    status: str | None
    at: datetime | None
    name: str | None = None
    queue: str | None = None
    share: str | None = None
    team: str | None = None
    created_at: datetime | None = None
    instances: Mapping[str, int] | None = None
    priority: int | None = None
    base: int | None = None
    base_at: datetime | None = None
    retries: Retries | None = None
    blocked: str | None = None
    run: Run | None = None
    lineage_id: str | None = None
    owner: str | None = None

    @property
    def is_terminal(self) -> bool:
        """Whether the job has ended for good."""
        return self.status in TERMINAL

    @property
    def lacks(self) -> bool:
        """Whether only a DescribeServiceJob can complete the item."""
        return self.share is None or self.instances is None or self.priority is None


def order_of(job: JobView, at: datetime) -> str:
    """Return a text that grows with time, also between events of the same second.

    1. The event's time. 2. The newest instant its detail tells. 3. How far the state is
    on the way from SUBMITTED to its end.
    """
    told = [job.created_at, job.scheduled_at, job.started_at, job.stopped_at]
    told += [one.stopped_at for one in (*job.attempts, *job.preempted)]
    newest = max((instant for instant in told if instant), default=at)
    return f"{stamp(at)}#{stamp(newest)}#{_RANK.get(job.status or '', _LAST)}"


def blocked_reason(job: JobView) -> str | None:
    """Return the code of a documented reason why a waiting job cannot start, else None."""
    if job.status != "RUNNABLE" or not (job.reason or "").startswith(_BLOCKED):
        return None
    return reason_code(job.reason)


def reason_code(reason: str | None) -> str:
    """Return the part of a status reason that Batch's own time limits match: before " - "."""
    return (reason or "unknown").partition(" - ")[0].strip()[:128] or "unknown"


def running_of(job: JobView) -> Run | None:
    """Return the job's latest run, where the state implies one."""
    if job.status not in TERMINAL | {"RUNNING"} or job.latest is None or job.started_at is None:
        return None
    return Run(job.job_id, Attempt(job.latest).name, job.started_at)


def state_of(job: JobView, at: datetime, team: str | None) -> JobState:
    """Return the state an event tells of, with all that it says of the job."""
    return JobState(
        job_id=job.job_id,
        order=order_of(job, at),
        status=job.status,
        at=at,
        name=job.name,
        queue=job.queue,
        share=job.share,
        team=team,
        created_at=job.created_at,
        instances=job.instances,
        priority=job.priority,
        base=job.priority,
        base_at=at if job.priority is not None else None,
        retries=job.retries,
        blocked=blocked_reason(job),
        run=running_of(job),
    )
