"""Mistakes in windows."""

from __future__ import annotations

import pytest

from tests.support.policy_mistakes import Mistake, name_of

MISTAKES = [
    Mistake(
        "a window without an end",
        '    to: "18:00"\n',
        "",
        "32:5",
        "windows.office-hours",
        'add to ("24:00" = next midnight) or for (such as 2h).',
    ),
    Mistake(
        "a window with two ends",
        '    to: "18:00"\n',
        '    to: "18:00"\n    for: 2h\n',
        "37:5",
        "windows.office-hours.for",
        "a window ends in one way, remove one of them.",
    ),
    Mistake(
        "a window without length",
        '    to: "18:00"\n',
        '    to: "09:00"\n',
        "36:9",
        "windows.office-hours.to",
        'from and to are both "09:00": for a whole day write from and for: 24h.',
    ),
    Mistake(
        "a window over a day",
        '    to: "18:00"\n',
        "    for: 25h\n",
        "36:10",
        "windows.office-hours.for",
        '"25h" is not allowed: more than nothing, 24h at most.',
    ),
    Mistake(
        "a window of minutes without a unit",
        '    to: "18:00"\n',
        "    for: 90\n",
        "36:10",
        "windows.office-hours.for",
        "90 is not a duration: hours and minutes such as 2h, 90m or 1h30m.",
    ),
    Mistake(
        "a time that does not exist",
        'from: "09:00"',
        'from: "9:60"',
        "35:11",
        "windows.office-hours.from",
        '"9:60" is not a time of day: "00:00" to "23:59".',
    ),
    Mistake(
        "a time without minutes",
        'from: "09:00"',
        "from: 9",
        "35:11",
        "windows.office-hours.from",
        '9 is not a time of day: "00:00" to "23:59".',
    ),
    Mistake(
        "a day that does not exist",
        "[mon, tue]",
        "[mon, tues]",
        "34:17",
        "windows.office-hours.days.1",
        "Did you mean tue?",
    ),
    Mistake(
        "a day twice",
        "[mon, tue]",
        "[mon, mon]",
        "34:17",
        "windows.office-hours.days.1",
        '"mon" stands here twice: keep one of them.',
    ),
    Mistake(
        "a window for no day",
        "[mon, tue]",
        "[]",
        "34:11",
        "windows.office-hours.days",
        "the window has no days: remove days for every day.",
    ),
    Mistake(
        "a window for a queue that does not exist",
        "{queue: training, share: research,",
        "{queue: trainings, share: research,",
        "37:21",
        "windows.office-hours.select.queue",
        "Did you mean training?",
    ),
    Mistake(
        "a window for a share that does not exist",
        "{queue: training, share: research,",
        "{queue: training, share: safety,",
        "37:38",
        "windows.office-hours.select.share",
        'there is no share "safety"; known: research or product.',
    ),
    Mistake(
        "a window that sets and adds",
        "{set: 800}",
        "{set: 800, add: 1}",
        "38:15",
        "windows.office-hours.priority",
        "exactly one of set and add is needed: {set: 800} or {add: 200}.",
    ),
    Mistake(
        "a priority above Batch's",
        "{set: 800}",
        "{set: 10000}",
        "38:21",
        "windows.office-hours.priority.set",
        "10000 is not allowed: a whole number from 0 to 9999.",
    ),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=name_of)
def test_a_mistake_is_told_with_its_place_and_what_is_allowed(mistake: Mistake) -> None:
    mistake.verify()
