"""The scheduler's words: what it is told (shares, jobs) and what it answers (decisions).

Instances are counted per instance type. Times are whole numbers in any one unit, chosen by the
caller; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal, get_args

from batchdesk.scheduler.errors import BookError

Sharing = Literal["reserve", "lend", "lend_and_borrow"]
Cause = Literal["cross_share", "in_share", "limit_lowered"]
State = Literal["runnable", "running", "stopping"]
Ending = Literal["requeued", "exhausted", "terminated"]


@dataclass(frozen=True)
class Share:
    """A quota share (documented: User Guide, quota-shares).

    limits: own instances per type; a type it does not name has limit 0.
    borrow_limit: percent of the own limit, None = no bound; counts for lend_and_borrow only.
    """

    name: str
    limits: Mapping[str, int]
    sharing: Sharing
    borrow_limit: int | None = None
    in_share_preemption: bool = False

    def __post_init__(self) -> None:
        if self.sharing not in get_args(Sharing):
            allowed = ", ".join(get_args(Sharing))
            raise BookError(f"share {self.name}: sharing {self.sharing!r} is none of {allowed}")
        if any(count < 0 for count in self.limits.values()):
            raise BookError(f"share {self.name}: a limit is below 0; give 0 or more instances")
        if self.borrow_limit is not None and self.borrow_limit < 0:
            raise BookError(
                f"share {self.name}: borrow limit {self.borrow_limit} is below 0; "
                "give percent, or None for no bound"
            )

    @property
    def lends(self) -> bool:
        """Whether idle instances of this share may be lent."""
        return self.sharing != "reserve"

    @property
    def borrows(self) -> bool:
        """Whether this share may use more than its own limits."""
        return self.sharing == "lend_and_borrow"


@dataclass(frozen=True)
class Job:
    """A service job as the scheduler sees it.

    instances: what it needs per type, all at once or not at all.
    retries: how often it may be preempted and come back; None = without end
    (documented: User Guide, preemption: preemptionRetriesBeforeTermination).
    """

    job_id: str
    share: str
    instances: Mapping[str, int]
    priority: int
    created_at: int
    retries: int | None = None

    def __post_init__(self) -> None:
        if not self.instances or any(count < 1 for count in self.instances.values()):
            raise BookError(
                f"job {self.job_id}: asks for {dict(self.instances)}; "
                "give at least one instance of at least one type"
            )


class BlockReason(Enum):
    """Why a job can never fit, in the order in which the first that applies is given.

    Documented: User Guide, sm_job_stuck_in_runnable_misconfiguration.
    """

    SERVICE_ENVIRONMENT_MAX_RESOURCE = "service_environment_max_resource"
    LIMIT_EXCEEDED = "limit_exceeded"
    LIMIT_AND_BORROW_EXCEEDED = "limit_and_borrow_exceeded"
    BORROWABLE_EXCEEDED = "borrowable_exceeded"


@dataclass(frozen=True)
class Start:
    """A RUNNABLE job gets its instances now."""

    job_id: str


@dataclass(frozen=True)
class Preempt:
    """A running job is stopped so that `for_job_id` can start."""

    job_id: str
    for_job_id: str
    cause: Cause


@dataclass(frozen=True)
class Promise:
    """All promises that stand from now on, in the order promised; it replaces the last one."""

    job_ids: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """A job at the front of its share can never fit, and why."""

    job_id: str
    reason: BlockReason


@dataclass(frozen=True)
class Unblock:
    """A blocked job could fit again: a limit or the capacity has changed."""

    job_id: str


Decision = Start | Preempt | Promise | Block | Unblock
