"""What owners and promised jobs may rely on, checked by plain counting."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from batchdesk.scheduler import Book, Job, Start
from tests.unit.scheduler.plain import Use
from tests.unit.scheduler.player import POLICY_CHANGES, Moment, Watch


@dataclass
class Owners(Watch):
    """With limits that do not overcommit and no policy change, owners are served at once.

    An own head, and every own job behind it, is promised in the instant it becomes own.
    """

    changed: bool = False

    def event(self, seen: Moment) -> None:
        self.changed = self.changed or seen.kind in POLICY_CHANGES

    def rest(self, seen: Moment) -> None:
        use = Use.of(seen.book, "running")
        if not self.changed and not use.overcommitted():
            for share in seen.book.terms.shares:
                self._served(seen.book, share, use)

    def _served(self, book: Book, share: str, use: Use) -> None:
        ahead: list[Job] = []
        for job_id in book.queue(share):
            entry = book.entry(job_id)
            waits = entry.not_before is not None and entry.not_before > book.now
            if waits or not use.plus(*ahead, entry.job).own(entry.job):
                return
            assert job_id in book.promised, f"own {job_id} is not promised"
            ahead.append(entry.job)


@dataclass
class OwnWaits(Watch):
    """With limits that do not overcommit and no policy change: no own head waits `longest`."""

    longest: int
    since: dict[str, int] = field(default_factory=dict)

    def rest(self, seen: Moment) -> None:
        book, use = seen.book, Use.of(seen.book, "running")
        own = set()
        for share in book.terms.shares:
            head = book.head(share)
            if head in book.promised and use.plus(book.entry(head).job).own(book.entry(head).job):
                own.add(head)
        self.since = {head: self.since.get(head, book.now) for head in own}
        for head, since in self.since.items():
            assert book.now - since < self.longest, f"{head} waits since {since}"


@dataclass(frozen=True)
class Waiting:
    """A promised job: who ranked before it, which stops it waits for, whether it is own."""

    job: Job
    ahead: frozenset[str]
    stops: frozenset[str]
    own: bool


@dataclass
class Starts(Watch):
    """A promised job starts when the stops of that time are over.

    Unless it leaves, is outranked in its share, the policy changes, or it is not own and an
    owner comes in between.
    """

    waiting: dict[str, Waiting] = field(default_factory=dict)

    def event(self, seen: Moment) -> None:
        if seen.kind in POLICY_CHANGES:
            self.waiting.clear()

    def applied(self, seen: Moment) -> None:
        for made in seen.decisions:
            if isinstance(made, Start):
                self._give_way(seen.book, seen.book.entry(made.job_id).job)

    def _give_way(self, book: Book, started: Job) -> None:
        """The started job no longer waits; nor is anybody bound to start whom it outranks.

        Should it come back to the queue, it outranks anew.
        """
        self.waiting.pop(started.job_id, None)
        owner = Use.of(book, "running").own(started)
        self.waiting = {
            name: replace(noted, ahead=noted.ahead - {started.job_id})
            for name, noted in self.waiting.items()
            if not (noted.job.share == started.share and started.job_id not in noted.ahead)
            and not (owner and not noted.own)
        }

    def rest(self, seen: Moment) -> None:
        book = seen.book
        stopping = frozenset(e.job.job_id for e in book if e.state == "stopping")
        promised = [book.entry(name).job for name in book.promised]
        settled = Use.of(book, "running").plus(*promised)
        owners = {job.job_id for job in promised if settled.own(job)}
        new_owner = bool(owners - set(self.waiting))
        for name, noted in list(self.waiting.items()):
            if self._excused(book, noted, new_owner):
                del self.waiting[name]
                continue
            assert name in book.promised, f"promise to {name} was dropped"
            assert noted.stops & stopping, f"{name} did not start when the stops were over"
        for job in promised:
            ahead = _before(book, job)
            if ahead <= set(book.promised):
                own = job.job_id in owners
                self.waiting.setdefault(job.job_id, Waiting(job, ahead, stopping, own))

    def _excused(self, book: Book, noted: Waiting, new_owner: bool) -> bool:
        job_id = noted.job.job_id
        if all(e.job.job_id != job_id or e.state != "runnable" for e in book):
            return True
        ahead = _before(book, noted.job)
        outranked = bool(ahead - noted.ahead) or not ahead <= set(book.promised)
        return outranked or (new_owner and not noted.own)


def _before(book: Book, job: Job) -> frozenset[str]:
    queue = book.queue(job.share)
    return frozenset(queue[: queue.index(job.job_id)])
