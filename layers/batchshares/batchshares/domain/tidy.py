"""Bringing together what belongs together once more facts of a job are known.

A stop whose attempt was unknown when it was written stands under a provisional name.
These functions look at all stops of one job and say what to merge; they depend on the
facts only, not on the order in which those arrived.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from batchshares.domain.moments import from_millis
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.run import Run
from batchshares.domain.which_attempt import SECOND, SLACK

_LONG_AGO = from_millis(0)


@dataclass(frozen=True)
class Merge:
    """Move all facts of `source` to `target` and remove `source`."""

    source: Occurrence
    target: Occurrence


def merges(stops: Iterable[Occurrence]) -> list[Merge]:
    """Return what to merge among the stops of one job.

    1. A provisional start joins the named stop that it began: the last start before
       that stop was over, within five minutes, and not before its attempt began.
    2. A provisional completion joins the last provisional start before it.
    """
    ordered = sorted(stops, key=lambda stop: (stop.at, stop.name))
    starts = [stop for stop in ordered if stop.is_provisional and stop.started]
    found: list[Merge] = []
    for named in sorted(_named_and_over(ordered), key=_over):
        start = _start_of(named, starts)
        if start:
            starts.remove(start)
            found.append(Merge(start, named))
    return found + _provisional_pairs(ordered, starts)


def _named_and_over(stops: Iterable[Occurrence]) -> list[Occurrence]:
    return [stop for stop in stops if not stop.is_provisional and stop.over_at]


def _over(stop: Occurrence) -> tuple[datetime, str]:
    return stop.over_at or _LONG_AGO, stop.name


def _start_of(named: Occurrence, starts: Sequence[Occurrence]) -> Occurrence | None:
    fitting = [start for start in starts if _began(start, named)]
    before = [start for start in fitting if _at(start) <= _over(named)[0]]
    return max(before or fitting, key=_at, default=None)


def _began(start: Occurrence, named: Occurrence) -> bool:
    if named.started:  # only its own start again, written once more while Batch was silent
        return named.started.at == _at(start)
    begin = named.attempt_started_at
    return (begin is None or begin < _at(start) + SECOND) and _at(start) <= _over(named)[0] + SLACK


def _at(start: Occurrence) -> datetime:
    return start.started.at if start.started else start.at


def _provisional_pairs(stops: Sequence[Occurrence], starts: Sequence[Occurrence]) -> list[Merge]:
    found = []
    open_starts = [start for start in starts if start.completed is None]
    orphans = [stop for stop in stops if stop.is_provisional and stop.started is None]
    for orphan in orphans:
        before = [start for start in open_starts if _at(start) <= orphan.at]
        if before:
            last = max(before, key=_at)
            open_starts.remove(last)
            found.append(Merge(orphan, last))
    return found


def open_start(stops: Iterable[Occurrence], at: datetime) -> Occurrence | None:
    """Return the provisional start that a completion without an attempt at `at` belongs to."""
    waiting = [
        stop
        for stop in stops
        if stop.is_provisional and stop.started and not stop.completed and _at(stop) <= at
    ]
    return max(waiting, key=_at, default=None)


def restarts(stops: Iterable[Occurrence], runs: Iterable[Run]) -> list[tuple[Occurrence, datetime]]:
    """Return the stops whose job runs again without their saying so, and since when.

    A stop's restart is the first run after it, unless another stop lies between.
    """
    ordered = sorted((stop for stop in stops if stop.over_at), key=_over)
    begins = sorted(run.started_at for run in runs if run.started_at)
    found = []
    for stop, following in zip(ordered, [*ordered[1:], None], strict=True):
        until = following.over_at if following else None
        again = next((at for at in begins if at > _over(stop)[0]), None)
        if again and (until is None or again < until) and _is_earlier(again, stop):
            found.append((stop, again))
    return found


def _is_earlier(again: datetime, stop: Occurrence) -> bool:
    return stop.running_again is None or again < stop.running_again.at
