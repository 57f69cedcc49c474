"""The pacer lets time flow to the next due instant, and hands on what breaks it."""

from __future__ import annotations

from time import monotonic, sleep

import pytest

from batchdesk.lab.agenda import Agenda
from batchdesk.lab.clock import LabClock
from batchdesk.lab.errors import LabError
from batchdesk.lab.pace import Pacer
from batchdesk.lab.world import World


class Ticks:
    """Due each second; notes when it ran; breaks after some."""

    name = "ticks"

    def __init__(self, good_for: int = 1_000) -> None:
        self.ran: list[int] = []
        self._good_for = good_for

    def next_due(self) -> int | None:
        return (len(self.ran) + 1) * 1000

    def run_due(self, now_ms: int) -> None:
        if len(self.ran) == self._good_for:
            raise LabError("broken on purpose")
        self.ran.append(now_ms)


def paced(ticks: Ticks, speed: float) -> tuple[World, Pacer]:
    world = World(LabClock(0), Agenda([ticks]))
    pacer = Pacer(world, speed)
    pacer.start()
    return world, pacer


def until(count: int, ticks: Ticks) -> None:
    deadline = monotonic() + 20
    while len(ticks.ran) < count and monotonic() < deadline:
        sleep(0.005)


def test_every_instant_is_met_exactly_however_fast_time_flows() -> None:
    ticks = Ticks()
    world, pacer = paced(ticks, 5_000)
    until(20, ticks)
    world.stop()
    pacer.stop()
    assert ticks.ran[:20] == [1000 * n for n in range(1, 21)]


def test_time_flows_no_faster_than_its_speed() -> None:
    ticks = Ticks()
    began = monotonic()
    world, pacer = paced(ticks, 20)
    until(5, ticks)
    took = monotonic() - began
    world.stop()
    pacer.stop()
    assert len(ticks.ran) >= 5
    assert took >= 5 / 20


def test_it_flows_on_after_somebody_else_has_driven() -> None:
    ticks = Ticks()
    world, pacer = paced(ticks, 100)
    world.run_until(60_000)
    until(62, ticks)
    world.stop()
    pacer.stop()
    assert len(ticks.ran) >= 62


def test_what_breaks_the_lab_reaches_whoever_waits() -> None:
    _world, pacer = paced(Ticks(good_for=2), 5_000)
    with pytest.raises(LabError, match="broken on purpose"):
        pacer.wait()
    pacer.stop()


class Far(Ticks):
    """Due in a thousand years."""

    def next_due(self) -> int | None:
        return 1_000 * 365 * 86_400_000


def test_what_is_due_in_a_thousand_years_does_not_break_it() -> None:
    world, pacer = paced(Far(), 1)
    sleep(0.05)
    world.stop()
    pacer.stop()
    assert pacer.failure is None


def test_it_leaves_a_stopped_world_alone() -> None:
    ticks = Asked()
    world, pacer = paced(ticks, 1_000_000)
    until(5, ticks)
    world.stop()
    asked = ticks.asked
    sleep(0.05)
    assert ticks.asked - asked <= 10  # at most the turn that it was in
    pacer.stop()


class Asked(Ticks):
    """Counts how often it is asked."""

    asked = 0

    def next_due(self) -> int | None:
        self.asked += 1
        return super().next_due()
