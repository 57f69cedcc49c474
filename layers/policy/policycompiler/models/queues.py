"""Queues and their quota shares."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from policycompiler.models.fields import (
    Bool,
    Borrow,
    Instances,
    InstanceType,
    Name,
    TagKey,
    TagValue,
    Whole,
)
from policycompiler.models.section import Section

Limits = dict[InstanceType, Instances]


class ShareSection(Section):
    """One quota share: what a team owns, lends and may borrow."""

    team: Name | None = None
    """Who hears of its stops; without a team the platform's channel does."""
    limits: Limits
    """The share's own instances per type: 1 to 5 types, each one of the queue's capacity."""
    sharing: Literal["reserve", "lend", "lend_and_borrow"]
    """reserve: keeps idle instances. lend: lends them. lend_and_borrow: borrows as well."""
    borrow_limit: Borrow = "unlimited"
    """Percent of the own limit; 0 = none, unlimited = no bound. Only with lend_and_borrow."""
    in_share_preemption: Bool = False
    """Whether a higher priority of this share may stop a lower one of it."""
    interruptible: Bool = True
    """Whether this share's work may live on borrowed instances (advice and warnings)."""


class QueueSection(Section):
    """A SAGEMAKER_TRAINING job queue with quota shares."""

    service_environment: Name
    """Its service environment; one environment serves one queue."""
    scheduling_policy: Name
    """Its scheduling policy, of the quota share kind."""
    capacity: Limits
    """The service environment's limits: instances per type, 1 to 5 types."""
    priority: Annotated[int, Whole(0, 1000)] = 1
    """The queue's priority, 0 to 1000."""
    state: Literal["enabled", "disabled"] = "enabled"
    """A disabled queue takes no jobs."""
    tags: dict[TagKey, TagValue] = Field(default_factory=dict)
    """AWS tags the queue gets when it is created."""
    shares: dict[Name, ShareSection]
    """1 to 20 quota shares by name."""
    blocked_after_minutes: Annotated[int, Whole(10, 1440, "minutes")] | None = None
    """Batch ends a job that can never start after this time; absent: never."""
