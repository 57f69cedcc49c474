"""Starts and ends find each other by time alone, whatever the order they came in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from batchshares.domain.facts import Completed, Started
from batchshares.domain.job_view import Attempt
from batchshares.domain.occurrence import Occurrence, provisional_name
from batchshares.domain.run import Run
from batchshares.domain.tidy import order_for, restarts
from tests.support.ledger_events import at, training_arn


def start(seconds: float) -> Occurrence:
    """A start whose attempt nobody knows."""
    when = at(seconds)
    stop = Occurrence("job", provisional_name(when), None, when, when, when)
    return replace(stop, started=Started(when, "RUNNING", None))


def orphan(seconds: float) -> Occurrence:
    """An end whose attempt nobody knows."""
    when = at(seconds)
    stop = Occurrence("job", provisional_name(when), None, when, when, when)
    return replace(stop, completed=Completed(when, "RUNNABLE", None, None))


def end(number: int, over: float, begin: float | None = None) -> Occurrence:
    """A completed stop of a named attempt."""
    attempt = Attempt(training_arn(number), None if begin is None else at(begin), at(over))
    stop = Occurrence("job", attempt.name, None, at(over), at(over), at(over))
    return replace(stop, completed=Completed(at(over + 3), "RUNNABLE", attempt, number))


def play(arrivals: list[Occurrence]) -> list[Occurrence]:
    """Do with items in a list what the ledger does with them, after each arrival."""
    items: dict[str, Occurrence] = {}
    for arrival in arrivals:
        there = items.get(arrival.name)
        items[arrival.name] = (
            replace(
                there,
                started=there.started or arrival.started,
                completed=there.completed or arrival.completed,
            )
            if there
            else arrival
        )
        _tidy(items)
    return sorted(items.values(), key=lambda stop: stop.name)


def _tidy(items: dict[str, Occurrence]) -> None:
    while True:
        order = order_for(items.values())
        for merge in order.merge:
            source = items.pop(merge.source.name)
            target = items[merge.target.name]
            moved = replace(source.started, by_time=True) if source.started else None
            items[target.name] = replace(
                target,
                started=target.started or moved,
                completed=target.completed or source.completed,
            )
        if not order.part:
            return
        for stop in order.part:
            _part(items, stop)


def _part(items: dict[str, Occurrence], stop: Occurrence) -> None:
    if stop.is_provisional:
        items[stop.name] = replace(stop, completed=None)
        assert stop.completed
        alone = orphan((stop.completed.at - at(0)).total_seconds())
        items[alone.name] = replace(alone, completed=stop.completed)
    else:
        items[stop.name] = replace(stop, started=None)
        assert stop.started
        alone = start((stop.started.at - at(0)).total_seconds())
        items[alone.name] = alone


def pairs(stops: list[Occurrence]) -> list[tuple[object, object]]:
    """Return when each stop began and was over."""
    return sorted((stop.started.at if stop.started else None, stop.over_at) for stop in stops)


Ending = Callable[[int, float, float], Occurrence]
ENDINGS: list[Ending] = [
    lambda number, begin, over: end(number, over, begin),
    lambda number, _, over: end(number, over),
    lambda _, __, over: orphan(over),
]


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Occurrence], list[tuple[object, object]]]:
    """Draw the stops of one job, one after another, and how they pair."""
    arrivals: list[Occurrence] = []
    expected: list[tuple[object, object]] = []
    clock = 0.0
    for number in range(1, draw(st.integers(1, 4)) + 1):
        began = clock + draw(st.integers(301, 2000))
        stopping = began + draw(st.integers(1, 2000))
        over = stopping + draw(st.integers(1, 900))
        arrivals += [start(stopping), draw(st.sampled_from(ENDINGS))(number, began, over)]
        expected.append((at(stopping), at(over)))
        clock = over
    copies = draw(st.lists(st.sampled_from(arrivals), max_size=4))
    return draw(st.permutations([*arrivals, *copies])), expected


@given(histories())
def test_every_start_finds_its_end_in_whatever_order_and_however_often(
    history: tuple[list[Occurrence], list[tuple[object, object]]],
) -> None:
    arrivals, expected = history

    assert pairs(play(arrivals)) == expected


def test_a_start_stamped_a_little_late_still_finds_its_end() -> None:
    assert len(play([start(1200), end(1, 1100, 0)])) == 1
    assert len(play([start(1500), end(1, 1100, 0)])) == 2


def test_a_start_before_the_attempt_began_is_not_its_start() -> None:
    assert len(play([start(100), end(1, 1100, 200)])) == 2


def test_a_start_that_batch_placed_is_not_moved() -> None:
    placed = replace(end(1, 1100), started=Started(at(900), "RUNNING", None))
    later = play([placed, start(1000)])

    assert [stop.started.at for stop in later if stop.started] == [at(900), at(1000)]


def test_a_restart_belongs_to_the_last_stop_before_it() -> None:
    runs = [Run("job", "two", at(1500)), Run("job", "three", at(2500))]
    found = restarts([end(1, 1000), end(2, 2000)], runs)

    assert [(stop.name, since) for stop, since in found] == [
        (end(1, 1000).name, at(1500)),
        (end(2, 2000).name, at(2500)),
    ]
    assert restarts([end(1, 1000), end(2, 2000)], runs[1:]) == found[1:]
