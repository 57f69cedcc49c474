"""What tests ask the emulated Batch for: definitions made, refusals read, lists named."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.support.batch_world import BatchWorld, limits
from tests.support.service_jobs import GPU

PREFIX = "arn:aws:batch:us-west-2:123456789012:"
FIFO = {"idleResourceAssignmentStrategy": "FIFO"}
NO_IN_SHARE = {"inSharePreemption": "DISABLED"}


def refused(call: Any, **members: Any) -> str:
    """Make a call that Batch refuses as the client's fault; return its words."""
    with pytest.raises(ClientError) as error:
        call(**members)
    assert error.value.response["Error"]["Code"] == "ClientException"
    assert error.value.response["ResponseMetadata"]["HTTPStatusCode"] == 400
    # On the wire it is lower-case, and callers of Batch read it there.
    words = str(error.value.response["message"])  # type: ignore[typeddict-item]  # see above
    assert words == error.value.response["Error"]["Message"]
    return words


def environment(world: BatchWorld, name: str = "env", **members: Any) -> Any:
    """Create a service environment of three instances."""
    return world.batch.create_service_environment(
        **{
            "serviceEnvironmentName": name,
            "serviceEnvironmentType": "SAGEMAKER_TRAINING",
            "capacityLimits": limits({GPU: 3}),
            **members,
        }
    )


def queue(world: BatchWorld, name: str = "training", env: str = "env", **members: Any) -> Any:
    """Create a job queue on an environment."""
    return world.batch.create_job_queue(
        **{
            "jobQueueName": name,
            "priority": 1,
            "serviceEnvironmentOrder": [{"order": 1, "serviceEnvironment": env}],
            **members,
        }
    )


def names(answer: dict[str, Any]) -> list[str]:
    """The names of the jobs in a list, in its order."""
    return [row["jobName"] for row in answer["jobSummaryList"]]


def by(name: str, value: str) -> dict[str, Any]:
    """What lists the queue by one filter."""
    return {"jobQueue": "training", "filters": [{"name": name, "values": [value]}]}
