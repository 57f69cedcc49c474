"""Every ordering of the scheduler. Each ends with the job id, so none is left to chance."""

from __future__ import annotations

from collections.abc import Mapping

from batchdesk.scheduler.entry import Entry
from batchdesk.scheduler.words import Job

QueueKey = tuple[int, int, str]
TurnKey = tuple[int, int, int, int, str]
StopKey = tuple[int, int, str]
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
    beyond = sum(max(0, count - short.get(kind, 0)) for kind, count in needs)
    return (
        beyond,  # 1. fewest instances, of all its types, beyond what is still short
        *stop_key(entry),  # 2. to 4. as within a share
    )


def stop_key(entry: Entry) -> StopKey:
    """Who is stopped for a job of the same share (lowest documented, the rest assumed)."""
    return (
        entry.job.priority,  # 1. lowest priority
        -entry.started_at,  # 2. shortest run
        entry.job.job_id,  # 3. job id
    )


def spare_key(entry: Entry) -> StopKey:
    """Who is let go first, if not all victims are needed."""
    return (
        -entry.job.priority,  # 1. highest priority
        entry.started_at,  # 2. longest run
        entry.job.job_id,  # 3. job id
    )
