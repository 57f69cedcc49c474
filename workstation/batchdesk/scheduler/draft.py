"""The working copy of one pass: what would be, if all that was decided so far is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from batchdesk.scheduler.book import Book
from batchdesk.scheduler.entry import Entry
from batchdesk.scheduler.ordering import stop_key
from batchdesk.scheduler.words import Job


@dataclass(frozen=True)
class Promised:
    """Room promised to a job.

    own: it must stay within its share's own limits. waits_for: what no stop brings it, and
    hence what is kept for it already now.
    """

    job: Job
    own: bool
    waits_for: Mapping[str, int]


class Draft:
    """Two ledgers with the promised jobs in, and both without (bare)."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.terms = book.terms
        self.settled, self.settled_bare = book.settled.copy(), book.settled.copy()
        self.present, self.present_bare = book.present.copy(), book.present.copy()
        self.rank = {job_id: rank for rank, job_id in enumerate(book.promised)}
        self.started: dict[str, Entry] = {}
        self.promises: dict[str, Promised] = {}
        self.victims: dict[str, Entry] = {}
        self.picked_for: dict[str, Job] = {}
        self.asked: Counter[tuple[str, str]] = Counter()
        self.owning: Counter[str] = Counter()
        self.stops: dict[str, list[Entry]] = {}
        self._alike: dict[str, list[list[Entry]]] = {}
        for entry in book.stopping():
            if entry.stopping_for is not None:
                self.stops.setdefault(entry.stopping_for, []).append(entry)

    def fits_settled(self, job: Job) -> bool:
        """Whether there is room once all stops are over."""
        return self.settled.fits(job, self.settled_bare)

    def fits_present(self, job: Job) -> bool:
        """Whether there is room now."""
        return self.present.fits(job, self.present_bare)

    def short(self, job: Job) -> dict[str, int]:
        """What others must give back before a job has room once all stops are over."""
        return self.settled.short(job, self.settled_bare)

    def own(self, job: Job) -> bool:
        """Whether a job stays within its share's limits once all stops are over."""
        return self.settled.own(job)

    def awaited(self, job: Job) -> bool:
        """Whether stops are made for a job, or it was promised room before."""
        return job.job_id in self.stops or job.job_id in self.rank

    def candidates(self, share: str) -> Iterator[Entry]:
        """Running jobs of a share that may still be stopped in this pass."""
        for entry in self.book.running(share):
            if entry.job.job_id not in self.victims:
                yield entry

    def foremost(self, share: str) -> Iterator[Entry]:
        """Of candidates that ask for the same, the first in the order of stopping."""
        if share not in self._alike:
            self._alike[share] = _alike(self.book.running(share))
        for group in self._alike[share]:
            for entry in group:
                if entry.job.job_id not in self.victims:
                    yield entry
                    break

    def start(self, entry: Entry) -> None:
        """The job starts; in this pass it is nobody's victim."""
        self.started[entry.job.job_id] = entry
        for ledger in (self.settled, self.settled_bare, self.present, self.present_bare):
            ledger.add(entry.job.share, entry.job.instances)

    def promise(self, job: Job, own: bool) -> None:
        """The room that stops set free is kept for the job."""
        stops = self.stops.get(job.job_id, [])
        waits_for = {
            kind: max(0, count - sum(stop.job.instances.get(kind, 0) for stop in stops))
            for kind, count in job.instances.items()
        }
        self.promises[job.job_id] = Promised(job, own, waits_for)
        self.settled.add(job.share, job.instances)
        self.present.add(job.share, waits_for)
        self.asked.update((job.share, kind) for kind in job.instances)
        self.owning[job.share] += own

    def drop(self, promised: Promised) -> None:
        """The promise cannot be kept."""
        job = promised.job
        del self.promises[job.job_id]
        self.settled.remove(job.share, job.instances)
        self.present.remove(job.share, promised.waits_for)
        self.asked.subtract((job.share, kind) for kind in job.instances)
        self.owning[job.share] -= promised.own

    def pick(self, victim: Entry) -> None:
        """The job is to be stopped."""
        self.victims[victim.job.job_id] = victim
        for ledger in (self.settled, self.settled_bare):
            ledger.remove(victim.job.share, victim.job.instances)

    def let_go(self, victim: Entry) -> None:
        """The job is not stopped after all."""
        del self.victims[victim.job.job_id]
        for ledger in (self.settled, self.settled_bare):
            ledger.add(victim.job.share, victim.job.instances)

    def book_victims(self, job: Job, victims: list[Entry]) -> None:
        """Note for whom the victims stop."""
        for victim in victims:
            self.picked_for[victim.job.job_id] = job
        self.stops.setdefault(job.job_id, []).extend(victims)

    def keeps(self, promised: Promised) -> bool:
        """Whether a promise holds, with all that is in."""
        job = promised.job
        return all(self.sound(kind) for kind in job.instances) and all(
            self.in_bounds(job.share, kind, promised.own) for kind in job.instances
        )

    def sound(self, kind: str) -> bool:
        """Whether all promises together fit, once all stops are over."""
        return self.settled.sound(kind, self.settled_bare)

    def in_bounds(self, share: str, kind: str, own: bool) -> bool:
        """Whether a share stays within its limit (own) or within limit and borrow limit."""
        used = self.settled.used(share, kind)
        if own:
            return used <= self.terms.limit(share, kind)
        return self.terms.within(share, kind, used)


def _alike(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Jobs that ask for the same together, each group in the order of stopping."""
    groups: dict[frozenset[tuple[str, int]], list[Entry]] = {}
    for entry in sorted(entries, key=stop_key):
        groups.setdefault(frozenset(entry.job.instances.items()), []).append(entry)
    return list(groups.values())
