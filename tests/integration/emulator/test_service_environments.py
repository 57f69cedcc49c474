"""Service environments over the API."""

from __future__ import annotations

import pytest
from botocore.exceptions import ClientError

from tests.support.batch_calls import (
    PREFIX,
    environment,
    refused,
)
from tests.support.batch_world import BatchWorld, limits
from tests.support.service_jobs import GPU


def test_an_environment_is_valid_and_enabled_at_once(world: BatchWorld) -> None:
    created = environment(world, tags={"team": "platform"})
    assert created["serviceEnvironmentArn"] == f"{PREFIX}service-environment/env"
    described = world.batch.describe_service_environments(serviceEnvironments=["env", "none"])
    assert described["serviceEnvironments"] == [
        {
            "serviceEnvironmentName": "env",
            "serviceEnvironmentArn": f"{PREFIX}service-environment/env",
            "serviceEnvironmentType": "SAGEMAKER_TRAINING",
            "state": "ENABLED",
            "status": "VALID",
            "capacityLimits": limits({GPU: 3}),
            "tags": {"team": "platform"},
        }
    ]


def test_missing_environments_and_queues_are_empty_lists(world: BatchWorld) -> None:
    environments = world.batch.describe_service_environments(serviceEnvironments=["none"])
    queues = world.batch.describe_job_queues(jobQueues=["none"])
    assert (environments["serviceEnvironments"], queues["jobQueues"]) == ([], [])


def test_an_environment_goes_only_when_disabled_and_unused(world: BatchWorld) -> None:
    world.three_shares()
    call = world.batch.delete_service_environment
    assert "in use" in refused(call, serviceEnvironment="training-env")
    environment(world)
    assert "DISABLED" in refused(call, serviceEnvironment="env")
    world.batch.update_service_environment(serviceEnvironment="env", state="DISABLED")
    call(serviceEnvironment=f"{PREFIX}service-environment/env")
    listed = world.batch.describe_service_environments()["serviceEnvironments"]
    assert [each["serviceEnvironmentName"] for each in listed] == ["training-env"]


def test_a_disabled_environment_starts_nothing_and_lets_running_jobs_end(
    world: BatchWorld,
) -> None:
    world.three_shares()
    running = world.submit("running", "safety")
    world.pass_seconds(30)
    world.batch.update_service_environment(serviceEnvironment="training-env", state="DISABLED")
    waiting = world.submit("waiting", "product")
    world.pass_seconds(600)
    assert world.status(running, waiting) == ["SUCCEEDED", "RUNNABLE"]
    world.batch.update_service_environment(serviceEnvironment="training-env", state="ENABLED")
    assert world.status(waiting) == ["SCHEDULED"]


def test_a_lowered_capacity_stops_nobody_and_starts_nobody(world: BatchWorld) -> None:
    world.three_shares()
    jobs = [world.submit(f"job-{share}", share) for share in ("research", "product", "safety")]
    world.pass_seconds(30)
    world.batch.update_service_environment(
        serviceEnvironment="training-env", capacityLimits=limits({GPU: 1})
    )
    world.pass_seconds(30)
    assert world.status(*jobs) == ["RUNNING"] * 3
    capacities = [entry.facts["limits"] for entry in world.emulator.history.of("capacity")]
    assert capacities == [{GPU: 3}, {GPU: 1}]


def test_there_are_at_most_50_environments(world: BatchWorld) -> None:
    for number in range(50):
        environment(world, f"env-{number}")
    with pytest.raises(ClientError, match="50"):
        environment(world, "one-more")
    first = world.batch.describe_service_environments(maxResults=30)
    rest = world.batch.describe_service_environments(nextToken=first["nextToken"])
    assert len(first["serviceEnvironments"]) == 30
    assert len(rest["serviceEnvironments"]) == 20
