"""The quantities of the rules, counted plainly from the jobs: the oracle of the running sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from batchdesk.scheduler import Book, Job, Share


@dataclass(frozen=True)
class Use:
    """Jobs that use instances under some shares and a capacity."""

    capacity: dict[str, int]
    shares: dict[str, Share]
    jobs: tuple[Job, ...]

    @classmethod
    def of(cls, book: Book, *states: str) -> Use:
        """The jobs of a book in these states."""
        jobs = tuple(entry.job for entry in book if entry.state in states)
        return cls(dict(book.terms.capacity), dict(book.terms.shares), jobs)

    def plus(self, *jobs: Job) -> Use:
        return Use(self.capacity, self.shares, self.jobs + jobs)

    def less(self, gone: Iterable[str]) -> Use:
        names = set(gone)
        left = tuple(job for job in self.jobs if job.job_id not in names)
        return Use(self.capacity, self.shares, left)

    def kinds(self) -> set[str]:
        limits = {kind for share in self.shares.values() for kind in share.limits}
        return limits | set(self.capacity) | {kind for job in self.jobs for kind in job.instances}

    def used(self, share: str, kind: str) -> int:
        return sum(job.instances.get(kind, 0) for job in self.jobs if job.share == share)

    def total(self, kind: str) -> int:
        return sum(job.instances.get(kind, 0) for job in self.jobs)

    def limit(self, share: str, kind: str) -> int:
        return self.shares[share].limits.get(kind, 0)

    def limits(self, kind: str) -> int:
        return sum(self.limit(share, kind) for share in self.shares)

    def excess(self, kind: str) -> int:
        return sum(max(0, self.used(s, kind) - self.limit(s, kind)) for s in self.shares)

    def lendable(self, kind: str) -> int:
        idle = sum(
            max(0, self.limit(name, kind) - self.used(name, kind))
            for name, share in self.shares.items()
            if share.sharing != "reserve"
        )
        return max(0, idle + min(0, self.capacity.get(kind, 0) - self.limits(kind)))

    def uncovered(self, kind: str) -> int:
        return max(0, self.excess(kind) - self.lendable(kind))

    def within(self, share: str, kind: str) -> bool:
        """L > 0 and U <= L + bound."""
        limit, used, terms = self.limit(share, kind), self.used(share, kind), self.shares[share]
        if limit == 0:
            return False
        if terms.sharing != "lend_and_borrow":
            return used <= limit
        return terms.borrow_limit is None or used - limit <= terms.borrow_limit * limit // 100

    def own(self, job: Job) -> bool:
        """Whether the share of a job that is in stays within its limits."""
        return all(
            self.used(job.share, kind) <= self.limit(job.share, kind) for kind in job.instances
        )

    def holds(self, job: Job, bare: Use) -> bool:
        """Whether a job that is in fits, `bare` being the same without promised jobs."""
        return all(
            self.total(kind) <= self.capacity.get(kind, 0)
            and self.within(job.share, kind)
            and self.uncovered(kind) <= bare.uncovered(kind)
            for kind in job.instances
        )

    def overcommitted(self) -> bool:
        return any(self.limits(kind) > self.capacity.get(kind, 0) for kind in self.kinds())
