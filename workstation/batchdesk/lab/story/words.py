"""Plain words for amounts and times. Nodes are instances; times are UTC lab time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS


def clock(at_ms: int) -> str:
    """`09:20:01`, the lab's time of day."""
    return moment(at_ms).strftime("%H:%M:%S")


def day(at_ms: int) -> str:
    """`Tue 1 Dec 2026`."""
    when = moment(at_ms)
    return f"{when:%a} {when.day} {when:%b %Y}"


def moment(at_ms: int) -> datetime:
    """Epoch milliseconds as an aware UTC time."""
    return datetime.fromtimestamp(at_ms / 1000, UTC)


def epoch_ms(when: datetime) -> int:
    """An aware time as epoch milliseconds."""
    return round(when.timestamp() * 1000)


def span(milliseconds: int) -> str:
    """`45 s`, `20 min`, `2 h 10 min`: seconds under a minute, whole minutes above, rounded."""
    if milliseconds < MINUTE_MS:
        return f"{milliseconds // 1000} s"
    minutes = (milliseconds + MINUTE_MS // 2) // MINUTE_MS
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"


def times(count: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def nodes(count: int) -> str:
    """`1 node`, `4 nodes`."""
    return f"{count} node" if count == 1 else f"{count} nodes"


def asked(instances: Mapping[str, int]) -> str:
    """What a job asks for: `2 nodes`, or by type where it asks for several."""
    if len(instances) == 1:
        return nodes(next(iter(instances.values())))
    return " and ".join(f"{nodes(count)} {type_}" for type_, count in sorted(instances.items()))


def amount(value: Fraction | int) -> str:
    """A number of nodes, `-` for none, one decimal where it is a fraction."""
    if not value:
        return "-"
    return str(int(value)) if value == int(value) else f"{float(value):.1f}"


def node_hours(node_milliseconds: Fraction | int) -> str:
    """`1.2`, node-hours with one decimal; `-` for none."""
    return f"{float(node_milliseconds) / HOUR_MS:.1f}" if node_milliseconds else "-"


def listed(names: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    if number % 100 in {11, 12, 13}:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"
