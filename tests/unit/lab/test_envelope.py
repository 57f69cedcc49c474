"""The envelope of what clients put: its time in whole seconds, four digits for the year."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from batchdesk.lab.delivery.envelope import envelope

NOW = datetime(2026, 12, 1, 9, 0, 0, 999_000, UTC)


def time_of(given: Any) -> Any:
    entry = {"DetailType": "x", "Source": "y", "Detail": {}, "Time": given}
    return envelope(entry, "1", "123456789012", "us-west-2", NOW)["time"]


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (None, "2026-12-01T09:00:00Z"),
        (1_796_115_600.9, "2026-12-01T09:00:00Z"),
        ("2026-12-01T10:00:00+01:00", "2026-12-01T09:00:00Z"),
        (-62_135_510_400, "0001-01-02T00:00:00Z"),
        (datetime(1, 1, 2, tzinfo=UTC), "0001-01-02T00:00:00Z"),
    ],
)
def test_a_time_is_written_in_utc_and_whole_seconds(given: Any, written: str) -> None:
    assert time_of(given) == written


@pytest.mark.parametrize(
    "given",
    [
        1e400,
        -1e18,
        float("nan"),
        "soon",
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=5))),
    ],
)
def test_a_time_that_is_no_instant_is_one_kind_of_error(given: Any) -> None:
    with pytest.raises(ValueError, match="is no instant"):
        time_of(given)
