"""The envelope of an event as EventBridge builds it around what a client put."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any


def envelope(
    entry: Mapping[str, Any], event_id: str, account: str, region: str, now: datetime
) -> dict[str, Any]:
    """A put entry (its Detail parsed) as a whole event; times have whole seconds."""
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
    if isinstance(given, int | float):
        at = datetime.fromtimestamp(given, UTC)
    elif isinstance(given, str):
        at = datetime.fromisoformat(given)
    else:
        at = given or now
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
