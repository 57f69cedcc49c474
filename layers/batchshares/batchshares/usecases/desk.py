"""What every use case of record_preemption works with."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import timedelta

from batchshares.domain.entries import Debt, Work
from batchshares.domain.job_view import JobView
from batchshares.domain.names import last_part
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.policy import Policy
from batchshares.domain.record import outcome
from batchshares.usecases.ports import BatchPort, Clock, LedgerPort, Log, Meter

# How long a debt rests first: a stop takes up to two minutes, its events a little more.
REST = timedelta(minutes=5)


@dataclass(frozen=True)
class Desk:
    """The gateways, the policy and the ARNs of the watched queues."""

    ledger: LedgerPort
    batch: BatchPort
    policy: Policy
    queues: Set[str]
    clock: Clock
    meter: Meter
    log: Log

    def owe(self, work: Work, *, keep: bool = False) -> Debt:
        """Return a debt that is due once the events still on their way should have come."""
        return Debt(work, self.clock.now() + REST, keep)

    def is_foreign(self, job: JobView) -> bool:
        """Whether the job belongs to a queue that this stack does not own."""
        return job.queue_arn is not None and job.queue_arn not in self.queues

    def pass_over(self, job: JobView) -> None:
        """Count a foreign job's event; nothing of it is recorded."""
        self.meter.count("Foreign", None)
        self.log.info("foreign queue", extra={"job_id": job.job_id, "queue": job.queue})

    def told(self, stop: Occurrence, metric: str, queue: str | None = None) -> None:
        """Count a fact that is new, and log whose stop it is about."""
        known = stop.enriched
        self.meter.count(metric, known.queue if known else queue)
        self.note(stop, metric)

    def told_completed(self, stop: Occurrence, parts: Iterable[Occurrence] = ()) -> None:
        """Count a completion when it is first known whose it is: it may be a foreign one.

        That is when both facts first stand together; `parts` is what stood before.
        """
        counted = any(part.completed and part.enriched for part in parts)
        if stop.completed and stop.enriched and not counted:
            self.told(stop, "PreemptionsCompleted")

    def note(self, stop: Occurrence, message: str) -> None:
        """Log whose stop it is about."""
        known = stop.enriched
        self.log.info(
            message,
            extra={
                "job_id": stop.job_id,
                "occurrence": stop.name,
                "job_name": known.job_name if known else None,
                "share": known.share if known else None,
                "outcome": outcome(stop),
            },
        )

    def team_of(self, job: JobView) -> str | None:
        """Return the team that the policy gives the job's share, None if it knows none."""
        if job.queue_arn is None or job.share is None:
            return None
        return self.policy.team_of(last_part(job.queue_arn), job.share)
