"""From service jobs to the answers and event details that describe them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from batchdesk.emulator.jobs import Attempt, ServiceJob
from batchdesk.emulator.wire.answers import usage_answer


def present(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what Batch would leave out: members without a value."""
    return {name: value for name, value in answer.items() if value is not None}


def job_names(job: ServiceJob) -> dict[str, Any]:
    """The three names by which Batch refers to a job."""
    return {"jobArn": job.arn, "jobName": job.submission.name, "jobId": job.id}


def job_summary(job: ServiceJob) -> dict[str, Any]:
    """One row of ListServiceJobs: no priority and no preemption summary (documented)."""
    return present(
        {
            **job_names(job),
            "latestAttempt": _latest(job),
            "capacityUsage": usage_answer(job.demand) or None,
            "createdAt": job.created_at,
            "scheduledAt": job.scheduled_at,
            "serviceJobType": "SAGEMAKER_TRAINING",
            "quotaShareName": job.submission.share,
            "status": job.status.value,
            "statusReason": job.reason,
            "startedAt": job.started_at,
            "stoppedAt": job.stopped_at,
            "isTerminated": True if job.is_terminated else None,
        }
    )


def job_detail(job: ServiceJob) -> dict[str, Any]:
    """What DescribeServiceJob and state changes have in common (documented: resembles).

    startedAt stays away before the first start (assumed), recentPreemptedAttempts
    before the first preemption (documented).
    """
    return present(
        {
            **job_summary(job),
            "attempts": [attempt_answer(attempt) for attempt in job.attempts],
            "jobQueue": job.queue.arn,
            "preemptionConfiguration": _preemption_configuration(job),
            "preemptionSummary": preemption_summary(job) if job.preempted_count else None,
            "retryStrategy": _retry_strategy(job),
            "schedulingPriority": job.priority,
            "timeoutConfig": _timeout(job),
        }
    )


def job_description(job: ServiceJob, tags: Mapping[str, str]) -> dict[str, Any]:
    """The whole answer of DescribeServiceJob."""
    return {
        **job_detail(job),
        "isTerminated": job.is_terminated,
        "serviceRequestPayload": job.submission.payload,
        "tags": dict(tags),
    }


def preemption_summary(job: ServiceJob) -> dict[str, Any]:
    """All preemptions counted, the remembered ones newest first (observed)."""
    return {
        "preemptedAttemptCount": job.preempted_count,
        "recentPreemptedAttempts": [attempt_answer(attempt) for attempt in job.preempted],
    }


def attempt_answer(attempt: Attempt) -> dict[str, Any]:
    """Describe an attempt that is over."""
    return present(
        {
            "serviceResourceId": _resource(attempt),
            "startedAt": attempt.started_at,
            "stoppedAt": attempt.stopped_at,
            "statusReason": attempt.reason,
        }
    )


def _latest(job: ServiceJob) -> dict[str, Any] | None:
    return {"serviceResourceId": _resource(job.latest)} if job.latest else None


def _resource(attempt: Attempt) -> dict[str, str]:
    return {"name": "TrainingJobArn", "value": attempt.arn}


def _preemption_configuration(job: ServiceJob) -> dict[str, int] | None:
    retries = job.submission.preemption_retries
    return None if retries is None else {"preemptionRetriesBeforeTermination": retries}


def _retry_strategy(job: ServiceJob) -> dict[str, Any]:
    retry = job.submission.retry
    rules = [{"action": rule.action, "onStatusReason": rule.pattern} for rule in retry.rules]
    return {"attempts": retry.attempts, "evaluateOnExit": rules}


def _timeout(job: ServiceJob) -> dict[str, int] | None:
    seconds = job.submission.timeout_seconds
    return None if seconds is None else {"attemptDurationSeconds": seconds}
