"""A service job and its attempts, in our words. Times are epoch ms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from batchdesk.emulator.payload import TrainingRequest
from batchdesk.emulator.resources import WHOLE_QUEUE, JobQueue
from batchdesk.emulator.retry import RetryStrategy
from batchdesk.emulator.timers import Timer


class Status(StrEnum):
    """The states of a service job; PENDING is legal and unused (documented)."""

    SUBMITTED = "SUBMITTED"
    PENDING = "PENDING"
    RUNNABLE = "RUNNABLE"
    SCHEDULED = "SCHEDULED"
    STARTING = "STARTING"
    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"


TERMINAL = frozenset({Status.SUCCEEDED, Status.FAILED})
# A training job exists and capacity is taken.
ACTIVE = frozenset({Status.SCHEDULED, Status.STARTING, Status.RUNNING})


@dataclass
class Attempt:
    """One training job of a service job."""

    name: str
    arn: str
    scheduled_at: int
    started_at: int | None = None
    stopped_at: int | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Stop:
    """Why a job is being stopped: kind is preemption | terminated | timeout."""

    kind: str
    reason: str


@dataclass(frozen=True)
class Submission:
    """What SubmitServiceJob was asked, checked."""

    name: str
    queue: str
    payload: str
    share: str | None = None
    priority: int = 0
    retry: RetryStrategy = field(default_factory=RetryStrategy)
    preemption_retries: int | None = None
    timeout_seconds: int | None = None
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass
class ServiceJob:
    """One job from its submission to its end.

    ticket: its number in order of submission; the scheduler knows the job by it, so
        that jobs of one millisecond keep their order.
    is_terminated: somebody's request to terminate it was accepted.
    end_reason: it will not come back from the stop under way, and why.
    blocked: the reason, up to " - ", for which it cannot start.
    without_machines: its last training job for which SageMaker had no machines.
    """

    ticket: str
    id: str
    arn: str
    queue: JobQueue
    submission: Submission
    request: TrainingRequest
    created_at: int
    priority: int
    status: Status = Status.SUBMITTED
    reason: str | None = None
    runnable_since: int | None = None
    scheduled_at: int | None = None
    started_at: int | None = None
    stopped_at: int | None = None
    latest: Attempt | None = None
    attempts: list[Attempt] = field(default_factory=list)
    preempted: list[Attempt] = field(default_factory=list)
    preempted_count: int = 0
    is_terminated: bool = False
    end_reason: str | None = None
    stop: Stop | None = None
    blocked: str | None = None
    without_machines: Attempt | None = None
    progress: Timer | None = None
    attempt_limit: Timer | None = None
    stop_timer: Timer | None = None
    time_limit: Timer | None = None

    @property
    def share(self) -> str:
        """The virtual queue it waits in."""
        return self.submission.share or WHOLE_QUEUE

    @property
    def demand(self) -> dict[str, int]:
        """Its instances in its queue's units."""
        return self.queue.demand(self.request.instances)

    def attempt(self) -> Attempt:
        """The attempt that is under way; only asked in SCHEDULED, STARTING, RUNNING."""
        if self.latest is None:
            raise RuntimeError(f"service job {self.id} is {self.status} without a training job")
        return self.latest
