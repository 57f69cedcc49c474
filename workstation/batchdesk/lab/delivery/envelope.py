"""The envelope of an event as EventBridge builds it around what a client put."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any


def envelope(
    entry: Mapping[str, Any], event_id: str, account: str, region: str, now: datetime
) -> dict[str, Any]:
    """A put entry (its Detail parsed) as a whole event; times have whole seconds.

    ValueError for a Time that is no instant.
    """
    return {
        "version": "0",
        "id": event_id,
        "detail-type": entry["DetailType"],
        "source": entry["Source"],
        "account": account,
        "time": _time(entry.get("Time"), now),
        "region": region,
        "resources": list(entry.get("Resources") or []),
        "detail": entry["Detail"],
    }


def _time(given: Any, now: datetime) -> str:
    try:
        at = _instant(given, now).astimezone(UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError(f"{given!r} is no instant") from error
    # strftime writes the year 1 with one digit.
    return at.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def _instant(given: Any, now: datetime) -> datetime:
    if isinstance(given, int | float):
        return datetime.fromtimestamp(given, UTC)
    if isinstance(given, str):
        return datetime.fromisoformat(given)
    return given or now
