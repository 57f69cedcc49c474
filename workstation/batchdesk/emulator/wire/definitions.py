"""From create and update requests to the definitions they ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from batchdesk.emulator.errors import ClientException, NotServedError
from batchdesk.emulator.reasons import TIME_LIMIT_REASONS
from batchdesk.emulator.resources import DISABLED, ENABLED, TimeLimit
from batchdesk.emulator.wire import fields
from batchdesk.emulator.wire.fields import Params

Strategy = Literal["reserve", "lend", "lend_and_borrow"]

STATES = (ENABLED, DISABLED)
SHARING: dict[str, Strategy] = {
    "RESERVE": "reserve",
    "LEND": "lend",
    "LEND_AND_BORROW": "lend_and_borrow",
}
SERVICE_TYPES = ("SAGEMAKER_TRAINING",)


@dataclass(frozen=True)
class PolicyRequest:
    """A scheduling policy: exactly one of the two kinds."""

    idle_assignment: str | None
    fairshare: Mapping[str, object] | None


@dataclass(frozen=True)
class Sharing:
    """How a share lends and borrows; borrow_limit in percent, None = unlimited."""

    strategy: Strategy
    borrow_limit: int | None


@dataclass(frozen=True)
class ShareRequest:
    """The parts of a share; None where an update leaves it as it is."""

    limits: dict[str, int] | None
    sharing: Sharing | None
    in_share_preemption: bool | None
    state: str | None


@dataclass(frozen=True)
class QueueRequest:
    """The parts of a queue; None where an update leaves it as it is."""

    priority: int | None
    environment: str | None
    environment_order: int
    policy_arn: str | None
    time_limits: tuple[TimeLimit, ...] | None
    state: str | None


def read_policy(params: Params) -> PolicyRequest:
    """Read quotaSharePolicy or fairsharePolicy; they exclude each other (documented)."""
    quota, fair = params.get("quotaSharePolicy"), params.get("fairsharePolicy")
    if quota is not None and fair is not None:
        raise ClientException("quotaSharePolicy and fairsharePolicy exclude each other")
    if quota is None:
        return PolicyRequest(None, fair or {})
    return PolicyRequest(fields.choice(quota, "idleResourceAssignmentStrategy", ["FIFO"]), None)


def read_environment(params: Params) -> tuple[dict[str, int], str]:
    """Read a new service environment: limits and state (default ENABLED)."""
    fields.choice(params, "serviceEnvironmentType", SERVICE_TYPES)
    return fields.limits(params), read_state(params) or ENABLED


def read_state(params: Params) -> str | None:
    """Read the state, None if the request has none."""
    return fields.optional_choice(params, "state", STATES)


def read_limits(params: Params) -> dict[str, int] | None:
    """Read new limits, which replace all the old ones; None if the request has none."""
    return None if params.get("capacityLimits") is None else fields.limits(params)


def read_new_share(params: Params) -> ShareRequest:
    """Read a share in which every part must be there."""
    for member in ("capacityLimits", "resourceSharingConfiguration", "preemptionConfiguration"):
        fields.required(params, member)
    return read_share(params)


def read_share(params: Params) -> ShareRequest:
    """Read the parts of a share that the request has."""
    preemption = params.get("preemptionConfiguration")
    sharing = params.get("resourceSharingConfiguration")
    return ShareRequest(
        limits=read_limits(params),
        sharing=None if sharing is None else _sharing(sharing),
        in_share_preemption=None if preemption is None else _in_share(preemption),
        state=read_state(params),
    )


def _in_share(params: Params) -> bool:
    return fields.choice(params, "inSharePreemption", STATES) == ENABLED


def _sharing(params: Params) -> Sharing:
    strategy = SHARING[fields.choice(params, "strategy", SHARING)]
    percent = fields.whole(params, "borrowLimit", -1)
    if percent is not None and strategy != "lend_and_borrow":
        raise ClientException("borrowLimit can only be given with strategy LEND_AND_BORROW")
    return Sharing(strategy, None if percent in (None, -1) else percent)


def read_queue(params: Params) -> QueueRequest:
    """Read a SAGEMAKER_TRAINING queue's parts: one service environment, no others."""
    order = params.get("serviceEnvironmentOrder")
    if params.get("computeEnvironmentOrder"):
        raise ClientException(
            "computeEnvironmentOrder and serviceEnvironmentOrder exclude each other"
        )
    if order is not None and len(order) != 1:
        raise ClientException(
            f"serviceEnvironmentOrder must name 1 service environment, not {len(order)}"
        )
    return QueueRequest(
        priority=fields.whole(params, "priority", 0, 1000),
        environment=fields.required(order[0], "serviceEnvironment") if order else None,
        environment_order=int(order[0].get("order", 1)) if order else 1,
        policy_arn=params.get("schedulingPolicyArn") or None,
        time_limits=_time_limits(params.get("jobStateTimeLimitActions")),
        state=read_state(params),
    )


def read_new_queue(params: Params) -> QueueRequest:
    """Read a queue in which priority and environment must be there."""
    kind = params.get("jobQueueType")
    if kind not in (None, *SERVICE_TYPES):
        raise ClientException(f"jobQueueType {kind} cannot have a serviceEnvironmentOrder")
    fields.required_whole(params, "priority", 0, 1000)
    if not params.get("serviceEnvironmentOrder"):
        raise ClientException("serviceEnvironmentOrder must be given for SAGEMAKER_TRAINING")
    return read_queue(params)


def _time_limits(actions: list[Params] | None) -> tuple[TimeLimit, ...] | None:
    return None if actions is None else tuple(_time_limit(action) for action in actions)


def _time_limit(action: Params) -> TimeLimit:
    fields.choice(action, "state", ["RUNNABLE"])
    fields.choice(action, "action", ["TERMINATE"])
    reason = fields.choice(action, "reason", sorted(TIME_LIMIT_REASONS))
    return TimeLimit(reason, fields.required_whole(action, "maxTimeSeconds", 600, 86_400))


def refuse_fairshare(policy_kind: str | None) -> None:
    """Say that service jobs under a fair-share policy are not emulated."""
    if policy_kind is None:
        raise NotServedError(
            "The emulator serves SAGEMAKER_TRAINING queues with a quotaSharePolicy "
            "or without a scheduling policy, not with a fairsharePolicy"
        )
