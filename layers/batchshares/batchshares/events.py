"""The four EventBridge events of service jobs, from the wire into our words.

Fields Batch may add are ignored and fields it leaves out are None, as is a field of the
wrong type: only what names the job and the kind of event must be there. The shape of
`detail` follows DescribeServiceJob, so the same mapper reads that answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from batchshares.domain.job_view import Attempt, JobView, Retries
from batchshares.domain.moments import from_millis, parse
from batchshares.domain.names import service_job_id
from batchshares.errors import EventError

_LATEST_MILLIS = 253_402_300_799_999  # the last millisecond of the year 9999
# Retention is added to an event's time, and keys sort by text: both need room on either side.
_EARLIEST_YEAR, _LATEST_YEAR = 1970, 9000
_LONGEST_ARN = 512  # SageMaker's are at most 256; the ledger's keys end at 1,024


@dataclass(frozen=True)
class PreemptionStarted:
    """Batch begins to stop the job's attempt; which one, the event does not say."""

    job_id: str
    job_arn: str
    at: datetime
    status: str | None
    reason: str | None


@dataclass(frozen=True)
class PreemptionCompleted:
    """An attempt has been stopped; `attempts` is Batch's recent window, newest first."""

    job_id: str
    job_arn: str
    at: datetime
    status: str | None
    attempts: tuple[Attempt, ...]
    count: int | None


@dataclass(frozen=True)
class StateChange:
    """The job reached a state; `tells_all` if the detail goes beyond the documented sample."""

    job: JobView
    at: datetime
    tells_all: bool


@dataclass(frozen=True)
class QueueBlocked:
    """The job stands at the front and cannot start; its `reason` says why."""

    job: JobView
    at: datetime


Event = PreemptionStarted | PreemptionCompleted | StateChange | QueueBlocked


def parse_event(body: str) -> Event:
    """Return the event a message carries. EventError, with the reason, if it is malformed."""
    envelope = _envelope(body)
    kind = envelope.get("detail-type")
    detail = _mapping(envelope.get("detail"))
    arn = _job_arn(envelope, detail)
    at = _time(envelope.get("time"))
    match kind:
        case "Batch Service Job Preemption Started":
            return _started(arn, at, detail)
        case "Batch Service Job Preemption Completed":
            return _completed(arn, at, detail)
        case "Batch Service Job State Change":
            return StateChange(job_view(arn, detail), at, _tells_all(detail))
        case "Batch Service Job Queue Blocked":
            return QueueBlocked(job_view(arn, detail), at)
        case _:
            raise EventError(f"unknown detail-type {kind!r}")


def job_view(arn: str, detail: Mapping[str, Any]) -> JobView:
    """Return a job in our words from an event's detail or a DescribeServiceJob answer.

    The request payload is left where it is: it is never read, kept or logged.
    """
    summary = _mapping(detail.get("preemptionSummary"))
    return JobView(
        job_id=cast(str, service_job_id(arn)),
        job_arn=arn,
        name=_text(detail.get("jobName")),
        queue_arn=_text(detail.get("jobQueue")),
        share=_text(detail.get("quotaShareName")),
        status=_text(detail.get("status")),
        reason=_text(detail.get("statusReason")),
        priority=_whole(detail.get("schedulingPriority")),
        instances=_instances(detail.get("capacityUsage")),
        retries=_retries(detail.get("preemptionConfiguration")),
        created_at=_instant(detail.get("createdAt")),
        scheduled_at=_instant(detail.get("scheduledAt")),
        started_at=_instant(detail.get("startedAt")),
        stopped_at=_instant(detail.get("stoppedAt")),
        latest=_resource(_mapping(detail.get("latestAttempt"))),
        attempts=_attempts(detail.get("attempts")),
        preempted_count=_whole(summary.get("preemptedAttemptCount")),
        preempted=_attempts(summary.get("recentPreemptedAttempts")),
        tags=_tags(detail.get("tags")),
        terminated=detail.get("isTerminated") is True,
    )


