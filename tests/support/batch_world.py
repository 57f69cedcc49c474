"""A whole emulated Batch under boto3, with time in the test's hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import boto3

from batchdesk.emulator import Emulator
from batchdesk.emulator.events import Event
from tests.support.service_jobs import GPU, ManualClock, payload

REGION = "us-west-2"
TEST_KEYS = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}


@cache
def client(
    service: str, region: str, endpoint: str | None, keys: tuple[tuple[str, str], ...]
) -> Any:
    """A client; made once, because reading the API's model takes half a second."""
    make: Any = boto3.client  # the stubs want the service's name spelled out
    return make(service, region_name=region, endpoint_url=endpoint, **dict(keys))


class BatchWorld:
    """What a test of the emulator does and asks, in few words.

    endpoint: a server's URL, or None inside mock_aws().
    """

    def __init__(
        self,
        emulator: Emulator,
        clock: ManualClock,
        events: list[Event],
        endpoint: str | None = None,
        region: str = REGION,
        session: Mapping[str, str] | None = None,
    ) -> None:
        self.emulator = emulator
        self.clock = clock
        self.events = events
        self._wanted = (region, endpoint, tuple((session or TEST_KEYS).items()))

    # Any: the stubs lag behind the operations of quota management.

    @property
    def batch(self) -> Any:
        """A boto3 client of Batch."""
        return client("batch", *self._wanted)

    @property
    def sagemaker(self) -> Any:
        """A boto3 client of SageMaker."""
        return client("sagemaker", *self._wanted)

    # --- definitions

    def queue(
        self, name: str = "training", capacity: Mapping[str, int] | None = None, **members: Any
    ) -> str:
        """A queue with its own environment and quota-share policy; returns its ARN."""
        self.batch.create_service_environment(
            serviceEnvironmentName=f"{name}-env",
            serviceEnvironmentType="SAGEMAKER_TRAINING",
            capacityLimits=limits(capacity or {GPU: 3}),
        )
        policy = self.batch.create_scheduling_policy(
            name=f"{name}-policy", quotaSharePolicy={"idleResourceAssignmentStrategy": "FIFO"}
        )
        created = self.batch.create_job_queue(
            jobQueueName=name,
            jobQueueType="SAGEMAKER_TRAINING",
            priority=1,
            schedulingPolicyArn=policy["arn"],
            serviceEnvironmentOrder=[{"order": 1, "serviceEnvironment": f"{name}-env"}],
            **members,
        )
        return str(created["jobQueueArn"])

    def share(
        self,
        name: str,
        strategy: str,
        borrow_limit: int | None = None,
        queue: str = "training",
        capacity: Mapping[str, int] | None = None,
        in_share: bool = True,
    ) -> str:
        """A share of one GPU unless told otherwise; returns its ARN."""
        sharing: dict[str, Any] = {"strategy": strategy}
        if borrow_limit is not None:
            sharing["borrowLimit"] = borrow_limit
        created = self.batch.create_quota_share(
            quotaShareName=name,
            jobQueue=queue,
            capacityLimits=limits(capacity or {GPU: 1}),
            resourceSharingConfiguration=sharing,
            preemptionConfiguration={"inSharePreemption": "ENABLED" if in_share else "DISABLED"},
        )
        return str(created["quotaShareArn"])

    def three_shares(self) -> None:
        """research lends and borrows, product lends, safety keeps its own; one GPU each."""
        self.queue()
        self.share("research", "LEND_AND_BORROW", 200)
        self.share("product", "LEND")
        self.share("safety", "RESERVE")

    # --- jobs

    def submit(
        self,
        name: str,
        share: str | None = "research",
        priority: int = 1,
        *,
        queue: str = "training",
        request: Mapping[str, Any] | str | None = None,
        **members: Any,
    ) -> str:
        """Submit a job of one GPU for 300 seconds unless told otherwise; returns its id."""
        request = payload() if request is None else request
        if share is not None:
            members["quotaShareName"] = share
        answer = self.batch.submit_service_job(
            jobName=name,
            jobQueue=queue,
            schedulingPriority=priority,
            serviceJobType="SAGEMAKER_TRAINING",
            serviceRequestPayload=request if isinstance(request, str) else json.dumps(request),
            **members,
        )
        return str(answer["jobId"])

    def job(self, job_id: str) -> dict[str, Any]:
        """What DescribeServiceJob says."""
        described: dict[str, Any] = self.batch.describe_service_job(jobId=job_id)
        return described

    def status(self, *job_ids: str) -> list[str]:
        """The statuses of jobs."""
        return [str(self.job(job_id)["status"]) for job_id in job_ids]

    def pass_seconds(self, seconds: float) -> None:
        """Let time pass and everything due happen."""
        self.clock.pass_seconds(seconds)
        self.emulator.run_due(self.clock.now)

    def run_to_the_end(self) -> None:
        """Move from due time to due time until nothing is due."""
        while (due := self.emulator.next_due()) is not None:
            self.clock.now = max(self.clock.now, due)
            self.emulator.run_due(self.clock.now)

    # --- what was said

    def seen(self, job_id: str) -> list[str]:
        """A job's events in order: the status, or what happened to the preemption."""
        return [_word(event) for event in self.events if event["resources"][0].endswith(job_id)]

    def use(self) -> dict[tuple[str, str], int]:
        """The last use of each share and type in the emulator's history."""
        return {
            (entry.facts["share"], entry.facts["type"]): entry.facts["used"]
            for entry in self.emulator.history.of("use")
        }


def limits(capacity: Mapping[str, int]) -> list[dict[str, Any]]:
    """Limits as the API takes them."""
    return [{"maxCapacity": count, "capacityUnit": unit} for unit, count in capacity.items()]


def _word(event: Event) -> str:
    kind = str(event["detail-type"]).removeprefix("Batch Service Job ")
    return str(event["detail"]["status"]) if kind == "State Change" else kind
