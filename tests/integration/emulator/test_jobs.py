"""The operations on service jobs, as clients call them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.support.batch_world import BatchWorld
from tests.support.service_jobs import GPU, payload


def refused(call: Any, **members: Any) -> str:
    with pytest.raises(ClientError) as error:
        call(**members)
    assert error.value.response["Error"]["Code"] == "ClientException"
    assert error.value.response["ResponseMetadata"]["HTTPStatusCode"] == 400
    message = str(error.value.response["message"])  # type: ignore[typeddict-item]
    assert message == error.value.response["Error"]["Message"]
    return message


def names(answer: dict[str, Any]) -> list[str]:
    return [row["jobName"] for row in answer["jobSummaryList"]]


def by(name: str, value: str) -> dict[str, Any]:
    return {"jobQueue": "training", "filters": [{"name": name, "values": [value]}]}


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


# --- terminate


def test_a_waiting_job_is_terminated_at_once(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts")
    world.batch.terminate_service_job(jobId=job, reason="no longer needed")
    described = world.job(job)
    assert (described["status"], described["statusReason"]) == ("FAILED", "no longer needed")
    assert described["isTerminated"]
    assert world.seen(job) == ["FAILED"]


def test_a_running_job_is_stopped_first_and_holds_its_instance_meanwhile(
    world: BatchWorld,
) -> None:
    world.three_shares()
    job, behind = world.submit("tts", "safety"), world.submit("next", "safety")
    world.pass_seconds(30)
    world.batch.terminate_service_job(jobId=job, reason="no longer needed")
    described = world.job(job)
    assert (described["status"], described["isTerminated"]) == ("RUNNING", True)
    world.pass_seconds(19)
    assert world.status(job, behind) == ["RUNNING", "RUNNABLE"]
    world.pass_seconds(1)
    assert world.status(job, behind) == ["FAILED", "SCHEDULED"]
    assert world.job(job)["statusReason"] == "no longer needed"
    assert len(world.job(job)["attempts"]) == 1
    assert "Preemption Started" not in world.seen(job)


def test_a_terminated_job_fails_even_if_its_script_ends_well_meanwhile(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts", request=payload(run_seconds=20), retryStrategy={"attempts": 5})
    world.pass_seconds(30)
    world.batch.terminate_service_job(jobId=job, reason="no longer needed")
    world.run_to_the_end()
    assert world.status(job) == ["FAILED"]
    assert len(world.job(job)["attempts"]) == 1


def test_a_job_terminated_while_it_is_preempted_ends_failed(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit("borrower")
    world.pass_seconds(30)
    owner = world.submit("owner", "product")
    world.pass_seconds(2)
    world.batch.terminate_service_job(jobId=borrower, reason="no longer needed")
    world.pass_seconds(40)
    described = world.job(borrower)
    assert (described["status"], described["statusReason"]) == ("FAILED", "no longer needed")
    assert described["preemptionSummary"]["preemptedAttemptCount"] == 1
    assert world.seen(borrower)[-2:] == ["Preemption Completed", "FAILED"]
    assert world.status(owner) == ["RUNNING"]


def test_an_ended_job_is_not_terminated_again(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts")
    world.run_to_the_end()
    world.batch.terminate_service_job(jobId=job, reason="too late")
    assert world.status(job) == ["SUCCEEDED"]
    assert not world.job(job)["isTerminated"]


# --- priority


@pytest.mark.parametrize("seconds", [0, 1, 7, 30])
def test_a_priority_changes_in_every_live_state(world: BatchWorld, seconds: int) -> None:
    world.three_shares()
    job = world.submit("tts")
    world.pass_seconds(seconds)
    world.batch.update_service_job(jobId=job, schedulingPriority=0)
    assert world.job(job)["schedulingPriority"] == 0


def test_a_priority_set_before_runnable_counts(world: BatchWorld) -> None:
    world.three_shares()
    first, second = world.submit("first", "safety", 1), world.submit("second", "safety", 1)
    world.batch.update_service_job(jobId=second, schedulingPriority=2)
    world.pass_seconds(2)
    assert world.status(first, second) == ["RUNNABLE", "SCHEDULED"]


def test_the_priority_of_an_ended_job_stays(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts")
    world.run_to_the_end()
    assert "SUCCEEDED" in refused(world.batch.update_service_job, jobId=job, schedulingPriority=1)


# --- list


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


# --- submit is refused


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


# --- snapshot


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
