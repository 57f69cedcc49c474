"""PutEvents on moto's API, handed to the lab's own bus.

moto delivers from disabled rules, ignores a target's Input and cannot call functions, so the lab
keeps moto's rules and delivers by itself. Unlike AWS, a Source `aws.*` is accepted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from moto.events.models import EventsBackend

from batchdesk.lab.localaws.patches import Patches

Put = Callable[[str, str, dict[str, Any]], str]
"""Takes account, region and the entry with its detail parsed; gives the event's id."""

MOST_ENTRIES = 10


def take_over(put: Put, patches: Patches) -> None:
    """Send what clients put on a bus to `put` until the patches are undone."""
    original = vars(EventsBackend)["put_events"]

    def put_events(backend: EventsBackend, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len(events) > MOST_ENTRIES:
            refused: list[dict[str, Any]] = original(backend, events)
            return refused
        return [_put_one(backend, put, entry) for entry in events]

    patches.replace(EventsBackend, "put_events", put_events)


def _put_one(backend: EventsBackend, put: Put, entry: dict[str, Any]) -> dict[str, Any]:
    for name in ("Source", "DetailType", "Detail"):
        if not entry.get(name):
            return _refused(
                "InvalidArgument",
                f"Parameter {name} is not valid. Reason: {name} is a required argument.",
            )
    try:
        detail = json.loads(entry["Detail"])
    except ValueError:
        detail = None
    if not isinstance(detail, dict):
        return _refused("MalformedDetail", "Detail is malformed.")
    # An unknown bus is refused as moto does it.
    backend.describe_event_bus(entry.get("EventBusName") or "default")
    return {"EventId": put(backend.account_id, backend.region_name, entry | {"Detail": detail})}


def _refused(code: str, message: str) -> dict[str, Any]:
    return {"ErrorCode": code, "ErrorMessage": message}
