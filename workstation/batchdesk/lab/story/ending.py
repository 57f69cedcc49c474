"""How a story ends: the ledger as a table, what sharing brought, where the files are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from batchdesk.lab.story.columns import table
from batchdesk.lab.story.totals import Total, added_up
from batchdesk.lab.story.words import node_hours, span

Record = Mapping[str, Any]

CAUSES = {
    "cross_share": "owner came back",
    "in_share": "higher priority",
    "limit_lowered": "limit lowered",
    "unknown": "not known",
}
OUTCOMES = {
    "requeued": "back in queue",
    "failed": "ended",
    "averted": "not stopped",
    "in_progress": "being stopped",
}


def ledger_table(records: Sequence[Record]) -> list[str]:
    """The ledger's records, oldest first, as lines of at most 80 columns."""
    count = f"{len(records)} stop" if len(records) == 1 else f"{len(records)} stops"
    if not records:
        return ["LEDGER  no stops"]
    heads = ("TIME", "JOB", "OWNER", "SHARE", "RAN", "THEN")
    rows = table(heads, [_row(record) for record in reversed(records)], numbers="RAN")
    reasons = ["", *(f"       {cause_of(record)}{_for(record)}" for record in reversed(records))]
    lines = [line for pair in zip(rows, reasons, strict=True) for line in pair if line]
    return [f"LEDGER  {count}", *lines]


def figures_table(totals: Mapping[str, Total]) -> list[str]:
    """Node-hours by share as lines of at most 80 columns."""
    heads = ("SHARE", "OWN", "BORROWED", "LENT", "IDLE", "STOPS", "CUT")
    rows = [_figures(name, total) for name, total in totals.items()]
    rows.append(_figures("all", added_up(totals.values())))
    return [
        "NODE-HOURS",
        *table(heads, rows, numbers="OWN BORROWED LENT IDLE STOPS CUT"),
        "CUT: node-hours of runs that were stopped. LENT is shared out among lenders in",
        "proportion to what each had idle: Batch does not say whose node was used.",
    ]


def cause_of(record: Record) -> str:
    """Why a job was stopped, in two words."""
    return CAUSES.get(record["cause"], str(record["cause"]))


def outcome_of(record: Record) -> str:
    """What became of it, in two words."""
    return OUTCOMES.get(record["outcome"], str(record["outcome"]))


def ran(record: Record) -> str:
    """How long the stopped run lasted; `?` where the ledger does not know."""
    seconds = record["run_seconds"]
    return "?" if seconds is None else span(int(seconds) * 1000)


def stopped_for(record: Record) -> str:
    """The job that most likely got the nodes; `?` where nobody knows."""
    preemptor = record["preemptor"]
    return str(preemptor["job_name"] or preemptor["job_id"]) if preemptor else "?"


def time_of(record: Record) -> str:
    """When the stop began, `09:20`; `?` where nobody knows."""
    began = record["preemption_started_at"] or record["stopped_at"] or record["completed_at"]
    return f"{datetime.fromisoformat(began):%H:%M}" if began else "?"


def _row(record: Record) -> tuple[str, ...]:
    return (
        time_of(record),
        str(record["job_name"] or "?"),
        str(record["owner"] or "-"),
        str(record["share"] or "?"),
        ran(record),
        outcome_of(record),
    )


def _for(record: Record) -> str:
    preemptor = record["preemptor"]
    if not preemptor:
        return ", for whom is not known"
    likely = "most likely " if preemptor["basis"] == "inferred" else ""
    return f", {likely}for {stopped_for(record)} of {preemptor['share']}"


def _figures(name: str, total: Total) -> tuple[str, ...]:
    parts = (total.own, total.borrowed, total.lent, total.idle)
    return (name, *map(node_hours, parts), str(total.stops), node_hours(total.cut_short))
