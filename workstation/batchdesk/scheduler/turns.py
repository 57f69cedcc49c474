"""The heads of the shares take turns until nobody gets anything any more."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from operator import attrgetter

from batchdesk.scheduler.book import Book
from batchdesk.scheduler.draft import Draft
from batchdesk.scheduler.entry import Entry
from batchdesk.scheduler.in_share import displace, own_but_for_lower
from batchdesk.scheduler.ordering import QueueKey, TurnKey, turn_key
from batchdesk.scheduler.reclaim import reclaim
from batchdesk.scheduler.spare import spare_for
from batchdesk.scheduler.words import Job

OWN, IN_SHARE, REST = range(3)


@dataclass(slots=True)
class Line:
    """A share's RUNNABLE jobs in the order of their turns, and how far the turns have come.

    after: the job before this one was promised room, so this one may only be promised, too,
    and only if both are own.
    """

    share: str
    jobs: list[QueueKey]
    place: int = 0
    after: bool = False
    open: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """A job whose turn it may be."""

    line: Line
    entry: Entry
    own: bool
    key: TurnKey


class Turns:
    """One run through the turns, on a draft of its own.

    passed: jobs that cannot be served, past whom jobs promised before keep their turn.
    """

    def __init__(self, book: Book, passed: Set[str]) -> None:
        self.book = book
        self.draft = Draft(book)
        self.passed = passed
        self.old_promises = self.draft.rank.keys() - passed
        self.lines = {share: self._line(share) for share in book.queues}
        self.ready: dict[str, Turn] = {}
        self.in_vain: dict[str, Turn] = {}

    def play(self) -> None:
        """Let the heads take turns; one that sets room free gives all others another turn.

        Starts and promises take room and never make any: who was served nothing before them
        would be served nothing after them.
        """
        for line in self.lines.values():
            self._open(line)
        while self.ready:
            self._take(min(self.ready.values(), key=attrgetter("key")))

    def overtaken(self) -> set[str]:
        """Jobs that were not served, though jobs promised before wait behind them."""
        draft, waiting = self.draft, set()
        for job_id in self.old_promises - {*draft.promises, *draft.started}:
            line = self.lines[self.book.entry(job_id).job.share]
            first = line.jobs[line.place][2]
            if first != job_id:
                waiting.add(first)
        return waiting

    def _line(self, share: str) -> Line:
        """The queue; behind the first passed job only those promised before (no backfill)."""
        queue = self.book.queues[share].keys
        if not self.passed:
            return Line(share, queue)
        first = next((i for i, key in enumerate(queue) if key[2] in self.passed), len(queue))
        kept = [key for key in queue[first:] if key[2] in self.old_promises]
        return Line(share, queue[:first] + kept)

    def _open(self, line: Line) -> None:
        """Work out whose turn it is in a line, if anybody's."""
        turn = self._turn(line) if line.open and line.place < len(line.jobs) else None
        if turn is None:
            self.ready.pop(line.share, None)
        else:
            self.ready[line.share] = turn

    def _turn(self, line: Line) -> Turn | None:
        entry = self.book.entry(line.jobs[line.place][2])
        if entry.not_before is not None and entry.not_before > self.book.now:
            return None
        own = self.draft.own(entry.job)
        if line.after and not own:
            return None
        return Turn(line, entry, own, self._key(entry.job, own))

    def _key(self, job: Job, own: bool) -> TurnKey:
        rank = self.draft.rank.get(job.job_id)
        since = self.book.front_since(job.share, job.job_id)
        return turn_key(job, self._class(job, own, rank is not None), rank, since)

    def _class(self, job: Job, own: bool, promised: bool) -> int:
        """Own jobs first; where limits overcommit, promised ones beside them.

        Promised ones that are not own are no worse off than those who would stop lower jobs of
        their share: else these would take what was set free for them.
        """
        if own or (promised and any(map(self.book.terms.overcommitted, job.instances))):
            return OWN
        if promised or (self._displaces(job) and own_but_for_lower(self.draft, job)):
            return IN_SHARE
        return REST

    def _take(self, turn: Turn) -> None:
        draft, line, job = self.draft, turn.line, turn.entry.job
        if not draft.fits_settled(job):
            self._serve(turn)
        elif not line.after and draft.fits_present(job):
            draft.start(turn.entry)
            self._next(line)
        elif turn.own or draft.awaited(job):
            self._promise(turn, turn.own)
        else:
            self._give_up(turn)

    def _serve(self, turn: Turn) -> None:
        """Stop others for the job, if the rules allow."""
        job, own, draft = turn.entry.job, turn.own, self.draft
        picked = reclaim(draft, job) if own else None
        if picked is None and not turn.line.after and self._displaces(job):
            displaced = displace(draft, job)
            picked, own = (displaced[0], own or displaced[1]) if displaced else (None, own)
        if picked is None:
            self._give_up(turn)
            return
        needed = spare_for(draft, job, own, picked)
        draft.book_victims(job, needed)
        self._promise(turn, own)
        self._again({victim.job.share for victim in needed})

    def _give_up(self, turn: Turn) -> None:
        self.in_vain[turn.line.share] = self.ready.pop(turn.line.share)

    def _again(self, changed: Set[str]) -> None:
        """Room was set free: all take turns again, these shares looked at afresh."""
        self.ready |= self.in_vain
        self.in_vain.clear()
        for share in changed:
            self._open(self.lines[share])

    def _displaces(self, job: Job) -> bool:
        return self.book.terms.shares[job.share].in_share_preemption

    def _promise(self, turn: Turn, own: bool) -> None:
        self.draft.promise(turn.entry.job, own)
        turn.line.after, turn.line.open = True, own
        self._next(turn.line)

    def _next(self, line: Line) -> None:
        line.place += 1
        self._open(line)
