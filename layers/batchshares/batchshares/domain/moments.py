"""Instants: Batch's milliseconds, the ledger's sortable stamps, the record's ISO text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def from_millis(millis: int) -> datetime:
    """Return the instant of Batch's epoch milliseconds; exact, unlike a float of seconds."""
    return _EPOCH + timedelta(milliseconds=millis)


def to_millis(at: datetime) -> int:
    """Return epoch milliseconds, the fraction below cut off."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


def epoch_seconds(at: datetime) -> int:
    """Return whole epoch seconds, as provisional keys and TTL attributes carry them."""
    return to_millis(at) // 1000


def parse(text: str) -> datetime:
    """Return the instant of an ISO-8601 text; without a zone it is UTC. ValueError otherwise."""
    at = datetime.fromisoformat(text)
    try:
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except OverflowError as error:  # its zone moves it before the year 1 or beyond 9999
        raise ValueError(f"{text} lies outside the years 1 to 9999 in UTC") from error


def stamp(at: datetime) -> str:
    """Return UTC with exactly three decimals, so that text order is time order."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def iso(at: datetime) -> str:
    """Return UTC as the record prints it: decimals only where there are any."""
    return stamp(at).replace(".000Z", "Z")


def day(at: datetime) -> str:
    """Return the UTC day, yyyy-mm-dd."""
    return at.astimezone(UTC).strftime("%Y-%m-%d")
