"""Scheduling policies over the API, and names that are taken."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.support.batch_calls import (
    FIFO,
    PREFIX,
    refused,
)
from tests.support.batch_world import BatchWorld, limits
from tests.support.service_jobs import GPU


def test_a_policys_name_occurs_in_its_arn_and_its_kind_is_kept(world: BatchWorld) -> None:
    created = world.batch.create_scheduling_policy(
        name="quota", quotaSharePolicy=FIFO, tags={"team": "platform"}
    )
    assert created["arn"] == f"{PREFIX}scheduling-policy/quota"
    described = world.batch.describe_scheduling_policies(arns=[created["arn"], "arn:none"])
    assert described["schedulingPolicies"] == [
        {**_names(created), "quotaSharePolicy": FIFO, "tags": {"team": "platform"}}
    ]


def _names(created: Any) -> dict[str, str]:
    return {"name": created["name"], "arn": created["arn"]}


def test_fair_share_policies_go_on_working(world: BatchWorld) -> None:
    arn = world.batch.create_scheduling_policy(
        name="fair", fairsharePolicy={"shareDecaySeconds": 60}
    )["arn"]
    world.batch.update_scheduling_policy(arn=arn, fairsharePolicy={"computeReservation": 5})
    described = world.batch.describe_scheduling_policies(arns=[arn])["schedulingPolicies"][0]
    assert described["fairsharePolicy"] == {
        "computeReservation": 5,
        "shareDecaySeconds": 0,
        "shareDistribution": [],
    }
    assert "change its kind" in refused(
        world.batch.update_scheduling_policy, arn=arn, quotaSharePolicy=FIFO
    )


def test_policies_are_listed_in_pages_and_deleted(world: BatchWorld) -> None:
    for name in ("a", "b", "c"):
        world.batch.create_scheduling_policy(name=name, quotaSharePolicy=FIFO)
    first = world.batch.list_scheduling_policies(maxResults=2)
    rest = world.batch.list_scheduling_policies(maxResults=2, nextToken=first["nextToken"])
    arns = [row["arn"] for page in (first, rest) for row in page["schedulingPolicies"]]
    assert arns == [f"{PREFIX}scheduling-policy/{name}" for name in "abc"]
    for arn in arns:
        world.batch.delete_scheduling_policy(arn=arn)
    assert world.batch.list_scheduling_policies()["schedulingPolicies"] == []


def test_a_taken_name_is_refused_in_exactly_these_words(world: BatchWorld) -> None:
    world.three_shares()
    create: list[tuple[Any, dict[str, Any]]] = [
        (
            world.batch.create_scheduling_policy,
            {"name": "training-policy", "quotaSharePolicy": FIFO},
        ),
        (
            world.batch.create_service_environment,
            {
                "serviceEnvironmentName": "training-env",
                "serviceEnvironmentType": "SAGEMAKER_TRAINING",
                "capacityLimits": limits({GPU: 3}),
            },
        ),
        (
            world.batch.create_job_queue,
            {
                "jobQueueName": "training",
                "priority": 1,
                "serviceEnvironmentOrder": [{"order": 1, "serviceEnvironment": "training-env"}],
            },
        ),
    ]
    assert {refused(call, **members) for call, members in create} == {"Object already exists"}
    with pytest.raises(ClientError, match="already exists"):
        world.share("product", "LEND")
