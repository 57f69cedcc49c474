"""Bringing together what belongs together once more facts of a job are known.

A stop whose attempt was unknown when it was written stands under a provisional name. Which
start belongs to which end is worked out anew from all facts of the job, so it does not
depend on the order in which they came: what an earlier look paired wrongly is parted again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from batchshares.domain.moments import from_millis
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.run import Run
from batchshares.domain.which_attempt import SKEW, SLACK

_LONG_AGO = from_millis(0)


@dataclass(frozen=True)
class Merge:
    """Move all facts of `source` to `target` and remove `source`."""

    source: Occurrence
    target: Occurrence


@dataclass(frozen=True)
class Order:
    """What to do: first part what does not belong together, then look again, then merge."""

    part: list[Occurrence] = field(default_factory=list)
    merge: list[Merge] = field(default_factory=list)


def order_for(stops: Iterable[Occurrence]) -> Order:
    """Return what brings the stops of one job into order.

    1. The same start, or end, written twice is one.
    2. A pair that was found by time only and no longer is the best one is parted.
    3. Each end takes its start.
    """
    known = sorted(stops, key=lambda stop: stop.name)
    twice = _written_twice(known)
    gone = {merge.source.name for merge in twice}
    known = [stop for stop in known if stop.name not in gone]
    pairs = _pairs(known)
    wrong = [stop for stop in known if _is_pair(stop) and pairs.get(stop.name) != stop.name]
    if wrong:
        return Order(part=wrong, merge=twice)
    by_name = {stop.name: stop for stop in known}
    found = [_merge(by_name[start], by_name[end]) for end, start in pairs.items() if end != start]
    return Order(merge=twice + found)


def _written_twice(stops: Sequence[Occurrence]) -> list[Merge]:
    named = {stop.started.at: stop for stop in stops if stop.started and not stop.is_provisional}
    ended = {stop.completed.at: stop for stop in stops if stop.completed and stop.started}
    starts = [
        Merge(stop, named[stop.started.at])
        for stop in stops
        if stop.is_provisional and stop.started and stop.started.at in named
    ]
    ends = [
        Merge(stop, ended[stop.completed.at])
        for stop in stops
        if _is_orphan(stop) and stop.completed and stop.completed.at in ended
    ]
    return starts + ends


def _is_orphan(stop: Occurrence) -> bool:
    return stop.is_provisional and stop.started is None


def _pairs(stops: Sequence[Occurrence]) -> dict[str, str]:
    """Return the name of the start's item for each end's, where a start fits.

    1. The last start before the end, after the end before, and not before its attempt
       began. 2. For ends still without one: the first start within five minutes after.
    """
    ends = sorted((stop for stop in stops if _is_free_end(stop)), key=_end)
    starts = sorted((stop for stop in stops if _is_free_start(stop)), key=_start)
    found: dict[str, str] = {}
    for slack in (False, True):
        for end in ends:
            fitting = [
                start
                for start in starts
                if end.name not in found
                and start.name not in found.values()
                and _fits(start, end, _end_before(end, stops), slack=slack)
            ]
            if fitting:
                found[end.name] = fitting[0 if slack else -1].name
    return found


def _fits(start: Occurrence, end: Occurrence, after: datetime, *, slack: bool) -> bool:
    at, over = _start(start)[0], _end(end)[0]
    if slack:
        return not end.is_provisional and over < at <= over + SLACK
    begin = end.attempt_started_at or after
    return begin < at + SKEW and at <= over


def _end_before(end: Occurrence, stops: Sequence[Occurrence]) -> datetime:
    before = [_end(stop)[0] for stop in stops if stop.over_at and _end(stop) < _end(end)]
    return max(before, default=_LONG_AGO)


def _is_free_start(stop: Occurrence) -> bool:
    return stop.started is not None and (stop.is_provisional or stop.started.by_time)


def _is_free_end(stop: Occurrence) -> bool:
    if stop.over_at is None:
        return False
    return stop.is_provisional or stop.started is None or stop.started.by_time


def _is_pair(stop: Occurrence) -> bool:
    return _is_free_start(stop) and _is_free_end(stop)


def _merge(start: Occurrence, end: Occurrence) -> Merge:
    """Into the named one; of two provisional ones, the end goes to its start."""
    return Merge(end, start) if end.is_provisional else Merge(start, end)


def _start(stop: Occurrence) -> tuple[datetime, str]:
    return (stop.started.at if stop.started else stop.at), stop.name


def _end(stop: Occurrence) -> tuple[datetime, str]:
    return stop.over_at or _LONG_AGO, stop.name


def stop_of_end(stops: Iterable[Occurrence], at: datetime) -> Occurrence | None:
    """Return the stop that a completion without an attempt at `at` belongs to.

    1. The one that has it already. 2. The last provisional start before it still open.
    """
    known = list(stops)
    there = [stop for stop in known if stop.completed and stop.completed.at == at]
    if there:
        return there[0]
    waiting = [
        stop
        for stop in known
        if stop.is_provisional and stop.started and not stop.completed and _start(stop)[0] <= at
    ]
    return max(waiting, key=_start, default=None)


def restarts(stops: Iterable[Occurrence], runs: Iterable[Run]) -> list[tuple[Occurrence, datetime]]:
    """Return the stops whose job runs again without their saying so, and since when.

    A stop's restart is the first run after it, unless another stop lies between.
    """
    ordered = sorted((stop for stop in stops if stop.over_at), key=_end)
    begins = sorted(run.started_at for run in runs if run.started_at)
    found = []
    for stop, following in zip(ordered, [*ordered[1:], None], strict=False):
        until = following.over_at if following else None
        again = next((at for at in begins if at > _end(stop)[0]), None)
        if again and (until is None or again < until) and _is_earlier(again, stop):
            found.append((stop, again))
    return found


def _is_earlier(again: datetime, stop: Occurrence) -> bool:
    return stop.running_again is None or again < stop.running_again.at
