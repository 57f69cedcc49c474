"""What happens in a run, one frozen fact each. Times are epoch milliseconds of lab time.

Acts are what the script did; the rest is what the local AWS did, as its own history says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """The script explains what comes next."""

    at: int
    text: str


@dataclass(frozen=True)
class Submitted:
    """Act: a job was handed to Batch. `retries`: stops it may come back from, None = any number."""

    at: int
    job: str
    name: str
    share: str
    owner: str | None
    instances: Mapping[str, int]
    priority: int
    retries: int | None = None


@dataclass(frozen=True)
class Raised:
    """Act: the priority of a job was changed."""

    at: int
    job: str
    priority: int


@dataclass(frozen=True)
class Withdrawn:
    """Act: the script asked Batch to end a job."""

    at: int
    job: str
    because: str


@dataclass(frozen=True)
class MachinesOut:
    """Act: SageMaker has no machines of a type until `until`."""

    at: int
    type: str
    until: int


@dataclass(frozen=True)
class Moved:
    """A job changed its state (Batch's names); `attempt` is its training job, if it has one."""

    at: int
    job: str
    before: str | None
    after: str
    reason: str | None = None
    attempt: str | None = None


@dataclass(frozen=True)
class Stopped:
    """A job began to be stopped for another one; cause: cross_share, in_share, limit_lowered."""

    at: int
    job: str
    cause: str
    for_job: str | None
    attempt: str | None = None


@dataclass(frozen=True)
class Blocked:
    """A job at the front of its share can never start as things are; `reason` is Batch's text."""

    at: int
    job: str
    reason: str


@dataclass(frozen=True)
class Bounds:
    """A share's limits from now on; `borrow_limit` in percent, None = no bound."""

    at: int
    share: str
    limits: Mapping[str, int]
    sharing: str
    borrow_limit: int | None


@dataclass(frozen=True)
class Capacity:
    """The capacity of the service environment from now on, instances by type."""

    at: int
    types: Mapping[str, int]


@dataclass(frozen=True)
class Use:
    """What Batch says a share uses of one type from now on."""

    at: int
    share: str
    type: str
    quantity: int


Fact = (
    Said
    | Submitted
    | Raised
    | Withdrawn
    | MachinesOut
    | Moved
    | Stopped
    | Blocked
    | Bounds
    | Capacity
    | Use
)