def _started(arn: str, at: datetime, detail: Mapping[str, Any]) -> PreemptionStarted:
    return PreemptionStarted(
        job_id=cast(str, service_job_id(arn)),
        job_arn=arn,
        at=at,
        status=_text(detail.get("status")),
        reason=_text(detail.get("statusReason")),
    )


def _completed(arn: str, at: datetime, detail: Mapping[str, Any]) -> PreemptionCompleted:
    summary = _mapping(detail.get("preemptionSummary"))
    return PreemptionCompleted(
        job_id=cast(str, service_job_id(arn)),
        job_arn=arn,
        at=at,
        status=_text(detail.get("status")),
        attempts=_attempts(summary.get("recentPreemptedAttempts")),
        count=_whole(summary.get("preemptedAttemptCount")),
    )


def _envelope(body: str) -> Mapping[str, Any]:
    try:
        envelope = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise EventError(f"the body is not JSON: {error}") from error
    if not isinstance(envelope, dict):
        raise EventError("the body is not a JSON object")
    return envelope


def _job_arn(envelope: Mapping[str, Any], detail: Mapping[str, Any]) -> str:
    resources = envelope.get("resources")
    named = [detail.get("preemptedJobArn"), detail.get("jobArn")]
    named += resources if isinstance(resources, list) else []
    for arn in named:
        if isinstance(arn, str) and service_job_id(arn):
            return arn
    raise EventError("no service-job ARN in detail or resources")


def _time(value: object) -> datetime:
    try:
        at = parse(value) if isinstance(value, str) else _no_time(value)
    except ValueError:
        return _no_time(value)
    return at if _EARLIEST_YEAR <= at.year <= _LATEST_YEAR else _no_time(value)


def _no_time(value: object) -> datetime:
    raise EventError(f"the event's time {value!r} is no ISO-8601 time of our days")


def _tells_all(detail: Mapping[str, Any]) -> bool:
    beyond = ("quotaShareName", "capacityUsage", "preemptionConfiguration", "preemptionSummary")
    return any(name in detail for name in beyond)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return _storable(value) if isinstance(value, str) and value else None


def _storable(text: str) -> str:
    """JSON may carry half a surrogate pair, which no table can keep: it becomes a "?"."""
    return text.encode("utf-8", "replace").decode()


def _whole(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if value == value and abs(value) < _LATEST_MILLIS else None


def _instant(value: object) -> datetime | None:
    millis = _whole(value)
    return from_millis(millis) if millis is not None and millis > 0 else None


def _resource(attempt: Mapping[str, Any]) -> str | None:
    arn = _text(_mapping(attempt.get("serviceResourceId")).get("value"))
    return arn if arn and len(arn) <= _LONGEST_ARN else None


def _attempts(value: object) -> tuple[Attempt, ...]:
    found = [_attempt(_mapping(one)) for one in value] if isinstance(value, list) else []
    return tuple(one for one in found if one)


def _attempt(raw: Mapping[str, Any]) -> Attempt | None:
    arn = _resource(raw)
    if arn is None:
        return None
    return Attempt(
        arn,
        _instant(raw.get("startedAt")),
        _instant(raw.get("stoppedAt")),
        _text(raw.get("statusReason")),
    )


def _instances(value: object) -> Mapping[str, int] | None:
    if not isinstance(value, list):
        return None
    counts: dict[str, int] = {}
    for raw in value:
        kind = _text(_mapping(raw).get("capacityUnit"))
        count = _whole(_mapping(raw).get("quantity"))
        if kind and count and count > 0:
            counts[kind] = counts.get(kind, 0) + count
    return counts or None


def _retries(value: object) -> Retries | None:
    if not isinstance(value, dict):
        return None
    bound = _whole(value.get("preemptionRetriesBeforeTermination"))
    # Documented: without a bound Batch requeues without limit.
    return "unlimited" if bound is None or bound < 0 else bound


def _tags(value: object) -> Mapping[str, str]:
    found = _mapping(value)
    return {key: _storable(text) for key, text in found.items() if isinstance(text, str)}
