"""PutEvents on moto's API, handed to the lab's own bus.

moto delivers from disabled rules, ignores a target's Input and cannot call functions, so the lab
keeps moto's rules and delivers by itself. Unlike AWS, a Source `aws.*` is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from moto.events.exceptions import ValidationException
from moto.events.models import EventsBackend

from batchdesk.lab.json_text import read_json
from batchdesk.lab.localaws.patches import Patches

Put = Callable[[str, str, dict[str, Any]], str]
"""Takes account, region and the entry with its detail parsed; gives the event's id."""

MOST_ENTRIES = 10
MOST_BYTES = 256 * 1024
"""Of all entries of a request together (EventBridge user guide, "PutEvents entry size")."""
TIME_BYTES = 14


def take_over(put: Put, patches: Patches) -> None:
    """Send what clients put on a bus to `put` until the patches are undone."""
    original = vars(EventsBackend)["put_events"]

    def put_events(backend: EventsBackend, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len(events) > MOST_ENTRIES:
            refused: list[dict[str, Any]] = original(backend, events)
            return refused
        if sum(map(_size, events)) > MOST_BYTES:
            raise ValidationException("Total size of the entries in the request is over the limit.")
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
        detail = read_json(entry["Detail"])
    except ValueError:
        detail = None
    if not isinstance(detail, dict):
        return _refused("MalformedDetail", "Detail is malformed.")
    # An unknown bus is refused as moto does it.
    backend.describe_event_bus(entry.get("EventBusName") or "default")
    try:
        event_id = put(backend.account_id, backend.region_name, entry | {"Detail": detail})
    except ValueError as error:  # assumed: what AWS says to such a Time is not documented
        return _refused("InvalidArgument", f"Parameter Time is not valid. Reason: {error}.")
    return {"EventId": event_id}


def _size(entry: dict[str, Any]) -> int:
    """The bytes of an entry as EventBridge counts them."""
    texts = (len(text.encode()) for text in _texts(entry))
    return (TIME_BYTES if entry.get("Time") is not None else 0) + sum(texts)


def _texts(entry: dict[str, Any]) -> Iterator[str]:
    for name in ("Source", "DetailType", "Detail"):
        yield str(entry.get(name) or "")
    yield from map(str, entry.get("Resources") or ())


def _refused(code: str, message: str) -> dict[str, Any]:
    return {"ErrorCode": code, "ErrorMessage": message}
