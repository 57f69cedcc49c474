"""The shares and jobs as they stand, folded from facts: one `take` per fact, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatchmethod

from batchdesk.lab.story.facts import (
    Blocked,
    Bounds,
    Capacity,
    Fact,
    MachinesOut,
    Moved,
    Raised,
    Said,
    Stopped,
    Submitted,
    Use,
    Withdrawn,
)
from batchdesk.lab.story.sharing import LENDS, Holding

IN_USE = frozenset({"SCHEDULED", "STARTING", "RUNNING"})
ENDED = frozenset({"SUCCEEDED", "FAILED"})


@dataclass
class Job:
    """One job as it stands; times in epoch milliseconds."""

    id: str
    name: str
    share: str
    owner: str | None
    instances: Mapping[str, int]
    priority: int
    retries: int | None
    state: str = "SUBMITTED"
    since: int = 0
    running_since: int | None = None
    stopping: Stopped | None = None
    stops: int = 0
    no_machines_since: int | None = None
    blocked: str | None = None
    withdrawn: str | None = None

    @property
    def in_use(self) -> bool:
        """Whether it holds instances; a job that is being stopped still does."""
        return self.state in IN_USE

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in ENDED


@dataclass
class World:
    """All shares and jobs of one queue."""

    shares: dict[str, Bounds] = field(default_factory=dict)
    jobs: dict[str, Job] = field(default_factory=dict)
    capacity: Mapping[str, int] = field(default_factory=dict)

    def used(self, share: str, type_: str) -> int:
        """Instances of a type that a share's jobs hold now."""
        jobs = (job for job in self.jobs.values() if job.share == share and job.in_use)
        return sum(job.instances.get(type_, 0) for job in jobs)

    def types(self) -> list[str]:
        """Instance types that any share has a limit for, in order of name."""
        return sorted({type_ for share in self.shares.values() for type_ in share.limits})

    def holdings(self, type_: str) -> dict[str, Holding]:
        """Every share's limit and use of one type."""
        return {
            name: Holding(bounds.limits.get(type_, 0), self.used(name, type_), _lends(bounds))
            for name, bounds in self.shares.items()
        }

    def name_of(self, job_id: str | None) -> str | None:
        """A job's name, None if the job is not known."""
        job = self.jobs.get(job_id or "")
        return job.name if job else None

    @singledispatchmethod
    def take(self, fact: Fact) -> None:
        """Apply one fact. Facts that change nothing here are passed over."""

    @take.register
    def _(self, fact: Submitted) -> None:
        self.jobs[fact.job] = Job(
            fact.job,
            fact.name,
            fact.share,
            fact.owner,
            fact.instances,
            fact.priority,
            fact.retries,
            since=fact.at,
        )

    @take.register
    def _(self, fact: Raised) -> None:
        self.jobs[fact.job].priority = fact.priority

    @take.register
    def _(self, fact: Withdrawn) -> None:
        self.jobs[fact.job].withdrawn = fact.because

    @take.register
    def _(self, fact: Moved) -> None:
        job = self.jobs.get(fact.job)
        if job is None:
            return
        _mark_machines(job, fact)
        job.state, job.since = fact.after, fact.at
        if fact.after == "RUNNING":
            job.running_since = fact.at
        elif fact.after == "RUNNABLE" or job.ended:
            job.running_since = job.stopping = None
        if fact.after != "RUNNABLE":
            job.blocked = None

    @take.register
    def _(self, fact: Stopped) -> None:
        if job := self.jobs.get(fact.job):
            job.stopping = fact
            job.stops += 1

    @take.register
    def _(self, fact: Blocked) -> None:
        if job := self.jobs.get(fact.job):
            job.blocked = fact.reason

    @take.register
    def _(self, fact: Bounds) -> None:
        self.shares[fact.share] = fact

    @take.register
    def _(self, fact: Capacity) -> None:
        self.capacity = fact.types

    @take.register(Said | MachinesOut | Use)
    def _(self, fact: Said | MachinesOut | Use) -> None:
        """The script's words, machines and Batch's own sums change nothing here."""


def no_machines(fact: Moved) -> bool:
    """Whether a job fell back into the queue because SageMaker had no machine for it."""
    return fact.after == "RUNNABLE" and (fact.reason or "").startswith("CAPACITY:")


def _mark_machines(job: Job, fact: Moved) -> None:
    if no_machines(fact):
        job.no_machines_since = job.no_machines_since or fact.at
    elif fact.after not in {"SCHEDULED", "RUNNABLE"}:
        job.no_machines_since = None


def _lends(bounds: Bounds) -> bool:
    return bounds.sharing in LENDS
