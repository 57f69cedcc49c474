"""Two windows that set different priorities on one job at one time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time
from itertools import combinations, product
from zoneinfo import ZoneInfo

from policycompiler.findings import Problem, warning
from policycompiler.models.fields import zone_names
from policycompiler.models.windows import DAYS
from policycompiler.place import Place
from policycompiler.rules.windows import DAY_MINUTES, minutes_of

WEEK_MINUTES = 7 * DAY_MINUTES
# A Monday of each half of the year: zones differ by another amount in summer.
MONDAYS = (date(2027, 1, 11), date(2027, 7, 12))
Span = tuple[int, int]


def rank_decides(root: Place) -> Iterator[Problem]:
    """Where two windows set a priority and no rank decides, the later in the file wins."""
    setting = [window for window in root["windows"].items() if "set" in window["priority"]]
    for first, second in combinations(setting, 2):
        if _contradict(first, second) and _meet(first, second):
            yield warning(
                second.path,
                f"overlaps {first['name'].text}, and both set a priority: this one, later in the "
                "file, wins. Give one of them a higher rank to say so",
            )


def _contradict(first: Place, second: Place) -> bool:
    same_rank = (first["rank"].number or 0) == (second["rank"].number or 0)
    other_effect = first["priority"]["set"].value != second["priority"]["set"].value
    return same_rank and other_effect and _select_one_job(first["select"], second["select"])


def _select_one_job(first: Place, second: Place) -> bool:
    """Whether some job may match both selections."""
    for field in ("queue", "share"):
        names = {place[field].text for place in (first, second)} - {None}
        if len(names) > 1:
            return False
    for key, tag in first["tags"].fields():
        if key in second["tags"] and second["tags"][key].value != tag.value:
            return False
    return _names_meet(first["job_name"].text or "*", second["job_name"].text or "*")


def _names_meet(first: str, second: str) -> bool:
    """Compare what stands before and after the stars; between them anything may match."""
    if "*" not in first and "*" not in second:
        return first == second
    heads = [name.split("*")[0] for name in (first, second)]
    tails = [name.split("*")[-1] for name in (first, second)]
    return _one_begins(heads) and _one_begins([tail[::-1] for tail in tails])


def _one_begins(words: list[str]) -> bool:
    short, long = sorted(words, key=len)
    return long.startswith(short)


def _meet(first: Place, second: Place) -> bool:
    return any(
        _cross(one, other)
        for monday in MONDAYS
        for one, other in product(_spans(first, monday), _spans(second, monday))
    )


def _cross(one: Span, other: Span) -> bool:
    """Whether two spans of a week that repeats have a minute in common."""
    return any(
        one[0] < other[1] + shift and other[0] + shift < one[1]
        for shift in (-WEEK_MINUTES, 0, WEEK_MINUTES)
    )


def _spans(window: Place, monday: date) -> list[Span]:
    """The window's minutes of that week in UTC; nothing where it is not well formed."""
    start, length = _minute(window["from"].text), _length(window)
    if start is None or not length or window["timezone"].text not in zone_names():
        return []
    zone = ZoneInfo(window["timezone"].text or "")
    offset = datetime.combine(monday, time(12), tzinfo=zone).utcoffset()
    begin = start - int(offset.total_seconds() // 60 if offset else 0)
    days = [day.text for day in window["days"].items()] if "days" in window else list(DAYS)
    begins = [begin + DAY_MINUTES * DAYS.index(day) for day in DAYS if day in days]
    return [(minute, minute + length) for minute in begins]


def _length(window: Place) -> int | None:
    start, end = _minute(window["from"].text), _minute(window["to"].text)
    if start is not None and end is not None:
        return (end - start) % DAY_MINUTES or DAY_MINUTES
    return minutes_of(window["for"].text or "")


def _minute(clock: str | None) -> int | None:
    if clock is None or not re.fullmatch(r"[0-9]{2}:[0-9]{2}", clock):
        return None
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


RULES = (rank_decides,)
