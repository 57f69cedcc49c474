"""Job queues of service jobs over the API."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.support.batch_calls import (
    FIFO,
    PREFIX,
    environment,
    queue,
    refused,
)
from tests.support.batch_world import BatchWorld, limits
from tests.support.service_jobs import payload


def test_a_queue_describes_itself(world: BatchWorld) -> None:
    arn = world.queue()
    described = world.batch.describe_job_queues(jobQueues=[arn])["jobQueues"]
    assert described == [
        {
            "jobQueueName": "training",
            "jobQueueArn": f"{PREFIX}job-queue/training",
            "state": "ENABLED",
            "status": "VALID",
            "statusReason": "JobQueue Healthy",
            "schedulingPolicyArn": f"{PREFIX}scheduling-policy/training-policy",
            "priority": 1,
            "computeEnvironmentOrder": [],
            "serviceEnvironmentOrder": [
                {"order": 1, "serviceEnvironment": f"{PREFIX}service-environment/training-env"}
            ],
            "jobQueueType": "SAGEMAKER_TRAINING",
            "jobStateTimeLimitActions": [],
            "tags": {},
        }
    ]


def test_an_environment_may_be_named_by_arn_beside_no_compute_environments(
    world: BatchWorld,
) -> None:
    arn = environment(world)["serviceEnvironmentArn"]
    queue(world, env=arn, computeEnvironmentOrder=[])
    assert len(world.batch.describe_job_queues()["jobQueues"]) == 1


def test_an_environment_under_quota_management_has_one_queue(world: BatchWorld) -> None:
    world.three_shares()
    with pytest.raises(ClientError, match="only one"):
        queue(world, "second", "training-env")


def test_quota_management_counts_by_instance_type(world: BatchWorld) -> None:
    environment(world, capacityLimits=limits({"NUM_INSTANCES": 3}))
    arn = world.batch.create_scheduling_policy(name="quota", quotaSharePolicy=FIFO)["arn"]
    with pytest.raises(ClientError, match="instance type"):
        queue(world, schedulingPolicyArn=arn)


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"env": "none"}, "does not exist"),
        ({"schedulingPolicyArn": f"{PREFIX}scheduling-policy/none"}, "does not exist"),
        ({"jobQueueType": "EKS"}, "jobQueueType"),
        ({"priority": 1001}, "1000"),
        ({"state": "OFF"}, "state"),
        ({"serviceEnvironmentOrder": []}, "serviceEnvironmentOrder"),
    ],
)
def test_a_wrong_queue_is_refused(world: BatchWorld, members: dict[str, Any], words: str) -> None:
    environment(world)
    with pytest.raises(ClientError, match=words):
        queue(world, **members)


def test_fair_share_for_service_jobs_is_refused_as_not_served(world: BatchWorld) -> None:
    environment(world)
    arn = world.batch.create_scheduling_policy(name="fair", fairsharePolicy={})["arn"]
    with pytest.raises(ClientError, match="emulator serves"):
        queue(world, schedulingPolicyArn=arn)


def test_a_disabled_queue_takes_no_jobs_and_lets_its_own_finish(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job")
    world.batch.update_job_queue(jobQueue="training", state="DISABLED", priority=7)
    with pytest.raises(ClientError, match="takes no new jobs"):
        world.submit("late")
    world.run_to_the_end()
    assert world.status(job) == ["SUCCEEDED"]
    assert world.batch.describe_job_queues()["jobQueues"][0]["priority"] == 7


def test_a_queue_without_a_policy_is_first_in_first_out(world: BatchWorld) -> None:
    environment(world, capacityLimits=limits({"NUM_INSTANCES": 4}))
    queue(world)
    big, small, last = (
        world.submit(name, share=None, request=payload(count))
        for name, count in (("big", 3), ("small", 2), ("last", 1))
    )
    world.pass_seconds(30)
    assert world.status(big, small, last) == ["RUNNING", "RUNNABLE", "RUNNABLE"]
    assert world.job(big)["capacityUsage"] == [{"capacityUnit": "NUM_INSTANCES", "quantity": 3.0}]
    taken = world.batch.get_job_queue_snapshot(jobQueue="training")
    assert "frontOfQuotaShares" not in taken
    assert [each["jobArn"][-36:] for each in taken["frontOfQueue"]["jobs"]] == [small, last]
    world.run_to_the_end()
    assert world.status(big, small, last) == ["SUCCEEDED"] * 3
    with pytest.raises(ClientError, match="quotaShareName must not be given"):
        world.submit("shared", "research")


def test_a_queue_without_a_policy_can_be_deleted_with_its_jobs(world: BatchWorld) -> None:
    environment(world, capacityLimits=limits({"NUM_INSTANCES": 1}))
    queue(world)
    running, waiting = world.submit("running", share=None), world.submit("waiting", share=None)
    world.pass_seconds(30)
    assert "DISABLED" in refused(world.batch.delete_job_queue, jobQueue="training")
    world.batch.update_job_queue(jobQueue="training", state="DISABLED")
    world.batch.delete_job_queue(jobQueue="training")
    assert world.batch.describe_job_queues()["jobQueues"][0]["status"] == "DELETING"
    world.pass_seconds(20)
    assert world.batch.describe_job_queues()["jobQueues"] == []
    assert world.status(running, waiting) == ["FAILED", "FAILED"]
