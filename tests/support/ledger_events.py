"""Builders of the four events, in Batch's own shapes; every field has a default."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from batchshares.domain.job_view import JobView
from batchshares.domain.moments import iso, to_millis
from batchshares.events import job_view

ACCOUNT = "arn:aws:batch:us-west-2:123456789012"
QUEUE_ARN = f"{ACCOUNT}:job-queue/training"
JOB_ID = "6c1e2f9a-0f6b-4d0f-9a6e-1f2d3c4b5a69"
START = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
CROSS = "Cross-share preemption triggered to reclaim borrowed capacity"


def at(seconds: float) -> datetime:
    """Return the instant that many seconds after nine o'clock."""
    return START + timedelta(seconds=seconds)


def job_arn(job_id: str = JOB_ID) -> str:
    """Return a service job's ARN."""
    return f"{ACCOUNT}:service-job/{job_id}"


def training_arn(number: int = 1, job_id: str = JOB_ID) -> str:
    """Return the ARN of a job's training job, the `number`-th attempt."""
    digest = f"{number:08x}{job_id.replace('-', '')[:24]}"
    return f"arn:aws:sagemaker:us-west-2:123456789012:training-job/AWSBatchprobe{digest}"


def attempt(
    number: int = 1,
    *,
    job_id: str = JOB_ID,
    started: float | None = 0,
    stopped: float | None = 140.669,
    reason: str | None = CROSS,
) -> dict[str, Any]:
    """Return an attempt as Batch lists it; times are seconds after nine."""
    raw: dict[str, Any] = {
        "serviceResourceId": {"name": "TrainingJobArn", "value": training_arn(number, job_id)},
        "startedAt": to_millis(at(started)) if started is not None else None,
        "stoppedAt": to_millis(at(stopped)) if stopped is not None else None,
        "statusReason": reason,
    }
    return {key: value for key, value in raw.items() if value is not None}


def started(
    seconds: float = 120,
    *,
    job_id: str = JOB_ID,
    status: str | None = "RUNNING",
    reason: str | None = f"PREEMPTION_IN_PROGRESS: {CROSS}",
) -> dict[str, Any]:
    """Return a Preemption Started."""
    detail = {"statusReason": reason, "preemptedJobArn": job_arn(job_id), "status": status}
    return envelope("Batch Service Job Preemption Started", seconds, job_id, detail)


def completed(
    seconds: float = 143,
    *,
    job_id: str = JOB_ID,
    status: str | None = "RUNNABLE",
    attempts: Sequence[dict[str, Any]] | None = None,
    count: int | None = 1,
) -> dict[str, Any]:
    """Return a Preemption Completed, by default of the first attempt."""
    window = [attempt(job_id=job_id)] if attempts is None else list(attempts)
    summary: dict[str, Any] = {"preemptedAttemptCount": count, "recentPreemptedAttempts": window}
    summary = {key: value for key, value in summary.items() if value not in (None, [])}
    detail = {
        "preemptedJobArn": job_arn(job_id),
        "preemptionSummary": summary or None,
        "status": status,
    }
    return envelope("Batch Service Job Preemption Completed", seconds, job_id, detail)


def state(
    status: str,
    seconds: float,
    *,
    job_id: str = JOB_ID,
    latest: int | None = None,
    started_at: float | None = None,
    stopped_at: float | None = None,
    preempted: Sequence[dict[str, Any]] = (),
    attempts: Sequence[dict[str, Any]] = (),
    count: int | None = None,
    priority: int = 2,
    share: str = "research",
    reason: str | None = None,
    documented: bool = False,
    kind: str = "Batch Service Job State Change",
    **more: Any,
) -> dict[str, Any]:
    """Return a state change; `documented` leaves out what AWS's sample does not show."""
    detail: dict[str, Any] = {
        "attempts": list(attempts),
        "createdAt": to_millis(at(-600)),
        "jobArn": job_arn(job_id),
        "jobId": job_id,
        "jobName": "protein-lm-small",
        "jobQueue": QUEUE_ARN,
        "serviceJobType": "SAGEMAKER_TRAINING",
        "status": status,
        "statusReason": reason,
        "startedAt": to_millis(at(started_at)) if started_at is not None else None,
        "stoppedAt": to_millis(at(stopped_at)) if stopped_at is not None else None,
        "timeoutConfig": {"attemptDurationSeconds": 3600},
    }
    if latest is not None:
        resource = {"name": "TrainingJobArn", "value": training_arn(latest, job_id)}
        detail["latestAttempt"] = {"serviceResourceId": resource}
    if not documented:
        detail |= _beyond_documented(preempted, count, priority, share)
    return envelope(kind, seconds, job_id, detail | more)


def blocked(seconds: float, reason: str, **more: Any) -> dict[str, Any]:
    """Return a Queue Blocked."""
    kind = "Batch Service Job Queue Blocked"
    return state("RUNNABLE", seconds, reason=reason, kind=kind, **more)


def described(
    status: str = "RUNNING",
    *,
    job_id: str = JOB_ID,
    latest: int | None = 1,
    started_at: float | None = 0,
    owner: str | None = "mira",
    **more: Any,
) -> JobView:
    """Return a DescribeServiceJob answer in our words: the job's first attempt runs."""
    event = state(status, 0, job_id=job_id, latest=latest, started_at=started_at, **more)
    tags = {"owner": owner} if owner else {}
    return job_view(job_arn(job_id), {**event["detail"], "tags": tags})


def envelope(kind: str, seconds: float, job_id: str, detail: dict[str, Any]) -> dict[str, Any]:
    """Return the event as EventBridge delivers it; its time has whole seconds."""
    return {
        "version": "0",
        "id": f"{kind}-{seconds}",
        "detail-type": kind,
        "source": "aws.batch",
        "account": "123456789012",
        "time": iso(at(seconds).replace(microsecond=0)),
        "region": "us-west-2",
        "resources": [job_arn(job_id)],
        "detail": {key: value for key, value in detail.items() if value is not None},
    }


def _beyond_documented(
    preempted: Sequence[dict[str, Any]], count: int | None, priority: int, share: str
) -> dict[str, Any]:
    more: dict[str, Any] = {
        "quotaShareName": share,
        "schedulingPriority": priority,
        "capacityUsage": [{"capacityUnit": "ml.g5.xlarge", "quantity": 1.0}],
        "preemptionConfiguration": {"preemptionRetriesBeforeTermination": 3},
    }
    if preempted:
        more["preemptionSummary"] = {
            "preemptedAttemptCount": len(preempted) if count is None else count,
            "recentPreemptedAttempts": list(preempted),
        }
    return more
