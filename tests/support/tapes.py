"""Builders for the facts of a run, so that a test names only what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from batchdesk.lab.story.facts import (
    Blocked,
    Bounds,
    Capacity,
    Fact,
    MachinesOut,
    Moved,
    Raised,
    Said,
    Stopped,
    Submitted,
    Withdrawn,
)

GPU = "ml.g5.xlarge"
TRAINING_JOBS = "arn:aws:sagemaker:us-west-2:123456789012:training-job"
NINE = 1_796_115_600_000
"""Tue 1 Dec 2026 09:00:00 UTC in epoch milliseconds."""
MINUTE = 60_000
SECOND = 1_000
TOO_BIG = (
    "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - "
    "Job requirements exceed quota share capacity limits."
)
NO_MACHINES = (
    "CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY - Unable to provision requested compute resources"
)


def at(minutes: float) -> int:
    """Epoch milliseconds of a minute after nine."""
    return NINE + round(minutes * MINUTE)


def bounds(
    share: str, sharing: str = "lend", limit: int = 1, borrow_limit: int | None = 0
) -> Bounds:
    """A share with a limit of one type."""
    return Bounds(NINE, share, {GPU: limit}, sharing, borrow_limit)


def three_shares(borrow_limit: int | None = 200) -> list[Fact]:
    """research may borrow, product lends, safety keeps its own: one node each."""
    return [
        Capacity(NINE, {GPU: 3}),
        bounds("research", "lend_and_borrow", borrow_limit=borrow_limit),
        bounds("product"),
        bounds("safety", "reserve"),
    ]


def submitted(
    job: str,
    share: str = "research",
    *,
    minutes: float = 0,
    priority: int = 1,
    owner: str | None = "ines",
    instances: Mapping[str, int] | None = None,
    retries: int | None = None,
) -> list[Fact]:
    """A job joins its share's queue; its id is its name."""
    moment = at(minutes)
    return [
        Submitted(moment, job, job, share, owner, instances or {GPU: 1}, priority, retries),
        Moved(moment, job, None, "SUBMITTED"),
    ]


def moved(job: str, after: str, minutes: float, before: str = "", reason: str = "") -> Moved:
    """A job changes its state."""
    return Moved(at(minutes), job, before or None, after, reason or None)


def runs(job: str, minutes: float) -> list[Fact]:
    """A job starts at this minute and runs a quarter of a minute later."""
    return [
        moved(job, "SCHEDULED", minutes, "RUNNABLE"),
        moved(job, "STARTING", minutes + 5 / 60, "SCHEDULED"),
        moved(job, "RUNNING", minutes + 15 / 60, "STARTING"),
    ]


def stopped(
    job: str, for_job: str | None, minutes: float, *, cause: str = "cross_share", then: str = ""
) -> list[Fact]:
    """A job is stopped for another one; the stop takes 20 seconds."""
    return [
        Stopped(at(minutes), job, cause, for_job, attempt_of(job)),
        moved(job, then or "RUNNABLE", minutes + 20 / 60, "RUNNING"),
    ]


def attempt_of(job: str) -> str:
    """The name of a job's training job."""
    return f"AWSBatch{job}{'0' * 32}"


def record(job: str, **changed: Any) -> dict[str, Any]:
    """A ledger record of a stop with the keys that readers need; name what is different."""
    usual: dict[str, Any] = {
        "occurrence_id": f"{job}-1",
        "job_id": job,
        "job_name": job,
        "owner": "omar",
        "queue": "training",
        "share": "research",
        "instances": {GPU: 1},
        "priority": 2,
        "training_job_arn": f"{TRAINING_JOBS}/{attempt_of(job)}",
        "cause": "cross_share",
        "reason": "Cross-share preemption triggered to reclaim borrowed capacity",
        "preemption_started_at": "2026-12-01T09:20:01Z",
        "stopped_at": "2026-12-01T09:20:21Z",
        "completed_at": "2026-12-01T09:20:21Z",
        "restarted_at": None,
        "run_seconds": 1205,
        "outcome": "requeued",
        "preempted_count": 1,
        "preemption_retries": "unlimited",
        "preemptor": {
            "job_id": "ranker-nightly",
            "job_name": "ranker-nightly",
            "share": "product",
            "basis": "inferred",
            "raised_by": None,
        },
    }
    return usual | changed


