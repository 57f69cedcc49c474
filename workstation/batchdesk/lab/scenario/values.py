"""The kinds of values a scenario file holds beyond those of a policy."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import PlainValidator

from batchdesk.lab.settings import EARLIEST, LATEST, SPAN_OF_STARTS
from policycompiler.models.fields import INSTANCE_TYPE, refuse
from policycompiler.words import quote

_SPAN = re.compile(r"(?=.)(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?")
ANY_TYPE = ""
"""Stands for the queue's only instance type, where a step names no type."""


def seconds_of(value: Any) -> int:
    """A span of lab time such as 45s, 20m, 1h30m, in seconds."""
    match = _SPAN.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise refuse(f"{quote(value)} is not a span of time: write 45s, 20m, 2h or 1h30m")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return hours * 3600 + minutes * 60 + seconds


def moment_of(value: Any) -> datetime:
    """An instant with its zone, as UTC with whole seconds."""
    try:
        when = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        when = None
    if when is None or when.tzinfo is None:
        raise refuse(f"{quote(value)} is not an instant with a zone, such as 2026-12-01T09:00:00Z")
    if not EARLIEST <= when < LATEST:
        raise refuse(f"{quote(value)} is too far away: the lab's time begins in {SPAN_OF_STARTS}")
    return when.astimezone(UTC).replace(microsecond=0)


def instances_of(value: Any) -> dict[str, int]:
    """A number of instances of the queue's only type, or numbers by type."""
    wanted = value if isinstance(value, dict) else {ANY_TYPE: value}
    for type_, count in wanted.items():
        whole = isinstance(count, int) and not isinstance(count, bool) and count >= 1
        known = not isinstance(value, dict) or re.fullmatch(INSTANCE_TYPE, str(type_))
        if not whole or not known:
            raise refuse(
                f"{quote(value)} is not allowed: a whole number of instances, 1 or more, "
                "or one for each type such as {ml.g5.xlarge: 2}"
            )
    if not wanted:
        raise refuse("a job asks for at least one instance")
    return wanted


Span = Annotated[int, PlainValidator(seconds_of)]
Moment = Annotated[datetime, PlainValidator(moment_of)]
Asked = Annotated[dict[str, int], PlainValidator(instances_of)]
