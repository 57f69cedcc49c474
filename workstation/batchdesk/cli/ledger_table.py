"""The ledger as a table that fits 80 columns and needs no colour."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC
from typing import TextIO

from batchdesk.cli.printable import printable
from batchshares.domain.record import Record
from batchshares.domain.selection import moment_of

OUTCOMES = {
    "in_progress": "stopping",
    "requeued": "requeued",
    "failed": "ended",
    "averted": "averted",
}
_MINUTE, _HOUR = 60, 3600
_GAP = "  "
_USUAL_WIDTH = 79
_NARROWEST = 12


def print_rows(rows: list[Record], kind: str, where: str, out: TextIO) -> None:
    """Print the rows of one kind with a last line that says what they are."""
    if not rows:
        print(f"Nothing in {where} for these filters.", file=out)
        return
    cells = [_TITLES[kind], *([printable(cell) for cell in _CELLS[kind](row)] for row in rows)]
    for line in _aligned(cells, _flexible(kind), _width(out)):
        print(line, file=out)
    print(_ENDINGS[kind].format(count=_counted(len(rows), kind)), file=out)


def _aligned(rows: list[list[str]], flexible: int, width: int) -> Iterator[str]:
    """Yield the rows as lines; the flexible column is cut where a line would be too long."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    others = sum(widths) - widths[flexible] + len(_GAP) * (len(widths) - 1)
    widths[flexible] = min(widths[flexible], max(_NARROWEST, width - others))
    for row in rows:
        cells = [_cut(cell, wide).ljust(wide) for cell, wide in zip(row, widths, strict=True)]
        yield _GAP.join(cells).rstrip()


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def _width(out: TextIO) -> int:
    return shutil.get_terminal_size((_USUAL_WIDTH, 24)).columns if out.isatty() else _USUAL_WIDTH


def _flexible(kind: str) -> int:
    return len(_TITLES[kind]) - 1 if kind == "blocked" else 1


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
    return f"{seconds // _HOUR}h{seconds % _HOUR // _MINUTE:02d}m"


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


_TITLES = {
    "occurrence": ["WHEN (UTC)", "JOB", "SHARE", "CAUSE", "OUTCOME", "RAN"],
    "blocked": ["WHEN (UTC)", "JOB", "SHARE", "BATCH SAYS"],
    "priority": ["WHEN (UTC)", "JOB", "PRIORITY", "BY", "WHY"],
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
