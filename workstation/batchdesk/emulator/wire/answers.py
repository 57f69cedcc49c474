"""From definitions to the answers that describe them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from batchdesk.emulator.resources import (
    DISABLED,
    ENABLED,
    JobQueue,
    QuotaShare,
    SchedulingPolicy,
    ServiceEnvironment,
)
from batchdesk.emulator.wire.definitions import SHARING

Tags = Mapping[str, str]
STRATEGIES = {ours: theirs for theirs, ours in SHARING.items()}


def policy_answer(policy: SchedulingPolicy, tags: Tags) -> dict[str, Any]:
    """Describe a scheduling policy."""
    answer: dict[str, Any] = {"name": policy.name, "arn": policy.arn, "tags": tags}
    if policy.idle_assignment is not None:
        answer["quotaSharePolicy"] = {"idleResourceAssignmentStrategy": policy.idle_assignment}
    else:
        given = policy.fairshare or {}
        answer["fairsharePolicy"] = {
            "computeReservation": given.get("computeReservation") or 0,
            "shareDecaySeconds": given.get("shareDecaySeconds") or 0,
            "shareDistribution": given.get("shareDistribution") or [],
        }
    return answer


def environment_answer(environment: ServiceEnvironment, tags: Tags) -> dict[str, Any]:
    """Describe a service environment."""
    return {
        "serviceEnvironmentName": environment.name,
        "serviceEnvironmentArn": environment.arn,
        "serviceEnvironmentType": "SAGEMAKER_TRAINING",
        "state": environment.state,
        "status": environment.status,
        "capacityLimits": limits_answer(environment.limits),
        "tags": tags,
    }


def queue_answer(queue: JobQueue, tags: Tags) -> dict[str, Any]:
    """Describe a SAGEMAKER_TRAINING queue."""
    answer = {
        "jobQueueName": queue.name,
        "jobQueueArn": queue.arn,
        "state": queue.state,
        "status": queue.status,
        "statusReason": "JobQueue Healthy",
        "priority": queue.priority,
        "computeEnvironmentOrder": [],
        "serviceEnvironmentOrder": [
            {"order": queue.environment_order, "serviceEnvironment": queue.environment.arn}
        ],
        "jobQueueType": "SAGEMAKER_TRAINING",
        "tags": tags,
        "jobStateTimeLimitActions": [
            {
                "reason": limit.reason,
                "state": "RUNNABLE",
                "maxTimeSeconds": limit.seconds,
                "action": "TERMINATE",
            }
            for limit in queue.time_limits
        ],
    }
    if queue.policy is not None:
        answer["schedulingPolicyArn"] = queue.policy.arn
    return answer


def share_answer(queue: JobQueue, share: QuotaShare) -> dict[str, Any]:
    """Describe a quota share, without its tags (a list has none)."""
    sharing: dict[str, Any] = {"strategy": STRATEGIES[share.sharing]}
    if share.sharing == "lend_and_borrow":
        sharing["borrowLimit"] = -1 if share.borrow_limit is None else share.borrow_limit
    return {
        "quotaShareName": share.name,
        "quotaShareArn": share.arn,
        "jobQueueArn": queue.arn,
        "capacityLimits": limits_answer(share.limits),
        "resourceSharingConfiguration": sharing,
        "preemptionConfiguration": {
            "inSharePreemption": ENABLED if share.in_share_preemption else DISABLED
        },
        "state": share.state,
        "status": share.status,
    }


def limits_answer(limits: Mapping[str, int]) -> list[dict[str, Any]]:
    """Write limits as Batch lists them."""
    return [{"maxCapacity": count, "capacityUnit": unit} for unit, count in limits.items()]


def usage_answer(used: Mapping[str, int]) -> list[dict[str, Any]]:
    """Write use or demand as Batch lists it: quantities are doubles (documented)."""
    return [
        {"capacityUnit": unit, "quantity": float(count)}
        for unit, count in sorted(used.items())
        if count
    ]
