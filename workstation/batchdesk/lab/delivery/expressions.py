"""Schedule expressions of EventBridge Scheduler: rate(…), cron(…) and at(…).

Assumed: a rate fires first one period after the schedule was made, then every period. cron knows
`*`, `?`, numbers, names, lists, ranges and steps; L, W and # are refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from batchdesk.lab.clock import from_ms, to_ms
from batchdesk.lab.errors import TemplateError

UNIT_MS = {"minute": 60_000, "hour": 3_600_000, "day": 86_400_000}
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
DAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
FIELDS = 6
YEARS_AHEAD = 5

NextAfter = Callable[[int], int | None]
"""Takes an instant, gives the first one strictly after it at which the schedule fires (ms)."""


def next_after(expression: str, timezone: str, made_ms: int) -> NextAfter:
    """How a schedule goes on; `made_ms` is when it was made. TemplateError if not served."""
    kind, _, rest = expression.strip().partition("(")
    argument = rest.removesuffix(")").strip()
    try:
        zone = ZoneInfo(timezone)
        if kind == "rate":
            return _rate(argument, made_ms)
        if kind == "cron":
            return _Cron.of(argument, zone).next_after
        if kind == "at":
            return _at(argument, zone)
    except (ValueError, ZoneInfoNotFoundError) as error:
        raise TemplateError(f"schedule {expression} in {timezone}: {error}") from error
    raise TemplateError(f"schedule {expression}: the lab serves rate(…), cron(…) and at(…)")


def _rate(argument: str, made_ms: int) -> NextAfter:
    found = re.fullmatch(r"([1-9]\d*) (minute|hour|day)s?", argument)
    if found is None:
        raise ValueError("write a rate as '5 minutes', '1 hour' or '2 days'")
    period = int(found[1]) * UNIT_MS[found[2]]
    return lambda ms: made_ms + (max(0, ms - made_ms) // period + 1) * period


def _at(argument: str, zone: ZoneInfo) -> NextAfter:
    due = to_ms(datetime.fromisoformat(argument).replace(tzinfo=zone))
    return lambda ms: due if due > ms else None


@dataclass(frozen=True)
class _Cron:
    """Minutes, hours, days of month, months, days of week (0 = Sunday), years."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    years: frozenset[int]
    zone: ZoneInfo

    @classmethod
    def of(cls, argument: str, zone: ZoneInfo) -> _Cron:
        parts = argument.split()
        if len(parts) != FIELDS:
            raise ValueError("cron has six fields: minute hour day month weekday year")
        return cls(
            _members(parts[0], 0, 59),
            _members(parts[1], 0, 23),
            _members(parts[2], 1, 31),
            _members(_named(parts[3], MONTHS), 1, 12),
            frozenset(day - 1 for day in _members(_named(parts[4], DAYS), 1, 7)),
            _members(parts[5], 1970, 2199),
            zone,
        )

    def next_after(self, ms: int) -> int | None:
        local = from_ms(ms).astimezone(self.zone)
        last = date(local.year + YEARS_AHEAD, 12, 31)
        day = local.date()
        while day <= last:
            for due in self._on(day):
                if due > ms:
                    return due
            day += timedelta(days=1)
        return None

    def _on(self, day: date) -> Iterator[int]:
        weekday = day.isoweekday() % 7
        if (
            day.year not in self.years
            or day.month not in self.months
            or day.day not in self.days
            or weekday not in self.weekdays
        ):
            return
        for hour in sorted(self.hours):
            for minute in sorted(self.minutes):
                wall = datetime.combine(day, time(hour, minute), self.zone)
                # A wall time that daylight saving skips does not come back as itself.
                there = wall.astimezone(UTC).astimezone(self.zone)
                if there.replace(tzinfo=None) == wall.replace(tzinfo=None):
                    yield to_ms(wall)


def _named(part: str, names: tuple[str, ...]) -> str:
    for number, name in enumerate(names, 1):
        part = re.sub(rf"\b{name}\b", str(number), part, flags=re.IGNORECASE)
    return part


def _members(part: str, low: int, high: int) -> frozenset[int]:
    members: set[int] = set()
    for piece in part.split(","):
        found = re.fullmatch(r"(\*|\?|(\d+)(?:-(\d+))?)(?:/(\d+))?", piece)
        if found is None:
            raise ValueError(f"the lab does not serve {piece!r} in cron")
        first = int(found[2]) if found[2] else low
        last = int(found[3]) if found[3] else (high if found[4] or not found[2] else first)
        if not low <= first <= last <= high:
            raise ValueError(f"{piece!r} is outside {low} to {high}")
        members.update(range(first, last + 1, int(found[4] or 1)))
    return frozenset(members)
