"""The ledger as a table that fits 80 columns and needs no colour."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TextIO

from batchshares.domain.record import Record
from batchshares.domain.selection import moment_of

OUTCOMES = {
    "in_progress": "stopping",
    "requeued": "requeued",
    "failed": "ended",
    "averted": "averted",
}
_MINUTE, _HOUR = 60, 3600


def print_rows(rows: list[Record], kind: str, where: str, out: TextIO) -> None:
    """Print the rows of one kind with a last line that says what they are."""
    from rich.console import Console
    from rich.table import Table

    console = Console(file=out, highlight=False, no_color=True)
    if not rows:
        console.print(f"Nothing in {where} for these filters.", soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for title, wide in _COLUMNS[kind]:
        table.add_column(title, no_wrap=True, overflow="ellipsis", min_width=wide)
    for row in rows:
        table.add_row(*_CELLS[kind](row))
    console.print(table)
    console.print(_ENDINGS[kind].format(count=_counted(len(rows), kind)), soft_wrap=True)


def when(record: Record) -> str:
    """Return the moment of a row, to the minute, in UTC."""
    return f"{moment_of(record).astimezone(UTC):%Y-%m-%d %H:%M}"


def length(seconds: int | None) -> str:
    """Return a duration as people write it: 45s, 2m20s, 3h02m."""
    if seconds is None:
        return "?"
    if seconds < _MINUTE:
        return f"{seconds}s"
    if seconds < _HOUR:
        return f"{seconds // _MINUTE}m{seconds % _MINUTE:02d}s"
    whole = timedelta(seconds=seconds)
    hours = int(whole.total_seconds()) // _HOUR
    return f"{hours}h{seconds % _HOUR // _MINUTE:02d}m"


def named(record: Record) -> str:
    """Return the job's name, its id where the name is not known."""
    return str(record.get("job_name") or record["job_id"])


def _stop(record: Record) -> list[str]:
    return [
        when(record),
        named(record),
        record["share"] or "?",
        str(record["cause"]).replace("_", "-"),
        OUTCOMES.get(record["outcome"], str(record["outcome"])),
        length(record["run_seconds"]),
    ]


def _blocked(row: Record) -> list[str]:
    reason = str(row["reason"] or "?").partition(" - ")
    return [when(row), named(row), row["share"] or "?", reason[2] or reason[0]]


def _priority(row: Record) -> list[str]:
    step = f"{row['from']} -> {row['to']}"
    return [when(row), named(row), step, str(row["by"] or "?"), str(row["why"] or "?")]


_COLUMNS = {
    "occurrence": [
        ("WHEN (UTC)", 16),
        ("JOB", 12),
        ("SHARE", 8),
        ("CAUSE", 11),
        ("OUTCOME", 8),
        ("RAN", 6),
    ],
    "blocked": [("WHEN (UTC)", 16), ("JOB", 12), ("SHARE", 8), ("BATCH SAYS", 20)],
    "priority": [("WHEN (UTC)", 16), ("JOB", 12), ("PRIORITY", 8), ("BY", 9), ("WHY", 12)],
}
_CELLS = {"occurrence": _stop, "blocked": _blocked, "priority": _priority}
_ENDINGS = {
    "occurrence": "{count}, newest first. The story of one: batchdesk ledger show JOB",
    "blocked": "{count}, newest first.",
    "priority": "{count}, newest first.",
}
_WORDS = {"occurrence": "stop", "blocked": "blocked job", "priority": "change"}


def _counted(count: int, kind: str) -> str:
    return f"{count} {_WORDS[kind]}{'' if count == 1 else 's'}"
