"""What AWS Batch has now, in our words: the other side of every comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from batchshares.domain.policy import Sharing

TRAINING_QUEUE = "SAGEMAKER_TRAINING"
ANY_INSTANCES = "NUM_INSTANCES"


def short(reference: str) -> str:
    """Return the name behind a name or an ARN: Batch takes one and answers the other."""
    return reference.rsplit("/", 1)[-1]


@dataclass(frozen=True)
class EnvironmentNow:
    """A service environment; `serves` are the queues that name it."""

    name: str
    capacity: Mapping[str, int]
    status: str
    serves: tuple[str, ...]


@dataclass(frozen=True)
class SchedulingPolicyNow:
    """A scheduling policy; its kind was fixed when it was created (documented: Batch API)."""

    name: str
    arn: str
    of_quota_shares: bool


@dataclass(frozen=True)
class TimeLimit:
    """How long a job may stand blocked for one reason before Batch acts."""

    reason: str
    seconds: int
    action: str


@dataclass(frozen=True)
class QueueNow:
    """A job queue; environments and scheduling policy by name."""

    name: str
    kind: str
    environments: tuple[str, ...]
    scheduling_policy: str | None
    priority: int
    state: str
    tags: Mapping[str, str]
    time_limits: frozenset[TimeLimit]
    status: str


@dataclass(frozen=True)
class ShareNow:
    """A quota share; `borrow_limit` in percent, None unlimited, 0 where it does not borrow."""

    name: str
    arn: str
    limits: Mapping[str, int]
    sharing: Sharing
    borrow_limit: int | None
    in_share_preemption: bool
    status: str


@dataclass(frozen=True)
class Current:
    """All that Batch has of one queue; None and empty where it does not exist."""

    environment: EnvironmentNow | None
    scheduling_policy: SchedulingPolicyNow | None
    queue: QueueNow | None
    shares: Mapping[str, ShareNow]
