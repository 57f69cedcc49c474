"""Batch's definitions as the emulator keeps them, in our words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from batchdesk import scheduler

ENABLED, DISABLED = "ENABLED", "DISABLED"
VALID, DELETING = "VALID", "DELETING"
# Environments outside quota management count instances of any type (documented).
NUM_INSTANCES = "NUM_INSTANCES"
# The one virtual queue of a queue without shares; no quota share can have this name.
WHOLE_QUEUE = ""


@dataclass
class SchedulingPolicy:
    """Either a quota-share policy (idle_assignment) or a fair-share one (kept as given)."""

    name: str
    arn: str
    idle_assignment: str | None
    fairshare: Mapping[str, object] | None


@dataclass
class ServiceEnvironment:
    """The capacity a queue may use: instances per type."""

    name: str
    arn: str
    limits: dict[str, int]
    state: str = ENABLED
    status: str = VALID


@dataclass(frozen=True)
class TimeLimit:
    """End a job that waits at the front for `reason` longer than `seconds`."""

    reason: str
    seconds: int


@dataclass
class QuotaShare:
    """A virtual queue; borrow_limit in percent of its limits, None = unlimited."""

    name: str
    arn: str
    limits: dict[str, int]
    sharing: scheduler.Sharing
    borrow_limit: int | None
    in_share_preemption: bool
    state: str = ENABLED
    status: str = VALID

    def as_scheduled(self) -> scheduler.Share:
        """Say it in the scheduler's words."""
        return scheduler.Share(
            name=self.name,
            limits=dict(self.limits),
            sharing=self.sharing,
            borrow_limit=self.borrow_limit,
            in_share_preemption=self.in_share_preemption,
        )


@dataclass
class JobQueue:
    """A SAGEMAKER_TRAINING queue. Without a policy it is first in, first out."""

    name: str
    arn: str
    priority: int
    environment: ServiceEnvironment
    environment_order: int
    policy: SchedulingPolicy | None
    time_limits: tuple[TimeLimit, ...] = ()
    state: str = ENABLED
    status: str = VALID
    shares: dict[str, QuotaShare] = field(default_factory=dict)

    def demand(self, instances: Mapping[str, int]) -> dict[str, int]:
        """Count a job's instances in the units of this queue's environment."""
        if NUM_INSTANCES in self.environment.limits:
            return {NUM_INSTANCES: sum(instances.values())}
        return dict(instances)

    def whole(self) -> scheduler.Share:
        """The share that stands for all of a queue that has none."""
        limits = dict(self.environment.limits)
        return scheduler.Share(WHOLE_QUEUE, limits, "reserve", None, False)
