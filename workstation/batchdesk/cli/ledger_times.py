"""--since and --until: a day, an instant, or so long ago."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Protocol

from batchshares.domain.moments import parse
from batchshares.errors import UsageError

_AGO = re.compile(r"(\d{1,5})([dhm])")
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}
USUAL = timedelta(days=30)
# A table is walked day by day: no ledger is older, and no lab's clock further ahead.
_FARTHEST = timedelta(days=3650)


class Bounds(Protocol):
    """A source that says how far it must be walked where nobody says so."""

    @property
    def ahead(self) -> timedelta | None:
        """How far its clock may be ahead of ours; None if it is read as a whole."""
        ...


def span(
    since: str | None, until: str | None, source: Bounds
) -> tuple[datetime | None, datetime | None]:
    """Return begin and end; None only where the source is read as a whole anyway."""
    now = datetime.now(UTC)
    begin = _instant("--since", since, now) if since else None
    end = _instant("--until", until, now) if until else None
    if begin and end and end <= begin:
        raise UsageError(f"--until {until} is not after --since {since}: nothing can lie between")
    if source.ahead is None:
        return begin, end
    first, last = now - _FARTHEST, now + _FARTHEST
    end = min(end or now + source.ahead, last)
    begin = begin or max(min(now, end), first) - USUAL
    return max(begin, first), end


def _instant(option: str, text: str, now: datetime) -> datetime:
    ago = _AGO.fullmatch(text)
    if ago:
        return now - timedelta(**{_UNITS[ago.group(2)]: int(ago.group(1))})
    try:
        return parse(text)
    except ValueError as error:
        raise UsageError(
            f"{option} {text!r} is no time: use 2026-12-01, 2026-12-01T09:00Z, 7d, 24h or 30m"
        ) from error
