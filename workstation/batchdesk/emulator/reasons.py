"""The sentences Batch writes into statusReason.

Documented (User Guide: service-job-events, service-job-retries, sm_job_stuck_in_runnable):
everything but the texts marked "assumed".
"""

from __future__ import annotations

from batchdesk.scheduler import BlockReason

IN_PROGRESS = "PREEMPTION_IN_PROGRESS: "
CROSS_SHARE = "Cross-share preemption triggered to reclaim borrowed capacity"
# Assumed: AWS publishes no wording for these.
IN_SHARE = "In-share preemption triggered to run a job with a higher scheduling priority"
IN_SHARE_FOREIGN = "Preempted in favor of another job"
LIMIT_LOWERED = "Preemption triggered because the capacity limits of the quota share were lowered"

FROM_SAGEMAKER = "Received status from SageMaker: "
COMPLETED = f"{FROM_SAGEMAKER}Training job completed"
FAILED_BY_ITSELF = f"{FROM_SAGEMAKER}AlgorithmError: ExecuteUserScriptError, exit code: 1"
TIMED_OUT = "Job attempt duration exceeded timeout"  # assumed, the container jobs' text
SHARE_DELETED = "Terminated because its quota share was deleted"  # assumed
QUEUE_DELETED = "Terminated because its job queue was deleted"  # assumed

NO_MACHINES = (
    "CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY - Unable to provision requested compute resources"
)
# SageMaker's FailureReason of such a training job; only its first word is documented.
NO_MACHINES_SAGEMAKER = (
    "CapacityError: Unable to provision requested ML compute capacity. "
    "Please retry using a different ML instance type."
)
_LIMITS = "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - "
BLOCKED = {
    BlockReason.SERVICE_ENVIRONMENT_MAX_RESOURCE: (
        "MISCONFIGURATION:SERVICE_ENVIRONMENT_MAX_RESOURCE - Service environment(s) associated "
        "with the job queue cannot meet the capacity requirement of the job."
    ),
    BlockReason.LIMIT_EXCEEDED: (f"{_LIMITS}Job requirements exceed quota share capacity limits."),
    BlockReason.LIMIT_AND_BORROW_EXCEEDED: (
        f"{_LIMITS}Job requirements exceed quota share capacity limits and borrow limits."
    ),
    BlockReason.BORROWABLE_EXCEEDED: (
        f"{_LIMITS}Job requires borrowing that exceeds all configured borrowable capacity."
    ),
}
TIME_LIMIT_REASONS = frozenset(text.split(" - ")[0] for text in (*BLOCKED.values(), NO_MACHINES))


def preemption(cause: str, in_share_text: str) -> str:
    """Word a preemption's cause, without the prefix it carries while under way."""
    if cause == "cross_share":
        return CROSS_SHARE
    if cause == "in_share":
        return IN_SHARE if in_share_text == "ours" else IN_SHARE_FOREIGN
    return LIMIT_LOWERED


def time_limit(reason: str) -> str:
    """Word the end of a job that its queue's time limit terminated."""
    return f"Terminated by JobStateTimeLimit action due to reason: {reason}"
