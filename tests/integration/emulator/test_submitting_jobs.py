"""Submitting and describing service jobs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.support.batch_calls import (
    refused,
)
from tests.support.batch_world import BatchWorld
from tests.support.service_jobs import GPU, payload


def test_submitting_answers_with_the_jobs_three_names(world: BatchWorld) -> None:
    world.three_shares()
    answer = world.batch.submit_service_job(
        jobName="tts",
        jobQueue="arn:aws:batch:us-west-2:123456789012:job-queue/training",
        quotaShareName="research",
        serviceJobType="SAGEMAKER_TRAINING",
        serviceRequestPayload=json.dumps(payload()),
    )
    assert answer["jobName"] == "tts"
    assert answer["jobArn"] == (
        f"arn:aws:batch:us-west-2:123456789012:service-job/{answer['jobId']}"
    )


def test_a_job_describes_everything_it_was_given(world: BatchWorld) -> None:
    world.three_shares()
    retry = {"attempts": 1, "evaluateOnExit": [{"action": "RETRY", "onStatusReason": "a*"}]}
    text = json.dumps(payload())
    job = world.submit(
        "tts",
        priority=7,
        request=text,
        retryStrategy=retry,
        preemptionConfiguration={"preemptionRetriesBeforeTermination": 2},
        timeoutConfig={"attemptDurationSeconds": 3600},
        tags={"owner": "mira"},
        clientToken="t-1",
    )
    described = world.job(job)
    del described["ResponseMetadata"]
    assert described == {
        "attempts": [],
        "capacityUsage": [{"capacityUnit": GPU, "quantity": 1.0}],
        "createdAt": world.clock.now,
        "isTerminated": False,
        "jobArn": f"arn:aws:batch:us-west-2:123456789012:service-job/{job}",
        "jobId": job,
        "jobName": "tts",
        "jobQueue": "arn:aws:batch:us-west-2:123456789012:job-queue/training",
        "preemptionConfiguration": {"preemptionRetriesBeforeTermination": 2},
        "quotaShareName": "research",
        "retryStrategy": retry,
        "schedulingPriority": 7,
        "serviceJobType": "SAGEMAKER_TRAINING",
        "serviceRequestPayload": text,
        "status": "SUBMITTED",
        "tags": {"owner": "mira"},
        "timeoutConfig": {"attemptDurationSeconds": 3600},
    }


def test_a_job_is_known_by_id_and_by_arn_everywhere(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts")
    arn = world.job(job)["jobArn"]
    assert world.job(arn)["jobId"] == job
    assert world.batch.update_service_job(jobId=arn, schedulingPriority=5)["jobArn"] == arn
    world.batch.terminate_service_job(jobId=arn, reason="no longer needed")
    assert world.status(arn) == ["FAILED"]


@pytest.mark.parametrize("job_id", ["no-such-job", "arn:aws:batch:us-west-2:1:service-job/x"])
def test_an_unknown_job_does_not_exist(world: BatchWorld, job_id: str) -> None:
    assert "does not exist" in refused(world.batch.describe_service_job, jobId=job_id)
    assert "does not exist" in refused(
        world.batch.update_service_job, jobId=job_id, schedulingPriority=1
    )
    assert "does not exist" in refused(world.batch.terminate_service_job, jobId=job_id, reason="x")


def test_a_job_does_not_exist_under_an_arn_of_another_account(world: BatchWorld) -> None:
    world.three_shares()
    arn = world.job(world.submit("tts"))["jobArn"].replace("123456789012", "210987654321")
    assert "does not exist" in refused(world.batch.describe_service_job, jobId=arn)


def test_jobs_of_one_instant_keep_their_order(world: BatchWorld) -> None:
    world.three_shares()
    jobs = [world.submit(f"job-{n}", "safety") for n in range(5)]
    for index in range(5):
        world.pass_seconds(20 if index == 0 else 315)
        assert world.status(*jobs).index("RUNNING") == index


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"jobQueue": "nowhere"}, "does not exist"),
        ({"quotaShareName": "nobody"}, "does not exist"),
        ({"schedulingPriority": 10_000}, "between 0 and 9999"),
        ({"jobName": "a b"}, "jobName"),
        ({"serviceRequestPayload": "x" * 10_241}, "10240"),
        ({"tags": {str(n): "v" * 256 for n in range(50)}, "jobQueue": "q" * 20_000}, "30720"),
    ],
)
def test_a_wrong_submission_is_refused_with_a_lower_case_message(
    world: BatchWorld, members: dict[str, Any], message: str
) -> None:
    world.three_shares()
    job: dict[str, Any] = {
        "jobName": "tts",
        "jobQueue": "training",
        "quotaShareName": "research",
        "serviceJobType": "SAGEMAKER_TRAINING",
        "serviceRequestPayload": json.dumps(payload()),
    }
    assert message in refused(world.batch.submit_service_job, **(job | members))


def test_a_share_must_be_named(world: BatchWorld) -> None:
    world.three_shares()
    with pytest.raises(ClientError, match="quotaShareName must be given"):
        world.submit("tts", share=None)
