"""What each job did over time: bars, from the facts of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from batchdesk.lab.story.facts import Blocked, Fact, Moved, Stopped, Submitted
from batchdesk.lab.story.world import ENDED, no_machines

Doing = Literal["waiting", "starting", "running", "stopping", "no machines", "never"]
DOING: Mapping[str, Doing] = {
    "SUBMITTED": "waiting",
    "PENDING": "waiting",
    "RUNNABLE": "waiting",
    "SCHEDULED": "starting",
    "STARTING": "starting",
    "RUNNING": "running",
}


@dataclass(frozen=True)
class Bar:
    """What a job did from `start` to `end` (epoch ms)."""

    doing: Doing
    start: int
    end: int


@dataclass
class Row:
    """One job's bars, one after the other, and how it ended (None: not yet)."""

    job: Submitted
    bars: list[Bar] = field(default_factory=list)
    ended: str | None = None


def rows_of(facts: Sequence[Fact], end: int) -> list[Row]:
    """One row for each job, in the order of submission."""
    rows = {fact.job: Row(fact) for fact in facts if isinstance(fact, Submitted)}
    for job, row in rows.items():
        own = [
            fact
            for fact in facts
            if isinstance(fact, Moved | Stopped | Blocked) and fact.job == job
        ]
        moves = [fact.after for fact in own if isinstance(fact, Moved)]
        row.ended = moves[-1] if moves and moves[-1] in ENDED else None
        row.bars = list(_joined(_bars(own, end)))
    return list(rows.values())


def _bars(facts: Sequence[Moved | Stopped | Blocked], end: int) -> Iterator[Bar]:
    doing: Doing | None = None
    since = 0
    for fact in facts:
        if doing and fact.at > since:
            yield Bar(doing, since, fact.at)
        doing, since = _next(doing, fact), fact.at
    if doing and end > since:
        yield Bar(doing, since, end)


def _next(doing: Doing | None, fact: Moved | Stopped | Blocked) -> Doing | None:
    if isinstance(fact, Stopped):
        return "stopping"
    if isinstance(fact, Blocked):
        return "never"
    if no_machines(fact) or (doing == "no machines" and fact.after in {"SCHEDULED", "RUNNABLE"}):
        return "no machines"
    return DOING.get(fact.after)


def _joined(bars: Iterator[Bar]) -> Iterator[Bar]:
    """Join neighbours that say the same; a try that found no machine is part of the waiting."""
    last: Bar | None = None
    for bar in bars:
        if last and last.doing == bar.doing:
            last = Bar(last.doing, last.start, bar.end)
            continue
        if last:
            yield last
        last = bar
    if last:
        yield last
