"""The same Batch over HTTP, as real clients meet it."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import urllib3
from botocore.exceptions import ClientError
from moto.moto_api._internal.models import moto_api_backend
from moto.server import ThreadedMotoServer

from batchdesk.emulator import install, uninstall
from batchdesk.emulator.events import Event
from tests.support.batch_world import BatchWorld
from tests.support.service_jobs import GPU, ManualClock, payload

SIGNED = "AWS4-HMAC-SHA256 Credential=test/20261201/us-west-2/batch/aws4_request, Signature=x"


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[ManualClock, list[Event], Any, str]]:
    clock, events = ManualClock(), list[Event]()
    moto_api_backend.reset()
    emulator = install(clock, publish=events.append, seed=1)
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    try:
        yield clock, events, emulator, f"http://{host}:{port}"
    finally:
        running.stop()
        uninstall()
        moto_api_backend.reset()


@pytest.fixture
def world(server: tuple[ManualClock, list[Event], Any, str]) -> BatchWorld:
    """An empty Batch behind a running server."""
    clock, events, emulator, url = server
    moto_api_backend.reset()
    events.clear()
    return BatchWorld(emulator, clock, events, endpoint=url)


def test_lending_and_taking_back_work_over_http(world: BatchWorld) -> None:
    world.three_shares()
    own, borrower = world.submit("own", priority=2), world.submit("borrower")
    world.pass_seconds(30)
    owner = world.submit("owner", "product")
    world.pass_seconds(45)
    assert world.status(own, borrower, owner) == ["RUNNING", "RUNNABLE", "RUNNING"]
    arn = world.job(owner)["latestAttempt"]["serviceResourceId"]["value"]
    training = world.sagemaker.describe_training_job(TrainingJobName=arn.rpartition("/")[2])
    assert training["TrainingJobStatus"] == "InProgress"
    world.run_to_the_end()
    assert world.status(own, borrower, owner) == ["SUCCEEDED"] * 3


def test_a_call_catches_up_with_the_clock_by_itself(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job")
    world.clock.pass_seconds(30)
    assert world.status(job) == ["RUNNING"]


def test_errors_carry_a_lower_case_message(world: BatchWorld) -> None:
    with pytest.raises(ClientError) as error:
        world.job("no-such-job")
    response: Any = error.value.response
    assert response["Error"]["Code"] == "ClientException"
    assert response["message"] == "Service job no-such-job does not exist"
    with pytest.raises(ClientError, match="does not serve TerminateServiceJobs"):
        world.batch.terminate_service_jobs(jobs=["a"], reason="x")


def test_tags_of_a_share_have_a_path_of_many_parts(world: BatchWorld) -> None:
    world.three_shares()
    arn = "arn:aws:batch:us-west-2:123456789012:job-queue/training/quota-share/safety"
    world.batch.tag_resource(resourceArn=arn, tags={"team": "safety"})
    assert world.batch.list_tags_for_resource(resourceArn=arn)["tags"] == {"team": "safety"}


def test_many_clients_at_once_lose_nothing(world: BatchWorld) -> None:
    world.queue(capacity={GPU: 40})
    world.share("research", "RESERVE", capacity={GPU: 40})
    with ThreadPoolExecutor(8) as pool:
        jobs = list(
            pool.map(lambda n: world.submit(f"job-{n}", request=payload(run_seconds=60)), range(40))
        )
    assert len(set(jobs)) == 40
    world.run_to_the_end()
    assert set(world.status(*jobs)) == {"SUCCEEDED"}
    assert world.use()["research", GPU] == 0


@pytest.mark.parametrize(
    "body",
    [
        {"jobName": 5},
        {"jobName": "a", "tags": {"k": 1}},
        {"jobName": "a", "schedulingPriority": "high"},
        {"jobName": "a", "retryStrategy": "often"},
        {"jobName": "a", "retryStrategy": {"attempts": 1, "evaluateOnExit": ["EXIT"]}},
        {"jobName": "a", "jobQueue": {"name": "training"}},
        {},
        [],
        "text",
    ],
)
def test_a_request_of_the_wrong_shape_is_the_clients_mistake(
    world: BatchWorld, body: object
) -> None:
    world.three_shares()
    status, answer = raw_call(world, "submitservicejob", json.dumps(body))
    assert status == 400
    assert answer["message"]
    assert answer["__type"] == "ClientException"


@pytest.mark.parametrize("body", ["{not json", "[" * 9_000, '{"schedulingPriority": 1e400}'])
def test_a_body_that_cannot_be_read_is_the_clients_mistake(world: BatchWorld, body: str) -> None:
    status, answer = raw_call(world, "submitservicejob", body)
    assert (status, answer["__type"]) == (400, "ClientException")


def test_a_page_token_nested_without_end_is_the_clients_mistake(world: BatchWorld) -> None:
    world.three_shares()
    token = base64.urlsafe_b64encode(b"[" * 9_000).decode()
    with pytest.raises(ClientError, match="nextToken is not one that this list has given out"):
        world.batch.list_service_jobs(jobQueue="training", nextToken=token)


def raw_call(world: BatchWorld, operation: str, body: str) -> tuple[int, dict[str, Any]]:
    """Send what boto3 would not let through."""
    url = f"{world.batch.meta.endpoint_url}/v1/{operation}"
    headers = {"Authorization": SIGNED, "Content-Type": "application/json"}
    with urllib3.PoolManager() as pool:
        response = pool.request("POST", url, body=body, headers=headers)
        answer: dict[str, Any] = response.json()
        return response.status, answer
