"""What Lambda hands to a handler, in plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

_WHOLE_TURN_SECONDS = 30.0


def messages_of(event: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Yield id, body and receive count of an SQS batch's messages."""
    for record in event["Records"]:
        receives = record.get("attributes", {}).get("ApproximateReceiveCount", "1")
        yield record["messageId"], record["body"], int(receives)


def turn_of(context: object) -> tuple[str, Callable[[], float]]:
    """Return the invocation's id and how to ask for the seconds it has left."""
    request_id = getattr(context, "aws_request_id", None) or "local"
    remaining = getattr(context, "get_remaining_time_in_millis", None)
    if remaining is None:
        return request_id, lambda: _WHOLE_TURN_SECONDS
    return request_id, lambda: remaining() / 1000
