"""Which fields differ. Limits are compared by type: their order means nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from batchdesk.planning.changes import CAPACITY, LIMITS, UNLIMITED, Change, Fields, Kind, Value
from batchdesk.planning.current import EnvironmentNow, ShareNow, TimeLimit
from batchshares.domain.policy import Queue, Share

# What a blocked job must be blocked for before Batch ends it. Waiting for machines is nobody's
# mistake, so SageMaker's capacity is not among them.
BLOCKED_REASONS = (
    "MISCONFIGURATION:SERVICE_ENVIRONMENT_MAX_RESOURCE",
    "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED",
)


def time_limits(queue: Queue) -> frozenset[TimeLimit]:
    """Return the time limits that the queue's blocked_after_minutes stands for."""
    if queue.blocked_after_minutes is None:
        return frozenset()
    seconds = queue.blocked_after_minutes * 60
    return frozenset(TimeLimit(reason, seconds, "TERMINATE") for reason in BLOCKED_REASONS)


def environment_change(queue: Queue, now: EnvironmentNow | None) -> Change | None:
    """Create the environment, or change its capacity."""
    fields = _counts(CAPACITY, now.capacity if now else {}, queue.capacity)
    return _change(Kind.ENVIRONMENT, queue.service_environment, now is None, fields)


def queue_creation(queue: Queue) -> Change:
    """Create the queue as the policy has it."""
    fields: dict[str, tuple[Value, Value]] = {
        "service_environment": (None, queue.service_environment),
        "scheduling_policy": (None, queue.scheduling_policy),
        "priority": (None, queue.priority),
        "state": (None, queue.state),
    }
    if queue.blocked_after_minutes is not None:
        fields["blocked_after_minutes"] = (None, queue.blocked_after_minutes)
    return Change(Kind.QUEUE, queue.name, "create", fields)


def share_change(queue: str, wanted: Share, now: ShareNow | None) -> Change | None:
    """Create the share, or change what differs of it."""
    settings = _differing(_settings(now) if now else {}, _settings(wanted))
    fields = {**_counts(LIMITS, now.limits if now else {}, wanted.limits), **settings}
    return _change(Kind.SHARE, f"{queue}/{wanted.name}", now is None, fields)


def _settings(share: Share | ShareNow) -> dict[str, Value]:
    settings: dict[str, Value] = {"sharing": share.sharing}
    if share.sharing == "lend_and_borrow":
        bound = share.borrow_limit
        settings["borrow_limit"] = UNLIMITED if bound is None else bound
    return {**settings, "in_share_preemption": share.in_share_preemption}


def _differing(now: Mapping[str, Value], wanted: Mapping[str, Value]) -> Fields:
    names = dict.fromkeys([*wanted, *now])
    return {
        name: (now.get(name), wanted.get(name))
        for name in names
        if now.get(name) != wanted.get(name)
    }


def _counts(prefix: str, now: Mapping[str, int], wanted: Mapping[str, int]) -> Fields:
    return {
        f"{prefix}{kind}": (now.get(kind), wanted.get(kind))
        for kind in _sorted(now, wanted)
        if now.get(kind) != wanted.get(kind)
    }


def _sorted(*mappings: Iterable[str]) -> list[str]:
    return sorted({kind for mapping in mappings for kind in mapping})


def _change(kind: Kind, name: str, new: bool, fields: Fields) -> Change | None:
    if not fields:
        return None
    return Change(kind, name, "create" if new else "update", fields)
