"""Attempts are training jobs in moto's SageMaker; how they end, fail, are retried and stopped."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.batch_world import BatchWorld
from tests.support.service_jobs import GPU, payload

NO_MACHINES = (
    "CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY - Unable to provision requested compute resources"
)
FAILING = payload(Environment={"BATCHDESK_RUN_SECONDS": "60", "BATCHDESK_FAIL_AFTER": "30"})


def training_arn(world: BatchWorld, job_id: str) -> str:
    return str(world.job(job_id)["latestAttempt"]["serviceResourceId"]["value"])


def training_job(world: BatchWorld, job_id: str) -> dict[str, Any]:
    name = training_arn(world, job_id).rpartition("/")[2]
    described: dict[str, Any] = world.sagemaker.describe_training_job(TrainingJobName=name)
    return described


def statuses(job: dict[str, Any]) -> tuple[str, str]:
    return job["TrainingJobStatus"], job["SecondaryStatus"]


def test_there_is_no_training_job_before_scheduled(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job")
    assert "latestAttempt" not in world.job(job)
    world.pass_seconds(1)
    assert world.status(job) == ["SCHEDULED"]
    assert re.fullmatch(
        r"arn:aws:sagemaker:us-west-2:123456789012:training-job/AWSBatchtts-finetune[0-9a-f]{32}",
        training_arn(world, job),
    )


def test_the_training_job_moves_along_with_the_service_job(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job")
    seen = []
    for seconds in (1, 5, 10, 300):
        world.pass_seconds(seconds)
        seen.append((world.status(job)[0], *statuses(training_job(world, job))))
    assert seen == [
        ("SCHEDULED", "InProgress", "Pending"),
        ("STARTING", "InProgress", "Downloading"),
        ("RUNNING", "InProgress", "Training"),
        ("SUCCEEDED", "Completed", "Completed"),
    ]


def test_times_are_the_emulators_in_batch_and_in_sagemaker(world: BatchWorld) -> None:
    world.three_shares()
    begin = world.clock.now
    job = world.submit("job")
    world.run_to_the_end()
    described, training = world.job(job), training_job(world, job)
    assert described["createdAt"] == begin
    assert described["scheduledAt"] == begin + 1_000
    assert described["startedAt"] == begin + 16_000
    assert described["stoppedAt"] == begin + 316_000
    assert training["CreationTime"].timestamp() * 1000 == described["scheduledAt"]
    assert training["TrainingStartTime"].timestamp() * 1000 == described["startedAt"]
    assert training["TrainingEndTime"].timestamp() * 1000 == described["stoppedAt"]
    transitions = [each["Status"] for each in training["SecondaryStatusTransitions"]]
    assert transitions == ["Pending", "Downloading", "Training", "Completed"]


def test_a_stopped_training_job_stops_and_the_next_attempt_has_a_new_name(
    world: BatchWorld,
) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit("borrower")
    world.pass_seconds(30)
    first = training_arn(world, borrower)
    world.submit("owner", "product")
    world.pass_seconds(2)
    assert statuses(training_job(world, borrower)) == ("Stopping", "Stopping")
    world.pass_seconds(20)
    assert statuses(training_job(world, borrower)) == ("Stopped", "Stopped")
    world.run_to_the_end()
    assert training_arn(world, borrower) != first
    assert len({first, training_arn(world, borrower)}) == 2


def test_the_payloads_environment_reaches_the_training_job(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job")
    world.pass_seconds(1)
    assert training_job(world, job)["Environment"] == {"BATCHDESK_RUN_SECONDS": "300"}


def test_a_long_payload_name_is_cut(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job", request=payload(name="n" * 63))
    world.pass_seconds(1)
    assert len(training_arn(world, job).rpartition("/")[2]) == 63


def test_an_attempt_that_fails_by_itself_fails_the_job(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job", request=FAILING)
    world.run_to_the_end()
    described = world.job(job)
    reason = described["statusReason"]
    assert described["status"] == "FAILED"
    assert reason.startswith("Received status from SageMaker: AlgorithmError: ")
    assert [attempt["statusReason"] for attempt in described["attempts"]] == [reason]
    assert training_job(world, job)["FailureReason"] in reason
    assert world.use() == {("research", GPU): 0}


@pytest.mark.parametrize(
    ("retry", "attempts"),
    [
        ({"attempts": 3}, 3),
        ({"attempts": 3, "evaluateOnExit": [{"action": "Exit", "onStatusReason": "*"}]}, 1),
        (
            {
                "attempts": 3,
                "evaluateOnExit": [
                    {"action": "Retry", "onStatusReason": "*AlgorithmError*"},
                    {"action": "EXIT", "onStatusReason": "*"},
                ],
            },
            3,
        ),
        (
            {
                "attempts": 3,
                "evaluateOnExit": [
                    {"action": "RETRY", "onStatusReason": "*InternalServerError*"},
                    {"action": "EXIT", "onStatusReason": "*"},
                ],
            },
            1,
        ),
    ],
)
def test_failed_attempts_are_retried_as_the_strategy_says(
    world: BatchWorld, retry: dict[str, Any], attempts: int
) -> None:
    world.three_shares()
    job = world.submit("job", request=FAILING, retryStrategy=retry)
    world.run_to_the_end()
    described = world.job(job)
    assert described["status"] == "FAILED"
    assert len(described["attempts"]) == attempts
    assert world.seen(job).count("RUNNABLE") == attempts
    assert "preemptionSummary" not in described


def test_an_attempt_longer_than_its_timeout_is_stopped_and_fails(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job", timeoutConfig={"attemptDurationSeconds": 60})
    world.pass_seconds(16 + 59)
    assert world.status(job) == ["RUNNING"]
    world.pass_seconds(1)
    assert statuses(training_job(world, job)) == ("Stopping", "Stopping")
    world.pass_seconds(20)
    described = world.job(job)
    assert described["status"] == "FAILED"
    assert described["statusReason"] == "Job attempt duration exceeded timeout"
    assert not described["isTerminated"]
    assert described["stoppedAt"] - described["startedAt"] == 80_000


def test_a_timeout_longer_than_the_run_does_nothing(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job", timeoutConfig={"attemptDurationSeconds": 86_400})
    world.run_to_the_end()
    assert world.status(job) == ["SUCCEEDED"]
    assert world.job(job)["timeoutConfig"] == {"attemptDurationSeconds": 86_400}


def test_without_machines_a_job_goes_back_to_runnable_and_uses_no_attempt(
    world: BatchWorld,
) -> None:
    world.three_shares()
    world.emulator.out_of_machines(GPU, world.clock.now + 40 * 60_000)
    job = world.submit("job", retryStrategy={"attempts": 1})
    world.pass_seconds(6)
    described = world.job(job)
    assert (described["status"], described["statusReason"]) == ("RUNNABLE", NO_MACHINES)
    assert world.use() == {("research", GPU): 0}
    assert training_job(world, job)["FailureReason"].startswith("CapacityError")
    world.pass_seconds(39 * 60)
    assert world.status(job) == ["RUNNABLE"]
    world.pass_seconds(10 * 60)
    described = world.job(job)
    assert described["status"] == "SUCCEEDED"
    assert len(described["attempts"]) == 1
    assert "preemptionSummary" not in described


def test_only_the_newest_training_job_without_machines_is_kept(world: BatchWorld) -> None:
    world.three_shares()
    world.emulator.out_of_machines(GPU, world.clock.now + 40 * 60_000)
    world.submit("job")
    world.pass_seconds(35 * 60)
    failed = world.sagemaker.list_training_jobs(StatusEquals="Failed")["TrainingJobSummaries"]
    assert len(failed) == 1


def test_a_job_without_machines_blocks_its_queue_and_says_so_once(world: BatchWorld) -> None:
    world.three_shares()
    world.emulator.out_of_machines(GPU, world.clock.now + 40 * 60_000)
    job = world.submit("job")
    world.pass_seconds(35 * 60)
    assert world.seen(job)[:4] == ["RUNNABLE", "SCHEDULED", "RUNNABLE", "Queue Blocked"]
    assert world.seen(job).count("Queue Blocked") == 1
    blocked = next(e for e in world.events if e["detail-type"].endswith("Queue Blocked"))
    assert blocked["detail"]["statusReason"] == NO_MACHINES


@pytest.mark.parametrize(
    "request_text",
    [
        "not json",
        "{}",
        '{"ResourceConfig": {"InstanceType": "ml.g5.xlarge", "InstanceCount": "two"}}',
        '{"ResourceConfig": {"InstanceType": "ml.g5.xlarge"}}',
        '{"ResourceConfig": {"InstanceType": "ml.g5.xlarge"}, "RoleArn": "r", '
        '"OutputDataConfig": {"S3OutputPath": "s3://b"}, "TrainingJobName": "a_b"}',
    ],
)
def test_a_bad_payload_is_taken_and_fails_the_job_later(
    world: BatchWorld, request_text: str
) -> None:
    world.three_shares()
    job = world.submit("job", request=request_text)
    assert world.status(job) == ["SUBMITTED"]
    assert world.job(job)["serviceRequestPayload"] == request_text
    world.run_to_the_end()
    described = world.job(job)
    assert described["status"] == "FAILED"
    assert described["statusReason"].startswith(
        "Received status from SageMaker: ValidationException: "
    )
    assert all(count == 0 for count in world.use().values())
    other = world.submit("other")
    world.run_to_the_end()
    assert world.status(other) == ["SUCCEEDED"]


def test_instance_groups_count_per_type_all_or_nothing(world: BatchWorld) -> None:
    world.queue(capacity={GPU: 2, "ml.m5.2xlarge": 1})
    world.share("research", "RESERVE", capacity={GPU: 2, "ml.m5.2xlarge": 1})
    groups = [
        {"InstanceType": GPU, "InstanceCount": 2, "InstanceGroupName": "gpu"},
        {"InstanceType": "ml.m5.2xlarge", "InstanceCount": 1, "InstanceGroupName": "cpu"},
    ]
    first, second = (
        world.submit(name, request=payload(ResourceConfig={"InstanceGroups": groups}))
        for name in ("first", "second")
    )
    world.pass_seconds(30)
    assert world.status(first, second) == ["RUNNING", "RUNNABLE"]
    assert world.job(first)["capacityUsage"] == [
        {"capacityUnit": GPU, "quantity": 2.0},
        {"capacityUnit": "ml.m5.2xlarge", "quantity": 1.0},
    ]
    assert world.use() == {("research", GPU): 2, ("research", "ml.m5.2xlarge"): 1}
