"""The world goes from due instant to due instant, skips none, and loses nothing on the way."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from batchdesk.lab.agenda import Agenda
from batchdesk.lab.clock import LabClock
from batchdesk.lab.errors import StuckError
from batchdesk.lab.world import World


class Alarms:
    """Rings at given instants, and notes when the clock said so."""

    def __init__(self, name: str, clock: LabClock, *instants: int) -> None:
        self.name = name
        self._clock = clock
        self._left = sorted(instants)
        self.rung: list[int] = []

    def add(self, instant: int) -> None:
        self._left = sorted([*self._left, instant])

    def next_due(self) -> int | None:
        return self._left[0] if self._left else None

    def run_due(self, now_ms: int) -> None:
        self._left.pop(0)
        assert self._clock.now_ms() == now_ms
        self.rung.append(now_ms)


class Echo(Alarms):
    """Rings once more, at the same instant, whenever another part has rung."""

    def __init__(self, clock: LabClock, heard: Alarms) -> None:
        super().__init__("echo", clock)
        self._heard = heard

    def next_due(self) -> int | None:
        return self._heard.rung[-1] if len(self._heard.rung) > len(self.rung) else None

    def run_due(self, now_ms: int) -> None:
        self.rung.append(now_ms)


class Stuck:
    """Is due for ever."""

    name = "the stuck one"

    def next_due(self) -> int | None:
        return 0

    def run_due(self, now_ms: int) -> None:
        """Do nothing about it."""


class Minutes:
    """Due each minute, for ever; tells when it has begun."""

    name = "minutes"

    def __init__(self) -> None:
        self.begun = Event()
        self.ran = 0

    def next_due(self) -> int | None:
        return (self.ran + 1) * 60_000

    def run_due(self, now_ms: int) -> None:
        self.ran = now_ms // 60_000
        self.begun.set()


def test_every_due_instant_is_visited_at_its_own_time() -> None:
    clock = LabClock(0)
    first, second = Alarms("a", clock, 10, 30), Alarms("b", clock, 20, 30, 90)
    world = World(clock, Agenda([first, second]))
    world.run_until(50)
    assert (first.rung, second.rung) == ([10, 30], [20, 30])
    assert clock.now_ms() == 50


def test_what_an_instant_causes_is_delivered_before_time_moves() -> None:
    clock = LabClock(0)
    first = Alarms("a", clock, 10, 20)
    echo = Echo(clock, first)
    World(clock, Agenda([first, echo])).run_until(20)
    assert echo.rung == [10, 20]


def test_a_step_stops_at_the_next_instant() -> None:
    clock = LabClock(0)
    world = World(clock, Agenda([Alarms("a", clock, 10, 20)]))
    assert world.step()
    assert clock.now_ms() == 10


def test_a_step_does_not_pass_its_limit() -> None:
    clock = LabClock(0)
    world = World(clock, Agenda([Alarms("a", clock, 10)]))
    assert not world.step(9)
    assert clock.now_ms() == 0


def test_named_parts_can_be_left_out_of_what_is_due() -> None:
    clock = LabClock(0)
    agenda = Agenda([Alarms("a", clock, 10), Alarms("b", clock, 20)])
    assert agenda.next_due(but=("a",)) == 20


def test_whoever_paces_the_clock_is_woken_after_a_run() -> None:
    clock = LabClock(0)
    world = World(clock, Agenda([]))
    woken: list[int] = []
    world.wake = lambda: woken.append(clock.now_ms())
    world.run_until(70)
    assert woken == [70]


def test_a_stopped_world_runs_nothing_any_more() -> None:
    clock = LabClock(0)
    alarms = Alarms("a", clock, 10)
    world = World(clock, Agenda([alarms]))
    world.stop()
    world.run_until(50)
    assert (alarms.rung, clock.now_ms()) == ([], 0)


def test_a_stop_ends_a_long_advance_between_two_instants() -> None:
    minutes = Minutes()
    world = World(LabClock(0), Agenda([minutes]))
    advance = Thread(target=world.run_until, args=(10**18,), daemon=True)
    advance.start()
    assert minutes.begun.wait(20)
    stop = Thread(target=world.stop, daemon=True)
    stop.start()
    for thread in (stop, advance):
        thread.join(20)
        assert not thread.is_alive()
    assert world.clock.now_ms() == minutes.ran * 60_000


def test_a_part_that_is_due_for_ever_is_named() -> None:
    with pytest.raises(StuckError, match="the stuck one"):
        Agenda([Stuck()], rounds=5).settle(0)
