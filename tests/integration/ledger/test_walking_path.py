"""A stop from its announcement to the restart, as Batch tells it."""

from __future__ import annotations

from tests.support.ledger_desk import Recorder
from tests.support.ledger_events import (
    JOB_ID,
    attempt,
    completed,
    described,
    job_arn,
    started,
    state,
    training_arn,
)


def test_a_stop_becomes_one_whole_record(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    stop = [attempt()]
    failed = recorder.take(
        state("RUNNING", 0, latest=1, started_at=0),
        started(120),
        completed(143),
        state("RUNNABLE", 143, latest=1, preempted=stop),
        state("RUNNING", 600, latest=2, started_at=600.5, preempted=stop),
    )

    assert failed == []
    assert recorder.only() == {
        "occurrence_id": f"{JOB_ID}/{training_arn().rpartition('/')[2]}",
        "job_id": JOB_ID,
        "job_arn": job_arn(),
        "job_name": "protein-lm-small",
        "owner": "mira",
        "lineage_id": JOB_ID,
        "queue": "training",
        "share": "research",
        "team": "research",
        "instances": {"ml.g5.xlarge": 1},
        "priority": 2,
        "training_job_arn": training_arn(),
        "cause": "cross_share",
        "reason": "Cross-share preemption triggered to reclaim borrowed capacity",
        "attempt_started_at": "2026-12-01T09:00:00Z",
        "preemption_started_at": "2026-12-01T09:02:00Z",
        "stopped_at": "2026-12-01T09:02:20.669Z",
        "completed_at": "2026-12-01T09:02:23Z",
        "restarted_at": "2026-12-01T09:10:00.500Z",
        "crashed_at": None,
        "run_seconds": 140,
        "outcome": "requeued",
        "preempted_count": 1,
        "preemption_retries": 3,
        "preemptor": None,
        "checkpoint": None,
        "lost_instance_seconds": None,
        "lost_cost": None,
        "notice": "suppressed",
        "resubmission": "none",
        "resubmission_reason": None,
        "resubmitted_as": None,
        "source": "event",
        "first_seen_at": "2026-12-01T10:00:00Z",
        "last_changed_at": "2026-12-01T10:00:00Z",
    }
