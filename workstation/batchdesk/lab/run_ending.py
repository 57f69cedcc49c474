"""What `lab run` says when the story is over: for people as lines, for programs as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from batchdesk.lab.run_files import Files
from batchdesk.lab.run_result import Result
from batchdesk.lab.story.ending import figures_table, ledger_table
from batchdesk.lab.story.teller import indented
from batchdesk.lab.story.totals import Total
from batchdesk.lab.story.words import HOUR_MS


def ending(result: Result, files: Files) -> Iterator[str]:
    """The ledger, the figures, whether it came out as expected, and where the files are."""
    yield ""
    yield from ledger_table(result.records)
    yield ""
    yield from figures_table(result.chronicle.totals)
    yield ""
    yield from _verdict(result)
    yield f"report  {files.report}"
    yield f"ledger  {files.ledger}"
    yield f"slack   {files.slack}"


def as_json(result: Result, files: Files) -> dict[str, Any]:
    """The same for programs; amounts in node-hours."""
    return {
        "scenario": result.scenario.name,
        "title": result.scenario.title,
        "as_expected": not result.differing,
        "expectations": [{"what": check.what, "differs": check.differs} for check in result.checks],
        "stops": result.records,
        "shares": {name: _hours(total) for name, total in result.chronicle.totals.items()},
        "files": {
            "report": str(files.report),
            "ledger": str(files.ledger),
            "slack": str(files.slack),
        },
    }


def _verdict(result: Result) -> Iterator[str]:
    if not result.checks:
        return
    if not result.differing:
        yield f"Came out as expected: all {len(result.checks)} expectations hold."
        return
    yield f"{len(result.differing)} of {len(result.checks)} expectations do not hold:"
    for check in result.differing:
        yield f"  {check.what}"
        yield from indented(check.differs or "", 4)


def _hours(total: Total) -> dict[str, float | int]:
    return {
        "own": round(float(total.own) / HOUR_MS, 3),
        "borrowed": round(float(total.borrowed) / HOUR_MS, 3),
        "lent": round(float(total.lent) / HOUR_MS, 3),
        "idle": round(float(total.idle) / HOUR_MS, 3),
        "cut_short": round(total.cut_short / HOUR_MS, 3),
        "stops": total.stops,
    }
