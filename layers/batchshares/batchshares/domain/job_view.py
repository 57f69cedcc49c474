"""A service job as Batch shows it: in DescribeServiceJob, and in part in its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from batchshares.domain.names import last_part

Retries = int | Literal["unlimited"]
TERMINAL = frozenset({"SUCCEEDED", "FAILED"})
# No machine yet: such a job's latestAttempt, if it has one, is an earlier one.
WAITING = frozenset({"SUBMITTED", "PENDING", "RUNNABLE"})


@dataclass(frozen=True)
class Attempt:
    """One training job of a service job; what Batch leaves out is None."""

    training_job_arn: str
    started_at: datetime | None = None
    stopped_at: datetime | None = None
    reason: str | None = None

    @property
    def name(self) -> str:
        """The training job's name: unique for account and Region."""
        return last_part(self.training_job_arn)


@dataclass(frozen=True)
class JobView:
    """What one answer or event says of a job; None where it does not say.

    `preempted` is Batch's sliding window, newest first; `preempted_count` counts all.
    `instances` are instances per instance type.
    """

    job_id: str
    job_arn: str
    name: str | None = None
    queue_arn: str | None = None
    share: str | None = None
    status: str | None = None
    reason: str | None = None
    priority: int | None = None
    instances: Mapping[str, int] | None = None
    retries: Retries | None = None
    created_at: datetime | None = None
    scheduled_at: datetime | None = None
    started_at: datetime | None = None
    stopped_at: datetime | None = None
    latest: str | None = None
    attempts: tuple[Attempt, ...] = ()
    preempted_count: int | None = None
    preempted: tuple[Attempt, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    terminated: bool = False

    @property
    def queue(self) -> str | None:
        """The job queue's name."""
        return last_part(self.queue_arn) if self.queue_arn else None

    def preempted_attempt(self, name: str) -> Attempt | None:
        """Return the attempt of that training job if the window still shows it."""
        return next((attempt for attempt in self.preempted if attempt.name == name), None)

    def stops_before(self, name: str) -> int | None:
        """Return how many preemptions Batch had counted before the one of this attempt."""
        if self.preempted_count is None:
            return None
        place = [attempt.name for attempt in self.preempted]
        newer = place.index(name) + 1 if name in place else 0
        return max(0, self.preempted_count - newer)
