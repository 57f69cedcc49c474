"""Waiting for VALID: as long as it takes, not for ever, and not for what has failed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from batchdesk.aws import AwsError
from batchdesk.aws.waiting import until_valid
from tests.support.hand_clock import HandClock


def saying(*statuses: str | None) -> Iterator[str | None]:
    yield from statuses
    while True:
        yield statuses[-1]


def test_what_is_valid_at_once_is_not_waited_for() -> None:
    clock = HandClock()
    until_valid("share a", saying("VALID").__next__, clock)
    assert clock.slept == []


def test_it_asks_again_in_growing_pauses_until_it_is_valid() -> None:
    clock = HandClock()
    until_valid("share a", saying(None, *["CREATING"] * 5, "VALID").__next__, clock)
    assert clock.slept == [0.5, 1, 2, 4, 5, 5]


def test_invalid_ends_the_wait() -> None:
    with pytest.raises(AwsError, match="queue q: Batch calls it INVALID"):
        until_valid("queue q", saying("CREATING", "INVALID").__next__, HandClock())


def test_after_five_minutes_it_gives_up_and_says_how_to_go_on() -> None:
    clock = HandClock()
    with pytest.raises(AwsError, match="still UPDATING after 300 s"):
        until_valid("queue q", saying("UPDATING").__next__, clock)
    assert 300 <= sum(clock.slept) < 310
