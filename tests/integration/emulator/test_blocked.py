"""Jobs that can never fit stay at the front and say why, in Batch's words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.batch_world import BatchWorld
from tests.support.service_jobs import GPU, payload

ENVIRONMENT = (
    "MISCONFIGURATION:SERVICE_ENVIRONMENT_MAX_RESOURCE - Service environment(s) associated "
    "with the job queue cannot meet the capacity requirement of the job."
)
LIMITS = "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - "
OWN = f"{LIMITS}Job requirements exceed quota share capacity limits."
BORROW = f"{LIMITS}Job requirements exceed quota share capacity limits and borrow limits."
LENT = f"{LIMITS}Job requires borrowing that exceeds all configured borrowable capacity."


def six_gpus(world: BatchWorld, **members: Any) -> None:
    world.queue(capacity={GPU: 6}, **members)
    world.share("research", "LEND_AND_BORROW", 100, capacity={GPU: 2})
    world.share("vision", "LEND_AND_BORROW", capacity={GPU: 1})
    world.share("product", "LEND")
    world.share("safety", "RESERVE", capacity={GPU: 2})


@pytest.mark.parametrize(
    ("share", "instances", "reason"),
    [
        ("research", 7, ENVIRONMENT),
        ("safety", 3, OWN),
        ("product", 2, OWN),
        ("research", 5, BORROW),
        ("vision", 5, LENT),
    ],
)
def test_a_job_that_never_fits_says_why_and_blocks_its_share(
    world: BatchWorld, share: str, instances: int, reason: str
) -> None:
    six_gpus(world)
    too_big = world.submit("big", share, priority=9, request=payload(instances))
    behind = world.submit("behind", share)
    world.pass_seconds(60)
    assert world.status(too_big, behind) == ["RUNNABLE", "RUNNABLE"]
    assert world.job(too_big)["statusReason"] == reason
    assert "statusReason" not in world.job(behind)
    assert world.seen(too_big) == ["RUNNABLE", "Queue Blocked"]
    assert [entry.facts["reason"] for entry in world.emulator.history.of("blocked")] == [reason]


def test_a_type_that_no_limit_names_waits_until_one_does(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job", request=payload(kind="ml.p5.48xlarge"))
    world.pass_seconds(60)
    assert world.job(job)["statusReason"] == ENVIRONMENT
    both = [{"maxCapacity": 1, "capacityUnit": unit} for unit in (GPU, "ml.p5.48xlarge")]
    world.batch.update_service_environment(serviceEnvironment="training-env", capacityLimits=both)
    share = world.batch.list_quota_shares(jobQueue="training")["quotaShares"]
    arn = next(each["quotaShareArn"] for each in share if each["quotaShareName"] == "research")
    world.batch.update_quota_share(quotaShareArn=arn, capacityLimits=both)
    world.pass_seconds(30)
    assert world.status(job) == ["RUNNING"]
    assert "statusReason" not in world.job(job)


def test_a_raised_limit_lets_a_blocked_job_start(world: BatchWorld) -> None:
    six_gpus(world)
    job = world.submit("job", "safety", request=payload(3))
    world.pass_seconds(10)
    arn = "arn:aws:batch:us-west-2:123456789012:job-queue/training/quota-share/safety"
    world.batch.update_quota_share(
        quotaShareArn=arn, capacityLimits=[{"maxCapacity": 3, "capacityUnit": GPU}]
    )
    assert world.status(job) == ["SCHEDULED"]


def limit_action(reason: str, seconds: int = 600) -> dict[str, Any]:
    return {
        "reason": reason.split(" - ")[0],
        "state": "RUNNABLE",
        "maxTimeSeconds": seconds,
        "action": "TERMINATE",
    }


def test_a_queues_time_limit_ends_a_blocked_job_and_the_next_one_advances(
    world: BatchWorld,
) -> None:
    six_gpus(world, jobStateTimeLimitActions=[limit_action(OWN)])
    too_big = world.submit("big", "safety", priority=9, request=payload(3))
    behind = world.submit("behind", "safety")
    world.pass_seconds(1 + 599)
    assert world.status(too_big, behind) == ["RUNNABLE", "RUNNABLE"]
    world.pass_seconds(1)
    assert world.status(too_big, behind) == ["FAILED", "SCHEDULED"]
    assert world.job(too_big)["statusReason"] == (
        "Terminated by JobStateTimeLimit action due to reason: "
        "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED"
    )


def test_nothing_is_pending_for_a_blocked_job_that_was_terminated(world: BatchWorld) -> None:
    six_gpus(world, jobStateTimeLimitActions=[limit_action(OWN)])
    job = world.submit("big", "safety", request=payload(3))
    world.pass_seconds(10)
    assert world.emulator.next_due() is not None
    world.batch.terminate_service_job(jobId=job, reason="no longer needed")
    assert world.emulator.next_due() is None


def test_a_time_limit_for_another_reason_does_nothing(world: BatchWorld) -> None:
    six_gpus(world, jobStateTimeLimitActions=[limit_action(ENVIRONMENT)])
    job = world.submit("big", "safety", request=payload(3))
    world.pass_seconds(3600)
    assert world.status(job) == ["RUNNABLE"]


def test_time_without_machines_adds_up_over_tries(world: BatchWorld) -> None:
    capacity = "CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY"
    world.queue(jobStateTimeLimitActions=[limit_action(capacity, 900)])
    world.share("research", "RESERVE")
    world.emulator.out_of_machines(GPU, world.clock.now + 3600_000)
    job = world.submit("job")
    world.pass_seconds(6 + 899)
    assert world.status(job)[0] != "FAILED"
    world.pass_seconds(1 + 20)
    assert world.job(job)["statusReason"] == (
        f"Terminated by JobStateTimeLimit action due to reason: {capacity}"
    )


def test_a_job_that_found_machines_is_not_ended_by_the_limit(world: BatchWorld) -> None:
    capacity = "CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY"
    world.queue(jobStateTimeLimitActions=[limit_action(capacity, 600)])
    world.share("research", "RESERVE")
    world.emulator.out_of_machines(GPU, world.clock.now + 60_000)
    job = world.submit("job", request=payload(run_seconds=3000))
    world.run_to_the_end()
    assert world.status(job) == ["SUCCEEDED"]
