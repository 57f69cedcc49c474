"""Every ordering of the scheduler. Each ends with the job id, so none is left to chance."""

from __future__ import annotations

from collections.abc import Mapping

from batchdesk.scheduler.entry import Entry
from batchdesk.scheduler.words import Job

QueueKey = tuple[int, int, str]
TurnKey = tuple[int, int, int, int, str]
VictimKey = tuple[int, int, int, str]


def queue_key(job: Job) -> QueueKey:
    """A share's virtual queue (priority documented: API, schedulingPriority; ties assumed)."""
    return (
        -job.priority,  # 1. higher priority first
        job.created_at,  # 2. created earlier first, also after a preemption
        job.job_id,  # 3. job id
    )


def turn_key(job: Job, turn_class: int, promised: int | None, front_since: int) -> TurnKey:
    """Whose turn it is among the shares (assumed, switches fifo_key and in_share_class)."""
    return (
        turn_class,  # 1. own, then own but for lower jobs of its share, then the rest
        -1 if promised is None else promised - _EVER,  # 2. promised ones, in the order promised
        front_since,  # 3. longest at the front of its share
        job.created_at,  # 4. created earlier first
        job.job_id,  # 5. job id
    )


_EVER = 1 << 62


def victim_key(entry: Entry, short: Mapping[str, int]) -> VictimKey:
    """Who is stopped for another share (assumed, switch victim_heuristic: fewest_beyond_need)."""
    needs = entry.job.instances.items()
    return (
        sum(max(0, n - short.get(kind, 0)) for kind, n in needs),  # 1. fewest beyond the need
        entry.job.priority,  # 2. lowest priority
        -entry.started_at,  # 3. shortest run
        entry.job.job_id,  # 4. job id
    )


def in_share_key(entry: Entry) -> tuple[int, int, str]:
    """Who is stopped for a job of the same share."""
    return (
        entry.job.priority,  # 1. lowest priority
        -entry.started_at,  # 2. shortest run
        entry.job.job_id,  # 3. job id
    )


def spare_key(entry: Entry) -> tuple[int, int, str]:
    """Who is let go first, if not all victims are needed."""
    return (
        -entry.job.priority,  # 1. highest priority
        entry.started_at,  # 2. longest run
        entry.job.job_id,  # 3. job id
    )
