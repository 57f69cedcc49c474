"""Schedules fire when EventBridge Scheduler would."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from batchdesk.lab.clock import from_ms, to_ms
from batchdesk.lab.delivery.expressions import next_after
from batchdesk.lab.errors import TemplateError

MADE = to_ms(datetime.fromisoformat("2026-12-01T09:00:00+00:00"))


def fires(
    expression: str, zone: str = "UTC", after: str | None = None, count: int = 3
) -> list[str]:
    """The next instants at which a schedule fires, in its own zone."""
    tick = next_after(expression, zone, MADE)
    at = MADE if after is None else to_ms(datetime.fromisoformat(after))

    found: list[int] = []
    while len(found) < count and (due := tick(found[-1] if found else at)) is not None:
        found.append(due)
    local = (from_ms(due).astimezone(ZoneInfo(zone)) for due in found)
    return [moment.strftime("%Y-%m-%dT%H:%M%z") for moment in local]


def test_a_rate_fires_every_period_after_it_was_made() -> None:
    assert fires("rate(1 minute)") == [
        "2026-12-01T09:01+0000",
        "2026-12-01T09:02+0000",
        "2026-12-01T09:03+0000",
    ]


def test_a_rate_keeps_its_rhythm_whenever_it_is_asked() -> None:
    assert fires("rate(10 minutes)", after="2026-12-01T09:34:59+00:00", count=1) == [
        "2026-12-01T09:40+0000"
    ]


def test_cron_fires_on_its_weekdays_in_its_zone() -> None:
    # Tuesday, 1 December 2026, 10:00 in Berlin, to the weekend.
    assert fires("cron(30 8,17 ? * MON-FRI *)", "Europe/Berlin", count=7) == [
        "2026-12-01T17:30+0100",
        "2026-12-02T08:30+0100",
        "2026-12-02T17:30+0100",
        "2026-12-03T08:30+0100",
        "2026-12-03T17:30+0100",
        "2026-12-04T08:30+0100",
        "2026-12-04T17:30+0100",
    ]


def test_cron_knows_steps_months_and_days() -> None:
    assert fires("cron(0/30 0 1 JAN ? *)", count=3) == [
        "2027-01-01T00:00+0000",
        "2027-01-01T00:30+0000",
        "2028-01-01T00:00+0000",
    ]


def test_a_wall_time_that_daylight_saving_skips_does_not_fire() -> None:
    after = "2027-03-13T12:00:00-05:00"
    assert fires("cron(30 2 * * ? *)", "America/New_York", after, 2) == [
        "2027-03-15T02:30-0400",
        "2027-03-16T02:30-0400",
    ]


def test_at_fires_once_in_its_zone() -> None:
    assert fires("at(2026-12-01T20:00:00)", "Asia/Tokyo") == ["2026-12-01T20:00+0900"]


def test_at_in_the_past_never_fires() -> None:
    assert fires("at(2026-12-01T08:00:00)") == []


@pytest.mark.parametrize(
    "expression",
    [
        "rate(0 minutes)",
        "rate(1 fortnight)",
        "cron(0 9 * *)",
        "cron(0 9 L * ? *)",
        "cron(60 9 * * ? *)",
        "every(minute)",
        "at(tomorrow)",
    ],
)
def test_what_is_not_served_is_refused_by_name(expression: str) -> None:
    with pytest.raises(TemplateError, match=r"schedule"):
        next_after(expression, "UTC", MADE)


def test_an_unknown_zone_is_refused() -> None:
    with pytest.raises(TemplateError, match="Mars/Olympus"):
        next_after("rate(1 minute)", "Mars/Olympus", MADE)
