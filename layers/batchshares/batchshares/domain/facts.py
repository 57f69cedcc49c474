"""Facts about one occurrence: the preemption of one attempt of one job.

Each is written once and none replaces another, so they commute: however often and in
whatever order events arrive, the same facts stand in the ledger at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from batchshares.domain.job_view import Attempt, Retries

Cause = Literal["cross_share", "in_share", "limit_lowered", "unknown"]
Source = Literal["event", "sweep"]


@dataclass(frozen=True)
class Started:
    """Batch began to stop an attempt; `status` is the job's at that moment.

    `by_time` says that only the times tell which attempt it was.
    """

    at: datetime
    status: str | None
    reason: str | None
    by_time: bool = False


@dataclass(frozen=True)
class Completed:
    """The stop is over; `status` RUNNABLE means requeued, FAILED means ended.

    `count` is Batch's number of preemptions of this job, this one included.
    """

    at: datetime
    status: str | None
    attempt: Attempt | None
    count: int | None


@dataclass(frozen=True)
class Listed:
    """Batch's own list of preempted attempts shows the stop; `status` as in Completed."""

    attempt: Attempt
    status: str
    count: int | None
    source: Source


@dataclass(frozen=True)
class Closed:
    """The job went on or ended without the announced stop; `at` is when it did."""

    at: datetime


@dataclass(frozen=True)
class RunningAgain:
    """The job's next attempt reached RUNNING at this instant."""

    at: datetime


@dataclass(frozen=True)
class Preemptor:
    """The job the stopped one most likely made room for; Batch names none."""

    job_id: str
    job_name: str | None
    share: str
    basis: Literal["named", "inferred"] = "inferred"
    raised_by: str | None = None


@dataclass(frozen=True)
class Enriched:
    """What one DescribeServiceJob, the snapshot and the policy add to the bare event.

    `stops_before` is how often Batch had preempted the job before this stop; `cause` is
    inferred and yields to what Batch's own text says.
    """

    job_name: str | None
    owner: str | None
    lineage_id: str
    queue: str | None
    share: str | None
    team: str | None
    instances: Mapping[str, int] | None
    priority: int | None
    retries: Retries
    training_job_arn: str | None
    attempt_started_at: datetime | None
    attempt_stopped_at: datetime | None
    stops_before: int | None
    cause: Cause = "unknown"
    preemptor: Preemptor | None = None


Fact = Started | Completed | Listed | Closed | RunningAgain | Enriched
