"""Plays a workload through a Book in virtual time: every stop takes the job's grace period."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from batchdesk.scheduler import (
    Book,
    BookError,
    Decision,
    Job,
    Preempt,
    Share,
    Sharing,
    Start,
    decide,
)

Happening = tuple[int, str, str]
MANY_PASSES = 1000
MANY_HAPPENINGS = 3000


@dataclass(frozen=True)
class Work:
    """A job with how long it runs (None = for ever) and how long its stop takes."""

    job: Job
    submit: int = 0
    dur: int | None = None
    grace: int = 20


@dataclass(frozen=True)
class Moment:
    """What a watch sees: the book, the kind of event told, the decisions made or applied."""

    book: Book
    kind: str = ""
    decisions: tuple[Decision, ...] = ()


class Watch:
    """Somebody who looks on; each kind of look is left out unless overridden."""

    def event(self, seen: Moment) -> None:
        """An event was told."""

    def decided(self, seen: Moment) -> None:
        """A pass has decided; nothing of it is applied yet."""

    def applied(self, seen: Moment) -> None:
        """One decision was applied."""

    def rest(self, seen: Moment) -> None:
        """All is decided and applied for this instant."""


@dataclass
class World:
    """What is due, and what has happened: (time, job id, start | preempt | stop | finish)."""

    book: Book
    works: Mapping[str, Work]
    watches: Iterable[Watch] = ()
    log: list[Happening] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    due: list[tuple[int, int, str, Callable[[], bool]]] = field(default_factory=list)
    attempts: dict[str, int] = field(default_factory=dict)
    now: int = 0
    serial: int = 0

    def at(self, time: int, kind: str, deed: Callable[[], bool]) -> None:
        """Do something then; deeds of one instant in the order given."""
        self.serial += 1
        heapq.heappush(self.due, (time, self.serial, kind, deed))

    def run(self, until: int) -> None:
        """All that falls due up to then."""
        while self.due and self.due[0][0] <= until:
            self.now = self.due[0][0]
            while self.due and self.due[0][0] == self.now:
                _, _, kind, deed = heapq.heappop(self.due)
                told = self.watches if deed() else ()
                for watch in told:
                    watch.event(Moment(self.book, kind))
            self._settle()
            assert len(self.log) < MANY_HAPPENINGS, "this does not seem to end"

    def _settle(self) -> None:
        """As `settle` does, looked on at."""
        self.book.tick(self.now)
        for _ in range(MANY_PASSES):
            decisions = decide(self.book)
            if not decisions:
                for watch in self.watches:
                    watch.rest(Moment(self.book))
                return
            for watch in self.watches:
                watch.decided(Moment(self.book, decisions=decisions))
            for decision in decisions:
                self._apply(decision)
        raise AssertionError(f"{MANY_PASSES} passes at {self.now}, and still deciding")

    def _apply(self, decision: Decision) -> None:
        self.book.apply(decision, self.now)
        self.decisions.append(decision)
        if isinstance(decision, Start):
            self._started(self.works[decision.job_id])
        elif isinstance(decision, Preempt):
            self.log.append((self.now, decision.job_id, "preempt"))
            self.stop_later(decision.job_id)
        for watch in self.watches:
            watch.applied(Moment(self.book, decisions=(decision,)))

    def _started(self, work: Work) -> None:
        job_id = work.job.job_id
        attempt = self.attempts[job_id] = self.attempts.get(job_id, 0) + 1
        self.log.append((self.now, job_id, "start"))
        if work.dur is not None:
            self.at(self.now + work.dur, "finish", lambda: self._finish(job_id, attempt))

    def stop_later(self, job_id: str) -> None:
        attempt, grace = self.attempts[job_id], self.works[job_id].grace
        self.at(self.now + grace, "stop", lambda: self._stop(job_id, attempt))

    def _finish(self, job_id: str, attempt: int) -> bool:
        if self.attempts.get(job_id) != attempt or self.is_(job_id, "gone", "runnable"):
            return False
        self.book.finish(job_id, self.now)
        self.log.append((self.now, job_id, "finish"))
        return True

    def _stop(self, job_id: str, attempt: int) -> bool:
        if self.attempts.get(job_id) != attempt or not self.is_(job_id, "stopping"):
            return False
        self.book.stopped(job_id, self.now)
        self.log.append((self.now, job_id, "stop"))
        return True

    def is_(self, job_id: str, *states: str) -> bool:
        try:
            return self.book.state(job_id) in states
        except BookError:
            return "gone" in states

    # --- what a workload may do

    def submit(self, work: Work) -> bool:
        self.book.submit(work.job, self.now)
        return True

    def prio(self, job_id: str, priority: int) -> bool:
        if self.is_(job_id, "gone"):
            return False
        self.book.set_priority(job_id, priority, self.now)
        return True

    def cancel(self, job_id: str) -> bool:
        if self.is_(job_id, "gone"):
            return False
        running = self.is_(job_id, "running")
        self.book.terminate(job_id, self.now)
        if running:
            self.stop_later(job_id)
        return True

    def retry(self, job_id: str) -> bool:
        if not self.is_(job_id, "running"):
            return False
        self.book.retry(job_id, self.now)
        return True

    def no_machines(self, job_id: str, seconds: int) -> bool:
        if not self.is_(job_id, "running"):
            return False
        self.book.no_machines(job_id, self.now, self.now + seconds)
        self.at(self.now + seconds, "tick", lambda: True)
        return True

    def limit(self, share: str, kind: str, count: int) -> bool:
        old = self.book.terms.shares[share]
        self.book.set_share(replace(old, limits={**old.limits, kind: count}), self.now)
        return True

    def sharing(self, share: str, sharing: Sharing, borrow_limit: int | None) -> bool:
        old = self.book.terms.shares[share]
        self.book.set_share(replace(old, sharing=sharing, borrow_limit=borrow_limit), self.now)
        return True

    def cap(self, kind: str, count: int) -> bool:
        self.book.set_capacity({**self.book.terms.capacity, kind: count}, self.now)
        return True


POLICY_CHANGES = {"limit", "cap", "sharing"}

Change = tuple[object, ...]


@dataclass(frozen=True)
class Workload:
    """A whole history: shares, jobs and changes (time, kind, arguments…)."""

    capacity: Mapping[str, int]
    shares: tuple[Share, ...]
    works: tuple[Work, ...]
    changes: tuple[Change, ...] = ()

    def world(self, watches: Iterable[Watch] = ()) -> World:
        """A world in which all of it is due."""
        book = Book(self.capacity, self.shares)
        world = World(book, {work.job.job_id: work for work in self.works}, tuple(watches))
        for work in self.works:
            world.at(work.submit, "submit", _submitting(world, work))
        for time, kind, *arguments in self.changes:
            assert isinstance(time, int)
            world.at(time, str(kind), _changing(world, str(kind), arguments))
        return world


def _submitting(world: World, work: Work) -> Callable[[], bool]:
    return lambda: world.submit(work)


def _changing(world: World, kind: str, arguments: list[object]) -> Callable[[], bool]:
    return lambda: bool(getattr(world, kind)(*arguments))
