"""What the book notes about one job."""

from __future__ import annotations

from dataclasses import dataclass

from batchdesk.scheduler.words import Job, State


@dataclass(slots=True)
class Entry:
    """A job and what has become of it.

    started_at: when its attempt started, while running or stopping.
    stopping_for: the job it was preempted for, while it stops.
    preempted: preemptions so far, one in progress included.
    not_before: SageMaker had no machines; not to be started before then.
    """

    job: Job
    state: State = "runnable"
    started_at: int = 0
    stopping_for: str | None = None
    terminated: bool = False
    preempted: int = 0
    not_before: int | None = None

    @property
    def exhausted(self) -> bool:
        """Whether its preemption retries are used up (0 retries: at the first preemption)."""
        return self.job.retries is not None and self.preempted > self.job.retries
