"""From Batch's answers to our words; what an answer leaves out means Batch's default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from batchdesk.planning.current import (
    EnvironmentNow,
    QueueNow,
    SchedulingPolicyNow,
    ShareNow,
    TimeLimit,
    short,
)
from batchshares.domain.policy import Sharing

VALID = "VALID"
Answer = Mapping[str, Any]


def environment(answer: Answer, queues: Sequence[QueueNow]) -> EnvironmentNow:
    """Read a service environment, and which queues use it."""
    name = answer["serviceEnvironmentName"]
    serves = tuple(queue.name for queue in queues if name in queue.environments)
    return EnvironmentNow(name, counts(answer.get("capacityLimits")), status(answer), serves)


def scheduling_policy(answer: Answer) -> SchedulingPolicyNow:
    """Read a scheduling policy and its kind."""
    return SchedulingPolicyNow(
        name=answer["name"],
        arn=answer["arn"],
        of_quota_shares=bool(answer.get("quotaSharePolicy")),
    )


def queue(answer: Answer) -> QueueNow:
    """Read a job queue; references become names."""
    order = sorted(answer.get("serviceEnvironmentOrder") or [], key=lambda one: int(one["order"]))
    policy = answer.get("schedulingPolicyArn")
    return QueueNow(
        name=answer["jobQueueName"],
        kind=answer.get("jobQueueType") or "",
        environments=tuple(short(one["serviceEnvironment"]) for one in order),
        scheduling_policy=short(policy) if policy else None,
        priority=answer["priority"],
        state=str(answer.get("state") or "ENABLED").lower(),
        tags=answer.get("tags") or {},
        time_limits=frozenset(
            _time_limit(one) for one in answer.get("jobStateTimeLimitActions") or []
        ),
        status=status(answer),
    )


def _time_limit(answer: Answer) -> TimeLimit:
    return TimeLimit(answer["reason"], answer["maxTimeSeconds"], answer["action"])


def share(answer: Answer) -> ShareNow:
    """Read a quota share."""
    sharing = answer["resourceSharingConfiguration"]
    strategy = cast(Sharing, sharing["strategy"].lower())
    preemption = answer.get("preemptionConfiguration") or {}
    return ShareNow(
        name=answer["quotaShareName"],
        arn=answer["quotaShareArn"],
        limits=counts(answer.get("capacityLimits")),
        sharing=strategy,
        borrow_limit=_bound(strategy, sharing.get("borrowLimit")),
        in_share_preemption=preemption.get("inSharePreemption") == "ENABLED",
        status=status(answer),
    )


def _bound(strategy: str, limit: int | None) -> int | None:
    """Percent; absent and -1 are no bound (documented), and who does not borrow has 0."""
    if strategy != "lend_and_borrow":
        return 0
    return None if limit is None or limit < 0 else limit


def counts(limits: Sequence[Answer] | None) -> dict[str, int]:
    """Read capacity limits by unit; their order means nothing."""
    return {limit["capacityUnit"]: limit["maxCapacity"] for limit in limits or []}


def status(answer: Answer) -> str:
    """Read the status; an answer without one is of something that works."""
    return str(answer.get("status") or VALID)
