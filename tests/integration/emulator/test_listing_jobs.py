"""Listing service jobs, and the snapshot of a queue."""

from __future__ import annotations

import pytest

from tests.support.batch_calls import (
    by,
    names,
    refused,
)
from tests.support.batch_world import BatchWorld
from tests.support.service_jobs import GPU


def test_a_list_without_status_shows_running_jobs(world: BatchWorld) -> None:
    world.three_shares()
    for name in ("a", "b", "c"):
        world.submit(name)
    world.pass_seconds(30)
    assert names(world.batch.list_service_jobs(jobQueue="training")) == ["b", "a"]
    waiting = world.batch.list_service_jobs(jobQueue="training", jobStatus="RUNNABLE")
    assert names(waiting) == ["c"]


def test_a_summary_has_neither_priority_nor_preemptions(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit("borrower")
    world.pass_seconds(30)
    world.submit("owner", "product")
    world.pass_seconds(30)
    row = world.batch.list_service_jobs(**by("JOB_NAME", "borrower"))["jobSummaryList"][0]
    assert row["jobId"] == borrower
    assert row["quotaShareName"] == "research"
    assert not {"schedulingPriority", "preemptionSummary", "isTerminated"} & row.keys()


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("tts-1", ["TTS-1"]),
        ("tts-*", ["tts-2", "TTS-1"]),
        ("*", ["asr", "tts-2", "TTS-1"]),
        ("tts", []),
    ],
)
def test_names_are_compared_without_case_and_a_star_stands_for_the_rest(
    world: BatchWorld, value: str, found: list[str]
) -> None:
    world.three_shares()
    for name in ("TTS-1", "tts-2", "asr"):
        world.submit(name)
        world.pass_seconds(1)
    answer = world.batch.list_service_jobs(jobStatus="FAILED", **by("JOB_NAME", value))
    assert names(answer) == found  # the status is ignored beside a name


def test_jobs_are_found_by_the_time_of_their_creation(world: BatchWorld) -> None:
    world.three_shares()
    times = []
    for name in ("a", "b", "c"):
        times.append(world.clock.now)
        world.submit(name)
        world.pass_seconds(1)
    before = world.batch.list_service_jobs(**by("BEFORE_CREATED_AT", str(times[1])))
    after = world.batch.list_service_jobs(**by("AFTER_CREATED_AT", str(times[1])))
    assert (names(before), names(after)) == (["a"], ["c"])


def test_a_share_and_a_status_go_together(world: BatchWorld) -> None:
    world.three_shares()
    for name, share in (("a", "research"), ("b", "product"), ("c", "product")):
        world.submit(name, share)
    world.pass_seconds(30)
    running = world.batch.list_service_jobs(**by("QUOTA_SHARE_NAME", "product"))
    waiting = world.batch.list_service_jobs(
        jobStatus="RUNNABLE", **by("QUOTA_SHARE_NAME", "product")
    )
    assert (names(running), names(waiting)) == (["b"], ["c"])


def test_a_terminated_job_is_marked_in_the_list(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts")
    world.batch.terminate_service_job(jobId=job, reason="x")
    row = world.batch.list_service_jobs(**by("JOB_NAME", "tts"))["jobSummaryList"][0]
    assert row["isTerminated"] is True


def test_long_lists_come_in_pages_newest_first(world: BatchWorld) -> None:
    world.three_shares()
    for number in range(105):
        world.submit(f"job-{number:03d}")
    first = world.batch.list_service_jobs(**by("JOB_NAME", "job-*"))
    assert len(first["jobSummaryList"]) == 100
    rest = world.batch.list_service_jobs(nextToken=first["nextToken"], **by("JOB_NAME", "job-*"))
    assert "nextToken" not in rest
    assert names(first) + names(rest) == [f"job-{n:03d}" for n in reversed(range(105))]


def test_a_list_of_a_missing_queue_is_refused(world: BatchWorld) -> None:
    assert "does not exist" in refused(world.batch.list_service_jobs, jobQueue="nowhere")


def test_a_snapshot_shows_who_is_first_and_what_is_in_use(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("a")
    world.submit("b")
    waiting = world.submit("c")
    world.pass_seconds(30)
    taken = world.batch.get_job_queue_snapshot(jobQueue="training")
    first = {
        "jobArn": world.job(waiting)["jobArn"],
        "earliestTimeAtPosition": world.clock.now - 29_000,
    }
    assert taken["frontOfQueue"] == {"jobs": [first], "lastUpdatedAt": world.clock.now}
    assert taken["frontOfQuotaShares"]["quotaShares"] == {
        "research": [first],
        "product": [],
        "safety": [],
    }
    usage = taken["queueUtilization"]
    assert usage["totalCapacityUsage"] == [{"capacityUnit": GPU, "quantity": 2.0}]
    assert usage["quotaShareUtilization"]["topCapacityUtilization"][0] == {
        "quotaShareName": "research",
        "capacityUsage": [{"capacityUnit": GPU, "quantity": 2.0}],
    }


def test_a_snapshot_lists_at_most_100_jobs(world: BatchWorld) -> None:
    world.three_shares()
    for number in range(103):
        world.submit(f"job-{number}", "safety")
    world.pass_seconds(2)
    taken = world.batch.get_job_queue_snapshot(jobQueue="training")
    assert len(taken["frontOfQueue"]["jobs"]) == 100
