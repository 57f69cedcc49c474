"""Checks of single request members. Each says which member is wrong and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from batchdesk.emulator.errors import ClientException

Params = Mapping[str, Any]
NAME = re.compile(r"[A-Za-z0-9_-]{1,128}")


def required(params: Params, member: str) -> Any:
    """The member's value; an absent or empty one is refused."""
    value = params.get(member)
    if value is None or value == "":
        raise ClientException(f"{member} must be given")
    return value


def text(params: Params, member: str, longest: int) -> str | None:
    """An optional text of 1 to `longest` characters."""
    value = params.get(member)
    if value is None:
        return None
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        raise ClientException(f"{member} must have 1 to {longest} characters")
    return value


def name(params: Params, member: str) -> str:
    """A resource or job name: letters, digits, - and _, at most 128 (documented)."""
    value = required(params, member)
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise ClientException(
            f"{member} must have 1 to 128 characters: letters, numbers, hyphens, underscores"
        )
    return value


def whole(params: Params, member: str, low: int, high: int | None = None) -> int | None:
    """An optional whole number between `low` and `high`, both included."""
    value = params.get(member)
    if value is None:
        return None
    if value < low or (high is not None and value > high):
        bounds = f"at least {low}" if high is None else f"between {low} and {high}"
        raise ClientException(f"{member} must be {bounds}, not {value}")
    return int(value)


def required_whole(params: Params, member: str, low: int, high: int | None = None) -> int:
    """A whole number that must be there."""
    required(params, member)
    value = whole(params, member, low, high)
    assert value is not None
    return value


def choice(params: Params, member: str, allowed: Iterable[str]) -> str:
    """One of a few words that must be there."""
    value = required(params, member)
    words = tuple(allowed)
    if value not in words:
        raise ClientException(f"{member} must be one of {', '.join(words)}, not {value}")
    return str(value)


def optional_choice(params: Params, member: str, allowed: Iterable[str]) -> str | None:
    """One of a few words, or None."""
    return None if params.get(member) is None else choice(params, member, allowed)


def tags(params: Params) -> dict[str, str]:
    """At most 50 tags; keys of 1 to 128, values of up to 256 characters (documented)."""
    given = params.get("tags") or {}
    if len(given) > 50:
        raise ClientException(f"tags must not be more than 50, not {len(given)}")
    for key, value in given.items():
        if not 1 <= len(key) <= 128 or len(value) > 256:
            raise ClientException(
                f"tags: {key[:140]!r} must have a key of 1 to 128 characters "
                "and a value of up to 256"
            )
    return dict(given)


def limits(params: Params, member: str = "capacityLimits") -> dict[str, int]:
    """One to five capacity limits of different units, each at least 1 (documented)."""
    given = required(params, member)
    if not 1 <= len(given) <= 5:
        raise ClientException(f"{member} must have 1 to 5 entries, not {len(given)}")
    found: dict[str, int] = {}
    for entry in given:
        unit = required(entry, "capacityUnit")
        if unit in found:
            raise ClientException(f"{member} names {unit} twice")
        found[unit] = required_whole(entry, "maxCapacity", 1)
    return found


def page_size(params: Params) -> int:
    """maxResults: 1 to 100, default 100 (documented)."""
    size = whole(params, "maxResults", 1, 100)
    return 100 if size is None else size


def check_size(body: bytes | str, most: int) -> None:
    """Refuse a request larger than `most` bytes."""
    size = len(body.encode() if isinstance(body, str) else body)
    if size > most:
        raise ClientException(f"The request must not be larger than {most} bytes, not {size}")
