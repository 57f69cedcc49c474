"""From our words to Batch's requests; the only place here that writes camelCase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from batchdesk.planning.comparing import time_limits
from batchdesk.planning.current import TRAINING_QUEUE
from batchshares.domain.policy import Queue, Share

UNLIMITED = -1  # documented: Batch API, borrowLimit


def new_environment(queue: Queue) -> dict[str, Any]:
    """CreateServiceEnvironment."""
    return {
        "serviceEnvironmentName": queue.service_environment,
        "serviceEnvironmentType": TRAINING_QUEUE,
        "capacityLimits": _capacity_limits(queue.capacity),
    }


def new_capacity(queue: Queue) -> dict[str, Any]:
    """UpdateServiceEnvironment; the list replaces the old one whole."""
    return {
        "serviceEnvironment": queue.service_environment,
        "capacityLimits": _capacity_limits(queue.capacity),
    }


def new_scheduling_policy(queue: Queue) -> dict[str, Any]:
    """CreateSchedulingPolicy; FIFO is the only way to assign idle instances (documented)."""
    return {
        "name": queue.scheduling_policy,
        "quotaSharePolicy": {"idleResourceAssignmentStrategy": "FIFO"},
    }


def new_queue(queue: Queue, policy_arn: str) -> dict[str, Any]:
    """CreateJobQueue; optional parts only where the policy has them."""
    request: dict[str, Any] = {
        "jobQueueName": queue.name,
        "jobQueueType": TRAINING_QUEUE,
        "priority": queue.priority,
        "state": queue.state.upper(),
        "schedulingPolicyArn": policy_arn,
        "serviceEnvironmentOrder": [{"order": 1, "serviceEnvironment": queue.service_environment}],
    }
    if queue.tags:
        request["tags"] = dict(queue.tags)
    if limits := time_limits(queue):
        request["jobStateTimeLimitActions"] = [
            {
                "reason": limit.reason,
                "state": "RUNNABLE",
                "maxTimeSeconds": limit.seconds,
                "action": limit.action,
            }
            for limit in sorted(limits, key=lambda limit: limit.reason)
        ]
    return request


def new_share(queue: str, share: Share) -> dict[str, Any]:
    """CreateQuotaShare."""
    return {"quotaShareName": share.name, "jobQueue": queue, **share_settings(share)}


def share_settings(share: Share) -> dict[str, Any]:
    """The whole of a share's settings: an update sends all, so that nothing stays behind."""
    return {
        "capacityLimits": _capacity_limits(share.limits),
        "resourceSharingConfiguration": _sharing(share),
        "preemptionConfiguration": {
            "inSharePreemption": "ENABLED" if share.in_share_preemption else "DISABLED"
        },
    }


def _sharing(share: Share) -> dict[str, Any]:
    """borrowLimit goes with LEND_AND_BORROW only, and 0 is said: left out it is no bound."""
    strategy: dict[str, Any] = {"strategy": share.sharing.upper()}
    if share.sharing == "lend_and_borrow":
        bound = share.borrow_limit
        strategy["borrowLimit"] = UNLIMITED if bound is None else bound
    return strategy


def _capacity_limits(counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """Instances per type as Batch's list, in a fixed order."""
    return [{"capacityUnit": kind, "maxCapacity": counts[kind]} for kind in sorted(counts)]
