"""Read what Batch has of one queue of the policy, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from batchdesk.aws import answers
from batchdesk.aws.errors import plainly
from batchdesk.planning import Current, EnvironmentNow, QueueNow, SchedulingPolicyNow, ShareNow
from batchdesk.planning.current import short
from batchshares.domain.policy import Queue

if TYPE_CHECKING:
    from mypy_boto3_batch import BatchClient

GONE = "DELETED"


def read_current(wanted: Queue, batch: BatchClient) -> Current:
    """Ask Batch for the queue and all it stands on; AwsError if it cannot be asked."""
    with plainly(f"Reading queue {wanted.name}"):
        queues = all_queues(batch)
        found = next((queue for queue in queues if queue.name == wanted.name), None)
        return Current(
            environment=find_environment(batch, wanted.service_environment, queues),
            scheduling_policy=find_scheduling_policy(batch, wanted.scheduling_policy),
            queue=found,
            shares=all_shares(batch, wanted.name) if found else {},
        )


def all_queues(batch: BatchClient) -> list[QueueNow]:
    """Return all job queues of the account and Region that are not gone."""
    found = _pages(batch.describe_job_queues, "jobQueues")
    return [answers.queue(one) for one in found if answers.status(one) != GONE]


def find_environment(
    batch: BatchClient, name: str, queues: list[QueueNow]
) -> EnvironmentNow | None:
    """Return the service environment, None if there is none."""
    found = _pages(
        batch.describe_service_environments, "serviceEnvironments", serviceEnvironments=[name]
    )
    living = [one for one in found if answers.status(one) != GONE]
    return answers.environment(living[0], queues) if living else None


def find_scheduling_policy(batch: BatchClient, name: str) -> SchedulingPolicyNow | None:
    """Return the scheduling policy of that name; Batch lists them by ARN only."""
    listed = _pages(batch.list_scheduling_policies, "schedulingPolicies")
    arns = [one["arn"] for one in listed if short(one["arn"]) == name]
    if not arns:
        return None
    described = batch.describe_scheduling_policies(arns=arns)["schedulingPolicies"]
    return answers.scheduling_policy(described[0]) if described else None


def all_shares(batch: BatchClient, queue: str) -> dict[str, ShareNow]:
    """Return the queue's shares by name."""
    found = map(answers.share, _pages(batch.list_quota_shares, "quotaShares", jobQueue=queue))
    return {share.name: share for share in found}


def _pages(call: Callable[..., Mapping[str, Any]], key: str, **request: Any) -> Iterator[Any]:
    page = call(**request)
    yield from page[key]
    while token := page.get("nextToken"):
        page = call(**request, nextToken=token)
        yield from page[key]
