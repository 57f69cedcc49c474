"""The lab's clock stands, flows up to a ceiling, and is pinned while something is written."""

from __future__ import annotations

from datetime import UTC, datetime

from batchdesk.lab.clock import LabClock, from_ms, to_ms


class Wall:
    """A wall clock moved by hand, in seconds."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_it_stands_until_it_is_moved() -> None:
    wall = Wall()
    clock = LabClock(1_000, wall)
    wall.seconds += 60
    assert clock.now_ms() == 1_000
    clock.move_to(5_000)
    assert clock.now_ms() == 5_000


def test_it_never_moves_back() -> None:
    clock = LabClock(5_000)
    clock.move_to(4_000)
    assert clock.now_ms() == 5_000


def test_it_flows_at_its_speed() -> None:
    wall = Wall()
    clock = LabClock(0, wall)
    clock.flow(60, None)
    wall.seconds += 2
    assert clock.now_ms() == 120_000


def test_it_flows_no_further_than_the_next_due_instant() -> None:
    wall = Wall()
    clock = LabClock(0, wall)
    clock.flow(60, 7_000)
    wall.seconds += 2
    assert clock.now_ms() == 7_000


def test_a_ceiling_in_the_past_does_not_pull_it_back() -> None:
    wall = Wall()
    clock = LabClock(9_000, wall)
    clock.flow(60, 7_000)
    wall.seconds += 2
    assert clock.now_ms() == 9_000


def test_a_hold_pins_it_and_it_stands_afterwards() -> None:
    wall = Wall()
    clock = LabClock(0, wall)
    clock.flow(1, None)
    wall.seconds += 1
    with clock.held():
        wall.seconds += 10
        assert clock.now_ms() == 1_000
    wall.seconds += 10
    assert clock.now_ms() == 1_000


def test_it_does_not_flow_while_a_hold_is_left() -> None:
    wall = Wall()
    clock = LabClock(0, wall)
    with clock.held():
        clock.flow(1, None)
        wall.seconds += 10
        assert clock.now_ms() == 0


def test_milliseconds_survive_the_way_to_a_datetime_and_back() -> None:
    at = datetime(2026, 12, 1, 9, 0, 0, 123_000, UTC)
    assert from_ms(to_ms(at)) == at
