"""Facts told as sentences. One `Narrator` follows one run and keeps its own world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    Withdrawn,
)
from batchdesk.lab.story.reasons import why_it_waits, why_never, why_stopped
from batchdesk.lab.story.sharing import split
from batchdesk.lab.story.words import asked, listed, nodes, ordinal, span, times
from batchdesk.lab.story.world import Job, World, no_machines


@dataclass(frozen=True)
class Line:
    """One sentence; `kind` lets a teller colour it, `job` lets a page link it."""

    at: int
    kind: str
    text: str
    job: str | None = None


@dataclass
class Narrator:
    """Turns the facts of one instant into lines; the world is as it stands after them."""

    world: World = field(default_factory=World)
    _told_waiting: set[str] = field(default_factory=set)
    _begun: bool = False

    def tell(self, facts: Iterable[Fact]) -> list[Line]:
        """Return what these facts mean, in order; they must all be of one instant."""
        lines: list[Line] = []
        at = 0
        for fact in facts:
            at = fact.at
            lines.extend(self._before(fact))
            self.world.take(fact)
            lines.extend(self._after(fact))
        lines.extend(self._waiting(at))
        return lines

    @singledispatchmethod
    def _before(self, _fact: Fact) -> Iterator[Line]:
        """Sentences that need the world as it was."""
        yield from ()

    @_before.register
    def _(self, fact: Raised) -> Iterator[Line]:
        job = self.world.jobs[fact.job]
        verb = "raised" if fact.priority > job.priority else "lowered"
        text = f"{job.name} is {verb} from priority {job.priority} to {fact.priority}"
        yield Line(fact.at, "act", text, fact.job)

    @_before.register
    def _(self, fact: Moved) -> Iterator[Line]:
        if job := self.world.jobs.get(fact.job):
            yield from _left(job, fact)

    @_before.register
    def _(self, fact: Bounds) -> Iterator[Line]:
        known = self.world.shares.get(fact.share)
        if known and self._begun:
            yield Line(fact.at, "act", _bounds_changed(known, fact))

    @singledispatchmethod
    def _after(self, _fact: Fact) -> Iterator[Line]:
        """Sentences that need the world as it became."""
        yield from ()

    @_after.register
    def _(self, fact: Said) -> Iterator[Line]:
        yield Line(fact.at, "say", fact.text)

    @_after.register
    def _(self, fact: Submitted) -> Iterator[Line]:
        self._begun = True
        owner = f" ({fact.owner})" if fact.owner else ""
        text = (
            f"{fact.name}{owner} joins {fact.share}'s queue: "
            f"{asked(fact.instances)}, priority {fact.priority}{_returns(fact.retries)}"
        )
        yield Line(fact.at, "act", text, fact.job)

    @_after.register
    def _(self, fact: Withdrawn) -> Iterator[Line]:
        name = self.world.jobs[fact.job].name
        yield Line(fact.at, "act", f"the script withdraws {name}: {fact.because}", fact.job)

    @_after.register
    def _(self, fact: MachinesOut) -> Iterator[Line]:
        text = f"AWS runs out of {fact.type} machines for {span(fact.until - fact.at)}"
        yield Line(fact.at, "machines", text)

    @_after.register
    def _(self, fact: Capacity) -> Iterator[Line]:
        if self._begun:
            sizes = " and ".join(f"{nodes(n)} {type_}" for type_, n in sorted(fact.types.items()))
            yield Line(fact.at, "act", f"the queue now has {sizes}")

    @_after.register
    def _(self, fact: Moved) -> Iterator[Line]:
        job = self.world.jobs.get(fact.job)
        if job and fact.after == "SCHEDULED" and job.no_machines_since is None:
            yield Line(fact.at, "start", f"{job.name} gets {self._whose_node(job)}", job.id)

    @_after.register
    def _(self, fact: Stopped) -> Iterator[Line]:
        if job := self.world.jobs.get(fact.job):
            ran = f" after {span(fact.at - job.running_since)}" if job.running_since else ""
            text = f"{job.name} is stopped{ran}: {why_stopped(self.world, fact)}"
            yield Line(fact.at, "stop", text, job.id)

    @_after.register
    def _(self, fact: Blocked) -> Iterator[Line]:
        if job := self.world.jobs.get(fact.job):
            self._told_waiting.add(job.id)
            text = f"{job.name} can never start: {why_never(self.world, job)}"
            yield Line(fact.at, "blocked", text, job.id)

    def _whose_node(self, job: Job) -> str:
        type_, count = next(iter(job.instances.items()))
        holdings = self.world.holdings(type_)
        mine = holdings[job.share]
        borrowed = min(count, mine.excess)
        if not borrowed:
            return f"{nodes(count)} of {job.share}'s own"
        lenders = [name for name, part in split(holdings).items() if part.lent]
        own = f"{nodes(count - borrowed)} of {job.share}'s own and " if borrowed < count else ""
        return f"{own}{nodes(borrowed)} that {listed(lenders)} {_lend(lenders)}"

    def _is_being_served(self, job: Job) -> bool:
        """Whether its waiting is explained already: after a stop, or while one is made for it."""
        served = {other.stopping.for_job for other in self.world.jobs.values() if other.stopping}
        return bool(job.stops) or job.id in served or job.no_machines_since is not None

    def _waiting(self, at: int) -> Iterator[Line]:
        for job in self.world.jobs.values():
            if job.id in self._told_waiting or job.state != "RUNNABLE" or job.since != at:
                continue
            self._told_waiting.add(job.id)
            if self._is_being_served(job):
                continue
            yield Line(at, "wait", f"{job.name} waits: {why_it_waits(self.world, job)}", job.id)


def _left(job: Job, fact: Moved) -> Iterator[Line]:
    if no_machines(fact):
        if job.no_machines_since is None:
            text = f"AWS has no machine for {job.name}; it keeps its turn and tries again"
            yield Line(fact.at, "machines", text, job.id)
    elif fact.after == "RUNNABLE" and job.stopping:
        text = f"{job.name} is back in the queue ({ordinal(job.stops)} stop)"
        yield Line(fact.at, "back", text, job.id)
    elif fact.after == "STARTING" and job.no_machines_since is not None:
        waited = span(fact.at - job.no_machines_since)
        yield Line(fact.at, "start", f"{job.name} has a machine after {waited} without", job.id)
    elif fact.after == "SUCCEEDED":
        ran = f" after {span(fact.at - job.running_since)}" if job.running_since else ""
        yield Line(fact.at, "done", f"{job.name} is done{ran}", job.id)
    elif fact.after == "FAILED":
        yield Line(fact.at, "ended", f"{job.name} has ended{_how_it_ended(job, fact)}", job.id)
    elif fact.after == "RUNNABLE" and job.in_use:
        yield Line(fact.at, "back", f"{job.name} failed by itself and is tried again", job.id)


def _how_it_ended(job: Job, fact: Moved) -> str:
    if job.withdrawn:
        return " as asked" if job.running_since else " without ever running"
    if job.stopping and job.retries is not None:
        if job.retries == 0:
            return " for good: it may not come back after a stop, as its owner set"
        return f" for good: it may come back {times(job.retries)}, as its owner set"
    return f": it failed by itself ({fact.reason})" if fact.reason else ": it failed by itself"


def _returns(retries: int | None) -> str:
    if retries is None:
        return ""
    return ", ends at its first stop" if retries == 0 else f", comes back {times(retries)}"


def _lend(lenders: list[str]) -> str:
    return "lends" if len(lenders) == 1 else "lend"


def _bounds_changed(before: Bounds, after: Bounds) -> str:
    changes = []
    for type_ in sorted({*before.limits, *after.limits}):
        old, new = before.limits.get(type_, 0), after.limits.get(type_, 0)
        if old != new:
            changes.append(f"limit {old} to {nodes(new)} {type_}")
    if before.borrow_limit != after.borrow_limit:
        changes.append(f"may borrow {_percent(after.borrow_limit)} of its limit")
    if before.sharing != after.sharing:
        changes.append(f"sharing {after.sharing}")
    return f"{after.share} changes: {', '.join(changes) or 'nothing'}"


def _percent(borrow_limit: int | None) -> str:
    return "any multiple" if borrow_limit is None else f"{borrow_limit} %"
