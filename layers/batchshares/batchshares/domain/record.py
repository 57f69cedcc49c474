"""The ledger record: a pure projection of one occurrence's facts.

Keys and meaning are a contract with whoever reads `batchdesk ledger list --format json`.
Null stands for "not known"; nothing here guesses.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from batchshares.domain.cause import cause_of_text, plain_reason
from batchshares.domain.facts import Cause
from batchshares.domain.moments import iso
from batchshares.domain.occurrence import Occurrence

Record = dict[str, Any]
_BEFORE_RUNNING = frozenset({"SUBMITTED", "PENDING", "RUNNABLE", "SCHEDULED", "STARTING"})


def record_of(stop: Occurrence) -> Record:
    """Return the record of one occurrence, its keys in the documented order."""
    return {
        **_whose(stop),
        **_why(stop),
        **_when(stop),
        "run_seconds": run_seconds(stop),
        "outcome": outcome(stop),
        "preempted_count": preempted_count(stop),
        "preemption_retries": stop.enriched.retries if stop.enriched else None,
        "preemptor": _preemptor(stop),
        "checkpoint": None,
        "lost_instance_seconds": None,
        "lost_cost": None,
        "notice": "suppressed",
        "resubmission": "none",
        "resubmission_reason": None,
        "resubmitted_as": None,
        "source": source(stop),
        "first_seen_at": iso(stop.first_seen_at),
        "last_changed_at": iso(stop.last_changed_at),
    }


def _whose(stop: Occurrence) -> Record:
    known = stop.enriched
    return {
        "occurrence_id": f"{stop.job_id}/{stop.name}",
        "job_id": stop.job_id,
        "job_arn": stop.job_arn,
        "job_name": known.job_name if known else None,
        "owner": known.owner if known else None,
        "lineage_id": known.lineage_id if known else stop.job_id,
        "queue": known.queue if known else None,
        "share": known.share if known else None,
        "team": known.team if known else None,
        "instances": dict(known.instances) if known and known.instances else None,
        "priority": known.priority if known else None,
        "training_job_arn": training_job_arn(stop),
    }


def _why(stop: Occurrence) -> Record:
    return {"cause": cause(stop), "reason": reason(stop)}


def _when(stop: Occurrence) -> Record:
    return {
        "attempt_started_at": _text(stop.attempt_started_at),
        "preemption_started_at": _text(stop.started.at if stop.started else None),
        "stopped_at": _text(stop.stopped_at),
        "completed_at": _text(stop.completed.at if stop.completed else None),
        "restarted_at": _text(stop.running_again.at if stop.running_again else None),
        "crashed_at": None,
    }


def _text(at: datetime | None) -> str | None:
    return iso(at) if at else None


def training_job_arn(stop: Occurrence) -> str | None:
    """Return the stopped training job's ARN, None while the attempt is not known."""
    if stop.attempt:
        return stop.attempt.training_job_arn
    return stop.enriched.training_job_arn if stop.enriched else None


def reason(stop: Occurrence) -> str | None:
    """Return Batch's words, the attempt's own before those of the announcement."""
    kept = plain_reason(stop.attempt.reason) if stop.attempt else None
    return kept or (plain_reason(stop.started.reason) if stop.started else None)


def cause(stop: Occurrence) -> Cause:
    """Return the cause: as Batch's words name it, else as it was inferred at the time."""
    named = cause_of_text(reason(stop))
    if named == "unknown" and stop.enriched:
        return stop.enriched.cause
    return named


def outcome(stop: Occurrence) -> str:
    """Return how it ended; what Batch says of a completed stop overrules `averted`."""
    if stop.completed:
        return "failed" if stop.completed.status == "FAILED" else "requeued"
    if stop.listed:
        return "failed" if stop.listed.status == "FAILED" else "requeued"
    return "averted" if stop.closed else "in_progress"


def run_seconds(stop: Occurrence) -> int | None:
    """Return whole seconds the attempt ran; 0 if its stop began before RUNNING."""
    if stop.started and stop.started.status in _BEFORE_RUNNING:
        return 0
    begin, end = stop.attempt_started_at, stop.stopped_at
    return max(0, (end - begin) // timedelta(seconds=1)) if begin and end else None


def preempted_count(stop: Occurrence) -> int | None:
    """Return Batch's count of the job's preemptions as of this stop, once it took effect."""
    told = stop.completed.count if stop.completed else None
    if told is None and stop.listed:
        told = stop.listed.count
    if told is not None or stop.enriched is None or stop.enriched.stops_before is None:
        return told
    return stop.enriched.stops_before + (1 if stop.completed or stop.listed else 0)


def source(stop: Occurrence) -> str:
    """Return who brought it: an event, or the sweep where no event ever came."""
    if stop.started or stop.completed or stop.listed is None:
        return "event"
    return stop.listed.source


def _preemptor(stop: Occurrence) -> Record | None:
    who = stop.enriched.preemptor if stop.enriched else None
    return asdict(who) if who else None
