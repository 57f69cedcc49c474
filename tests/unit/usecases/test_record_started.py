"""Preemption Started: which attempt, whose, why, and for whom."""

from __future__ import annotations

import pytest

from batchshares.domain.preemptor import Snapshot
from tests.support.ledger_desk import Recorder
from tests.support.ledger_events import (
    JOB_ID,
    QUEUE_ARN,
    attempt,
    completed,
    described,
    started,
    state,
    training_arn,
)

IN_SHARE = "PREEMPTION_IN_PROGRESS: In-share preemption triggered by a higher priority job"


def waiting(name: str, share: str, **more: object) -> dict[str, object]:
    """The state change of a job that waits at the front of a share."""
    return state("RUNNABLE", 60, job_id=name, share=share, jobName=name, **more)  # type: ignore[arg-type]


def test_a_stop_that_begins_before_running_counts_no_run_time(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described("SCHEDULED", started_at=None)
    recorder.take(
        started(120, status="SCHEDULED"),
        completed(143, attempts=[attempt(started=None, stopped=None)]),
    )

    record = recorder.only()
    assert (record["run_seconds"], record["attempt_started_at"]) == (0, None)
    assert (record["outcome"], record["stopped_at"]) == ("requeued", None)


def test_a_started_of_an_unknown_job_is_a_bare_record_that_owes_nothing(
    recorder: Recorder,
) -> None:
    recorder.take(started(120))

    (item,) = recorder.items("OCC#")
    assert item["sk"] == "OCC#~1796115720"
    assert "owes_work" not in item
    record = recorder.only()
    assert (record["job_name"], record["cause"], record["outcome"]) == (
        None,
        "cross_share",
        "in_progress",
    )


def test_a_foreign_queue_is_counted_and_not_recorded(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described(jobQueue=QUEUE_ARN + "-of-others")
    recorder.take(started(120))

    assert recorder.records() == []
    assert recorder.meter.counts == {"Foreign": 1}


def test_the_owner_of_lent_capacity_that_waits_alone_is_the_likely_preemptor(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.batch.fronts = Snapshot(
        fronts={"research": "third", "product": "ranker-nightly"},
        used={"research": {"ml.g5.xlarge": 2}, "safety": {"ml.g5.xlarge": 1}},
    )
    recorder.take(waiting("third", "research"), waiting("ranker-nightly", "product"))
    recorder.take(started(120))

    assert recorder.only()["preemptor"] == {
        "job_id": "ranker-nightly",
        "job_name": "ranker-nightly",
        "share": "product",
        "basis": "inferred",
        "raised_by": None,
    }


def owner_waits(recorder: Recorder, **snapshot: object) -> str | None:
    """Stop a job while product's ranker waits; return the likely preemptor's name."""
    recorder.batch.jobs[JOB_ID] = described()
    fronts = {"product": "ranker"}
    recorder.batch.fronts = Snapshot(fronts=fronts, **snapshot)  # type: ignore[arg-type]
    recorder.take(waiting("ranker", "product"), started(120))
    who = recorder.only()["preemptor"]
    return who and str(who["job_name"])


@pytest.mark.parametrize(
    ("limit", "preemptor"),
    [(1, None), (2, "ranker")],
)
def test_the_preemptors_limits_are_those_that_apply_noted(
    recorder: Recorder, limit: int, preemptor: str | None
) -> None:
    recorder.limits("product", -100, {"ml.g5.xlarge": limit})

    assert owner_waits(recorder, used={"product": {"ml.g5.xlarge": 1}}) == preemptor


@pytest.mark.parametrize(
    ("total", "preemptor"),
    [(None, "ranker"), (2, "ranker"), (3, None)],
)
def test_a_share_cut_off_the_snapshots_list_may_use_what_the_listed_ones_leave(
    recorder: Recorder, total: int | None, preemptor: str | None
) -> None:
    used = {"research": {"ml.g5.xlarge": 2}}
    whole = None if total is None else {"ml.g5.xlarge": total}

    assert owner_waits(recorder, used=used, total=whole) == preemptor


def test_two_owners_waiting_name_no_preemptor_and_a_blocked_one_does_not_count(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.batch.fronts = Snapshot(fronts={"product": "ranker", "safety": "audit"})
    recorder.take(waiting("ranker", "product"), waiting("audit", "safety"), started(120))
    assert recorder.only()["preemptor"] is None

    other = "another-job"
    recorder.batch.jobs[other] = described(job_id=other)
    why = "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - Job requirements exceed …"
    recorder.take(
        state("RUNNABLE", 90, job_id="audit", share="safety", reason=why),
        started(120, job_id=other),
    )
    (record,) = recorder.records(job=other)
    assert record["preemptor"]["job_id"] == "ranker"


def test_in_share_asks_batch_for_a_priority_that_no_event_told(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described(priority=3)
    recorder.batch.jobs["raised"] = described(
        "RUNNABLE", job_id="raised", priority=4, latest=None, started_at=None
    )
    recorder.batch.fronts = Snapshot(fronts={"research": "raised"})
    recorder.take(waiting("raised", "research", priority=1), started(120, reason=IN_SHARE))

    record = recorder.only()
    assert (record["cause"], record["preemptor"]["job_id"]) == ("in_share", "raised")


def test_in_share_names_nobody_whose_priority_is_not_strictly_higher(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described(priority=3)
    recorder.batch.jobs["equal"] = described("RUNNABLE", job_id="equal", priority=3, latest=None)
    recorder.batch.fronts = Snapshot(fronts={"research": "equal"})
    recorder.take(started(120, reason=IN_SHARE))

    assert recorder.only()["preemptor"] is None


def test_words_nobody_knows_mean_in_share_when_the_share_is_within_its_limits(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.batch.fronts = Snapshot(used={"research": {"ml.g5.xlarge": 1}})
    recorder.take(started(120, reason="PREEMPTION_IN_PROGRESS: Preempted by service"))

    record = recorder.only()
    assert (record["cause"], record["reason"]) == ("in_share", "Preempted by service")


def test_words_nobody_knows_mean_a_lowered_limit_when_one_was_lowered(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.batch.fronts = Snapshot(used={"research": {"ml.g5.xlarge": 2}})
    recorder.limits("research", -100, {"ml.g5.xlarge": 2})
    recorder.limits("research", 60, {"ml.g5.xlarge": 1})
    recorder.take(started(120, reason="PREEMPTION_IN_PROGRESS: Preempted by service"))

    assert recorder.only()["cause"] == "limit_lowered"


def test_words_nobody_knows_stay_unknown_where_nothing_explains_them(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.batch.fronts = Snapshot(used={"research": {"ml.g5.xlarge": 2}})
    recorder.take(started(120, reason="PREEMPTION_IN_PROGRESS: Preempted by service"))

    assert recorder.only()["cause"] == "unknown"


def test_a_late_started_belongs_to_the_attempt_that_ran_then(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described(latest=2, started_at=600, preempted=[attempt()])
    recorder.take(started(120))

    record = recorder.only()
    assert record["training_job_arn"] == training_arn(1)
    assert record["restarted_at"] == "2026-12-01T09:10:00Z"
    assert record["preemptor"] is None
    assert recorder.batch.calls["snapshot"] == 0


def test_a_stop_soon_after_the_last_belongs_to_the_new_attempt(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described(latest=2, started_at=200, preempted=[attempt()])
    recorder.take(started(260))

    assert recorder.only()["training_job_arn"] == training_arn(2)


@pytest.mark.parametrize("tag", [None, "mira"])
def test_the_owner_is_the_tag_that_the_policy_names(recorder: Recorder, tag: str | None) -> None:
    recorder.batch.jobs[JOB_ID] = described(owner=tag)
    recorder.take(started(120))

    assert recorder.only()["owner"] == tag


def test_nothing_of_the_payload_is_kept_or_logged(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described(
        serviceRequestPayload='{"Environment": {"TOKEN": "s3cret"}, "HyperParameters": {"lr": 7}}'
    )
    recorder.take(started(120), completed(143), state("RUNNING", 0, latest=1, started_at=0))

    everything = f"{recorder.items('')} {recorder.log.lines}"
    assert "s3cret" not in everything
    assert "HyperParameters" not in everything
