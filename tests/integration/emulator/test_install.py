"""Installing, uninstalling, several accounts and regions, moto's own operations, repeatability."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws
from moto.batch import urls
from moto.batch.models import BatchBackend, batch_backends

from batchdesk.emulator import (
    EmulatorSettingError,
    EmulatorSwitches,
    JobTimes,
    install,
    uninstall,
)
from batchdesk.emulator.events import Event
from batchdesk.scheduler import SwitchError
from tests.support.batch_world import REGION, BatchWorld
from tests.support.service_jobs import GPU, ManualClock, payload


def test_installing_twice_is_installing_once() -> None:
    before = dict(urls.url_paths)
    clock = ManualClock()
    emulator = install(clock)
    try:
        assert install(clock) is emulator
        with pytest.raises(EmulatorSettingError, match="uninstall"):
            install(clock, seed=7)
    finally:
        uninstall()
        uninstall()
    assert urls.url_paths == before
    assert batch_backends.backend is BatchBackend


def test_after_uninstalling_moto_answers_as_before() -> None:
    install(ManualClock())
    uninstall()
    with mock_aws():
        batch: Any = boto3.client("batch", REGION)
        assert batch.describe_job_queues()["jobQueues"] == []
        with pytest.raises(Exception, match=r"404|Not yet|parse"):
            batch.describe_service_environments()


def test_installing_again_begins_with_nothing() -> None:
    for _ in range(2):
        clock = ManualClock()
        emulator = install(clock)
        try:
            with mock_aws():
                world = BatchWorld(emulator, clock, [])
                world.three_shares()
                assert len(world.batch.describe_job_queues()["jobQueues"]) == 1
        finally:
            uninstall()


def test_motos_reset_takes_pending_jobs_with_it(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("job")
    world.pass_seconds(30)
    assert world.emulator.next_due() is not None
    with mock_aws():
        pass
    batch_backends.reset()
    assert world.emulator.next_due() is None
    assert world.batch.describe_job_queues()["jobQueues"] == []


def test_switches_of_the_scheduler_are_checked_when_installing() -> None:
    with pytest.raises(SwitchError, match="fifo_key"):
        install(ManualClock(), switches=EmulatorSwitches(scheduler={"fifo_key": "weekday"}))
    with mock_aws():
        assert batch_backends.backend is BatchBackend


def test_without_a_clock_the_systems_time_counts() -> None:
    emulator = install(times=JobTimes(submitted_ms=0, scheduled_ms=0, starting_ms=0))
    try:
        with mock_aws():
            world = BatchWorld(emulator, ManualClock(), [])
            world.three_shares()
            job = world.submit("job", request=payload(run_seconds=0))
            described = world.job(job)
            assert described["status"] == "SUCCEEDED"
            assert described["createdAt"] > 1_700_000_000_000
    finally:
        uninstall()


def session_of(account: str) -> Mapping[str, str]:
    sts: Any = boto3.client("sts", REGION, aws_access_key_id="test", aws_secret_access_key="test")
    given = sts.assume_role(RoleArn=f"arn:aws:iam::{account}:role/admin", RoleSessionName="test")[
        "Credentials"
    ]
    return {
        "aws_access_key_id": given["AccessKeyId"],
        "aws_secret_access_key": given["SecretAccessKey"],
        "aws_session_token": given["SessionToken"],
    }


def test_accounts_and_regions_know_nothing_of_each_other(world: BatchWorld) -> None:
    parts = (world.emulator, world.clock, world.events)
    elsewhere = BatchWorld(*parts, region="eu-central-1")
    other = BatchWorld(*parts, session=session_of("210987654321"))
    places = (world, elsewhere, other)
    jobs = []
    for place in places:
        place.three_shares()
        jobs.append(place.submit("job"))
    world.emulator.out_of_machines(GPU, world.clock.now + 60_000, region="eu-central-1")
    world.pass_seconds(30)
    assert [place.status(job)[0] for place, job in zip(places, jobs, strict=True)] == [
        "RUNNING",
        "RUNNABLE",
        "RUNNING",
    ]
    with pytest.raises(ClientError, match="does not exist"):
        world.job(jobs[1])
    with pytest.raises(ClientError, match="does not exist"):
        elsewhere.job(jobs[2])
    seen = {(event["account"], event["region"]) for event in world.events}
    assert seen == {
        ("123456789012", REGION),
        ("123456789012", "eu-central-1"),
        ("210987654321", REGION),
    }
    arn = other.job(jobs[2])["latestAttempt"]["serviceResourceId"]["value"]
    assert arn.startswith("arn:aws:sagemaker:us-west-2:210987654321:training-job/AWSBatch")
    entries = {(entry.account, entry.region) for entry in world.emulator.history.entries}
    assert entries == seen


# --- container jobs stay moto's


def container_queue(name: str = "containers") -> str:
    iam: Any = boto3.client("iam", REGION)
    role = iam.create_role(RoleName="batch", AssumeRolePolicyDocument="{}")["Role"]["Arn"]
    batch: Any = boto3.client("batch", REGION)
    environment = batch.create_compute_environment(
        computeEnvironmentName="compute", type="UNMANAGED", state="ENABLED", serviceRole=role
    )["computeEnvironmentArn"]
    created = batch.create_job_queue(
        jobQueueName=name,
        state="ENABLED",
        priority=1,
        computeEnvironmentOrder=[{"order": 1, "computeEnvironment": environment}],
    )
    return str(created["jobQueueArn"])


@pytest.fixture
def no_docker() -> Any:
    clock, events = ManualClock(), list[Event]()
    emulator = install(clock, publish=events.append, seed=1)
    try:
        with mock_aws(config={"batch": {"use_docker": False}}):
            yield BatchWorld(emulator, clock, events)
    finally:
        uninstall()


def test_container_queues_and_jobs_go_on_working(no_docker: BatchWorld) -> None:
    batch = no_docker.batch
    arn = container_queue()
    batch.register_job_definition(
        jobDefinitionName="sleep",
        type="container",
        containerProperties={"image": "busybox", "vcpus": 1, "memory": 128},
    )
    job = batch.submit_job(jobName="nap", jobQueue="containers", jobDefinition="sleep")["jobId"]
    assert batch.describe_jobs(jobs=[job])["jobs"][0]["jobName"] == "nap"
    assert batch.list_jobs(jobQueue=arn, jobStatus="SUCCEEDED")["jobSummaryList"][0]["jobId"] == job
    batch.update_job_queue(jobQueue="containers", priority=5)
    described = batch.describe_job_queues(jobQueues=["containers"])["jobQueues"]
    assert [(each["jobQueueArn"], each["priority"]) for each in described] == [(arn, 5)]
    batch.tag_resource(resourceArn=arn, tags={"team": "platform"})
    assert batch.list_tags_for_resource(resourceArn=arn)["tags"] == {"team": "platform"}
    batch.untag_resource(resourceArn=arn, tagKeys=["team"])
    batch.delete_job_queue(jobQueue="containers")
    assert batch.describe_job_queues()["jobQueues"] == []


def test_both_kinds_of_queues_are_listed_together_and_share_their_names(
    no_docker: BatchWorld,
) -> None:
    container_queue("b-containers")
    no_docker.queue("a-training")
    no_docker.queue("c-training")
    first = no_docker.batch.describe_job_queues(maxResults=2)
    rest = no_docker.batch.describe_job_queues(nextToken=first["nextToken"])
    rows = first["jobQueues"] + rest["jobQueues"]
    assert [row["jobQueueName"] for row in rows] == ["a-training", "b-containers", "c-training"]
    with pytest.raises(ClientError, match="Object already exists"):
        no_docker.queue("b-containers")
    with pytest.raises(ClientError, match="Object already exists"):
        container_queue_named_like_ours(no_docker)


def container_queue_named_like_ours(world: BatchWorld) -> None:
    world.batch.create_job_queue(
        jobQueueName="a-training",
        state="ENABLED",
        priority=1,
        computeEnvironmentOrder=[{"order": 1, "computeEnvironment": "compute"}],
    )


# --- what is not served


@pytest.mark.parametrize(
    ("operation", "members"),
    [
        ("terminate_service_jobs", {"jobs": ["a"], "reason": "x"}),
        ("list_consumable_resources", {}),
        ("list_jobs_by_consumable_resource", {"consumableResource": "x"}),
    ],
)
def test_an_operation_that_is_not_served_says_so(
    world: BatchWorld, operation: str, members: dict[str, Any]
) -> None:
    with pytest.raises(ClientError) as error:
        getattr(world.batch, operation)(**members)
    assert error.value.response["Error"]["Code"] == "ClientException"
    assert "does not serve" in error.value.response["Error"]["Message"]


# --- repeatability


def play(seed: int) -> tuple[str, list[Event]]:
    clock, events = ManualClock(), list[Event]()
    emulator = install(clock, publish=events.append, seed=seed)
    try:
        with mock_aws():
            world = BatchWorld(emulator, clock, events)
            world.three_shares()
            world.submit("own", priority=2)
            world.submit("borrower")
            world.pass_seconds(30)
            world.submit("owner", "product")
            world.run_to_the_end()
            return emulator.history.to_json(), events
    finally:
        uninstall()


def test_the_same_seed_gives_the_same_history_and_events() -> None:
    assert play(seed=3) == play(seed=3)
    assert play(seed=3) != play(seed=4)


def test_the_history_tells_every_event_that_was_published(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    world.submit("borrower")
    world.pass_seconds(30)
    world.submit("owner", "product")
    world.submit("too-big", "safety", request=payload(9))
    world.run_to_the_end()
    told = [
        (entry.at // 1000, entry.facts["job_id"])
        for entry in world.emulator.history.entries
        if entry.kind in ("stop", "blocked")
        or (entry.kind == "state" and entry.facts["from"] is not None)
    ]
    sent = [
        event for event in world.events if not event["detail-type"].endswith("Preemption Completed")
    ]
    assert [job for _, job in told] == [event["resources"][0][-36:] for event in sent]
