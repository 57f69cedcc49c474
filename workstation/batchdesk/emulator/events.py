"""The four EventBridge events of service jobs, built from jobs.

Shapes: User Guide pages service-job-events and service-job-preemption-events. Event
times have whole seconds, times inside `detail` are epoch milliseconds (documented).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from batchdesk.emulator.arns import Place
from batchdesk.emulator.jobs import ServiceJob, Status
from batchdesk.emulator.wire.job_answers import job_detail, preemption_summary

Event = dict[str, Any]

STATE_CHANGE = "Batch Service Job State Change"
QUEUE_BLOCKED = "Batch Service Job Queue Blocked"
PREEMPTION_STARTED = "Batch Service Job Preemption Started"
PREEMPTION_COMPLETED = "Batch Service Job Preemption Completed"

# The members in AWS's own samples; all others are inferred ("resembles DescribeServiceJob").
DOCUMENTED_MEMBERS = frozenset(
    {
        "attempts",
        "createdAt",
        "jobArn",
        "jobId",
        "jobName",
        "jobQueue",
        "latestAttempt",
        "serviceJobType",
        "startedAt",
        "status",
        "statusReason",
        "stoppedAt",
        "timeoutConfig",
    }
)


@dataclass(frozen=True)
class Stamp:
    """What an event has of its own: its id, where and when (epoch ms) it happened."""

    id: str
    place: Place
    at: int


def state_change(stamp: Stamp, job: ServiceJob, detail: str = "full") -> Event:
    """A job has reached its present status; `detail` as the switch event_detail says."""
    return _event(stamp, STATE_CHANGE, job, _job_detail(job, detail))


def queue_blocked(stamp: Stamp, job: ServiceJob, detail: str = "full") -> Event:
    """A job at the front of its share cannot start; its statusReason says why."""
    return _event(stamp, QUEUE_BLOCKED, job, _job_detail(job, detail))


def preemption_started(stamp: Stamp, job: ServiceJob) -> Event:
    """A job is being stopped; it shows the status it had (documented for RUNNING)."""
    detail = {
        "statusReason": job.reason,
        "preemptedJobArn": job.arn,
        "status": job.status.value,
    }
    return _event(stamp, PREEMPTION_STARTED, job, detail)


def preemption_completed(stamp: Stamp, job: ServiceJob, status: Status) -> Event:
    """The stop is over; `status` is what the job becomes: RUNNABLE or FAILED."""
    detail = {
        "preemptedJobArn": job.arn,
        "preemptionSummary": preemption_summary(job),
        "status": status.value,
    }
    return _event(stamp, PREEMPTION_COMPLETED, job, detail)


def _job_detail(job: ServiceJob, wanted: str) -> dict[str, Any]:
    detail = job_detail(job)
    if wanted == "full":
        return detail
    return {name: value for name, value in detail.items() if name in DOCUMENTED_MEMBERS}


def _event(stamp: Stamp, kind: str, job: ServiceJob, detail: dict[str, Any]) -> Event:
    return {
        "version": "0",
        "id": stamp.id,
        "detail-type": kind,
        "source": "aws.batch",
        "account": stamp.place.account,
        "time": whole_seconds(stamp.at),
        "region": stamp.place.region,
        "resources": [job.arn],
        "detail": detail,
    }


def whole_seconds(at: int) -> str:
    """Write epoch ms as EventBridge writes times."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
