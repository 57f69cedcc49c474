"""The local AWS's own history read as facts; what a story does not need is passed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from batchdesk.lab.story.facts import (
    Blocked,
    Bounds,
    Capacity,
    Fact,
    Moved,
    Raised,
    Stopped,
    Use,
)

NO_MACHINES = "CAPACITY:"
"""Batch calls that blocked too, but it passes by itself: the job's state tells it."""


def facts_of(entries: Iterable[Mapping[str, Any]], queue: str | None = None) -> Iterator[Fact]:
    """Facts of history entries (as `Entry.as_dict` gives them), in order; of one queue if named."""
    for entry in entries:
        if queue is None or entry["queue"] == queue:
            yield from _fact(entry)


def _fact(entry: Mapping[str, Any]) -> Iterator[Fact]:
    at = entry["at"]
    match entry["kind"]:
        case "state":
            yield Moved(
                at,
                entry["job_id"],
                entry["from"],
                entry["to"],
                entry["reason"],
                entry["training_job"],
            )
        case "stop":
            yield Stopped(
                at, entry["job_id"], entry["cause"], entry["for_job_id"], entry["attempt"]
            )
        case "limits" if entry["limits"] is not None:
            yield Bounds(
                at, entry["share"], entry["limits"], entry["sharing"], entry["borrow_limit"]
            )
        case "capacity":
            yield Capacity(at, entry["limits"])
        case "use":
            yield Use(at, entry["share"], entry["type"], entry["used"])
        case "blocked" if not entry["reason"].startswith(NO_MACHINES):
            yield Blocked(at, entry["job_id"], entry["reason"])
        case "priority":
            yield Raised(at, entry["job_id"], entry["to"])
