"""The shape of a scenario's steps, as the file has them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from batchdesk.lab.scenario.values import ANY_TYPE, Asked, Span
from policycompiler.models.fields import (
    BIGGEST,
    Borrow,
    Instances,
    InstanceType,
    Label,
    Name,
    Priority,
    TagKey,
    TagValue,
    Whole,
)
from policycompiler.models.section import Section


class SubmitSection(Section):
    """A job that is handed to Batch."""

    job: Name
    """Its name; each name once, for later steps and expectations refer to it."""
    share: Name
    """The quota share it belongs to."""
    instances: Asked = Field(default_factory=lambda: {ANY_TYPE: 1})
    """How many instances it asks for, or numbers by type; absent: 1."""
    run_time: Span = 3600
    """How long each of its runs takes; absent: 1h."""
    priority: Priority = 0
    """Its scheduling priority, 0 to 9999."""
    owner: TagValue | None = None
    """The person, put into the policy's owner tag."""
    tags: dict[TagKey, TagValue] = Field(default_factory=dict)
    """Further tags."""
    retries: Annotated[int, Whole(0, BIGGEST, "returns")] | None = None
    """How many stops it comes back from; absent: any number."""
    attempts: Annotated[int, Whole(1, 10, "attempts")] = 1
    """How often it is run in all if it fails by itself."""
    fail_after: Span | None = None
    """It fails by itself after running this long."""
    payload: Literal["plain", "checkpoint", "spot", "heterogeneous"] = "plain"
    """Which of the SDK's request shapes it uses."""


class PrioritySection(Section):
    """A job's priority is changed."""

    job: Name
    """The job."""
    to: Priority
    """The new priority, 0 to 9999."""


class TerminateSection(Section):
    """A job is ended by its owner."""

    job: Name
    """The job."""
    because: Label = "no longer needed"
    """Why; it becomes the reason that Batch keeps."""


class ShareSection(Section):
    """The admin changes a share, as `batchdesk apply` would."""

    share: Name
    """The quota share."""
    limits: dict[InstanceType, Instances] | None = None
    """The new limits."""
    sharing: Literal["reserve", "lend", "lend_and_borrow"] | None = None
    """How it shares from now on."""
    borrow_limit: Borrow | None = None
    """How much it may borrow from now on, in percent of its limit."""


class MachinesSection(Section):
    """SageMaker runs out of machines of a type."""

    type: InstanceType
    """The instance type."""
    length: Span = Field(alias="for")
    """For how long."""


class StepSection(Section):
    """One step: when, what the reader is told, and one thing that happens."""

    at: Span | None = None
    """When, after the start; absent: at the same moment as the step before."""
    wait: Span | None = None
    """How long after the step before; instead of `at`."""
    say: Label | None = None
    """A sentence for the reader of the story."""
    submit: SubmitSection | None = None
    """A job is handed to Batch."""
    set_priority: PrioritySection | None = None
    """A job's priority is changed."""
    terminate: TerminateSection | None = None
    """A job is ended by its owner."""
    set_share: ShareSection | None = None
    """The admin changes a share."""
    set_capacity: dict[InstanceType, Instances] | None = None
    """The admin changes the capacity of the service environment."""
    machines_out: MachinesSection | None = None
    """SageMaker runs out of machines."""


ACTIONS = (
    "submit",
    "set_priority",
    "terminate",
    "set_share",
    "set_capacity",
    "machines_out",
)
