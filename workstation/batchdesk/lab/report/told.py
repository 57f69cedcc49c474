"""One stop told to a person: fate before cause, cause before cost, at last what to do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from batchdesk.lab.story.words import epoch_ms, listed, node_hours, nodes, ordinal, span, times

Record = Mapping[str, Any]

FATES = {
    "requeued": "was stopped and is back in the queue",
    "failed": "was stopped and has ended",
    "averted": "was to be stopped, and was not",
    "in_progress": "is being stopped",
}


def fate(record: Record) -> str:
    """What happened to it, as the end of a sentence that begins with its name."""
    if record["restarted_at"]:
        return f"was stopped and is running again since {hour(record['restarted_at'])}"
    return FATES.get(record["outcome"], "was stopped")


def about(record: Record) -> str:
    """Whose it is and what it held."""
    count = record["preempted_count"]
    parts = [
        record["owner"] or "owner not known",
        f"share {record['share'] or 'not known'}",
        listed([f"{nodes(n)} {type_}" for type_, n in (record["instances"] or {}).items()]),
        f"{ordinal(count)} stop of this job" if count else "",
        f"at {hour(record['preemption_started_at'])}" if record["preemption_started_at"] else "",
    ]
    return " · ".join(part for part in parts if part)


def why(record: Record) -> str:
    """Who needed the nodes; what was inferred says so, what nobody knows says that."""
    other = record["preemptor"]
    name = (other["job_name"] or other["job_id"]) if other else None
    likely = "most likely " if other and other["basis"] == "inferred" else ""
    whom = f"{likely}for {name}." if name else ""
    whom = f" {whom[0].upper()}{whom[1:]}" if whom else ""
    match record["cause"]:
        case "in_share":
            who = f": {likely}{name}" if name else "; which one is not known"
            return f"A job of its own share has a higher priority{who}."
        case "cross_share":
            owner = other["share"] if other else "The owner"
            end = whom or " For whom is not known."
            return f"{owner} needed its own nodes again; {record['share']} had borrowed them.{end}"
        case "limit_lowered":
            return f"The limit of {record['share']} was lowered."
        case _:
            reason = record["reason"]
            said = f' Its words: "{reason}".' if reason else ""
            return f"Batch gave no reason we know.{said}{whom}"


def ran(record: Record) -> str | None:
    """How much was run and stopped; None where the ledger does not know."""
    seconds = record["run_seconds"]
    if seconds is None:
        return None
    held = sum((record["instances"] or {}).values())
    hours = node_hours(seconds * 1000 * held)
    return f"{span(seconds * 1000)} on {nodes(held)} = {hours} node-hours" if held else None


def what_next(record: Record) -> str:
    """What became of it afterwards."""
    if record["outcome"] == "failed":
        return f"{_returns(record['preemption_retries'])} Batch ended it."
    if record["restarted_at"] and record["stopped_at"]:
        waited = span(moment_ms(record["restarted_at"]) - moment_ms(record["stopped_at"]))
        return f"Running again since {hour(record['restarted_at'])}, after {waited} in the queue."
    if record["outcome"] == "requeued":
        return "Back in the queue with its old place; not started again yet."
    return "Not known yet."


def to_do(record: Record) -> str:
    """What its owner has to do; nothing is an answer."""
    if record["outcome"] == "failed":
        return "To run it again, submit it again."
    return "Nothing to do."


def hour(when: str) -> str:
    """`09:20` of an ISO time."""
    return f"{datetime.fromisoformat(when):%H:%M}"


def moment_ms(when: str) -> int:
    """An ISO time as epoch milliseconds."""
    return epoch_ms(datetime.fromisoformat(when))


def _returns(retries: Any) -> str:
    if retries == 0:
        return "It may not come back after a stop, as its owner set."
    if isinstance(retries, int):
        return f"It may come back {times(retries)}, as its owner set."
    return ""