def its_records() -> list[dict[str, Any]]:
    """The ledger of `a_whole_run`, newest first."""
    other = {"share": "research", "basis": "inferred", "raised_by": None}
    return [
        record(
            "quick-eval",
            owner="juno",
            preemption_started_at="2026-12-01T10:15:01Z",
            stopped_at="2026-12-01T10:15:21Z",
            run_seconds=1185,
            outcome="failed",
            preemption_retries=0,
            preemptor=other
            | {"job_id": "ranker-hotfix", "job_name": "ranker-hotfix", "share": "product"},
        ),
        record(
            "protein-fold",
            owner="ines",
            cause="in_share",
            reason="In-share preemption triggered to run a job with a higher scheduling priority",
            preemption_started_at="2026-12-01T09:35:00Z",
            stopped_at="2026-12-01T09:35:20Z",
            restarted_at="2026-12-01T11:11:15Z",
            run_seconds=2104,
            preemptor=other | {"job_id": "pocket-ablation", "job_name": "pocket-ablation"},
        ),
        record("ligand-screen", restarted_at="2026-12-01T11:11:15Z"),
    ]


def a_whole_run() -> list[Fact]:
    """The built-in scenario's shape: two causes, no machines, an end, a job that cannot start."""
    facts: list[Fact] = [
        *three_shares(),
        Said(NINE, "research has three jobs and one node of its own. product lends one."),
        *submitted("protein-fold", priority=3),
        *submitted("ligand-screen", priority=2, owner="omar"),
        *submitted("pocket-ablation", priority=1, owner="mira"),
        *(moved(job, "RUNNABLE", 1 / 60) for job in ("protein-fold", "ligand-screen")),
        moved("pocket-ablation", "RUNNABLE", 1 / 60),
        *runs("protein-fold", 1 / 60),
        *runs("ligand-screen", 1 / 60),
        *submitted("ranker-nightly", "product", minutes=20, owner="lena"),
        moved("ranker-nightly", "RUNNABLE", 20.02),
        *stopped("ligand-screen", "ranker-nightly", 20.02),
        *runs("ranker-nightly", 20.36),
        Raised(at(35), "pocket-ablation", 4),
        *stopped("protein-fold", "pocket-ablation", 35, cause="in_share"),
        *runs("pocket-ablation", 35.34),
        *submitted("quick-eval", minutes=45, priority=4, owner="juno", retries=0),
        moved("quick-eval", "RUNNABLE", 45.02),
        moved("ranker-nightly", "SUCCEEDED", 55.6, "RUNNING"),
        *runs("quick-eval", 55.6),
        *submitted("ranker-hotfix", "product", minutes=75, owner="lena"),
        moved("ranker-hotfix", "RUNNABLE", 75.02),
        *stopped("quick-eval", "ranker-hotfix", 75.02, then="FAILED"),
        *runs("ranker-hotfix", 75.36),
        MachinesOut(at(90), GPU, at(130)),
        moved("pocket-ablation", "SUCCEEDED", 95.6, "RUNNING"),
        moved("protein-fold", "SCHEDULED", 95.6, "RUNNABLE"),
        moved("protein-fold", "RUNNABLE", 95.7, "SCHEDULED", NO_MACHINES),
        moved("ranker-hotfix", "SUCCEEDED", 100.6, "RUNNING"),
        *runs("protein-fold", 131),
        *runs("ligand-screen", 131),
        *submitted(
            "ranker-wide", "product", minutes=140, owner="tomas", instances={GPU: 2}, priority=2
        ),
        moved("ranker-wide", "RUNNABLE", 140.02),
        Blocked(at(140.02), "ranker-wide", TOO_BIG),
        Withdrawn(at(160), "ranker-wide", "it asks for more than product may use"),
        moved("ranker-wide", "FAILED", 160, "RUNNABLE", "Terminated by user"),
        moved("ligand-screen", "SUCCEEDED", 206.3, "RUNNING"),
        moved("protein-fold", "SUCCEEDED", 221.3, "RUNNING"),
    ]
    return sorted(facts, key=lambda fact: fact.at)
