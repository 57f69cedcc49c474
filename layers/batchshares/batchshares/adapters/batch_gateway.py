"""AWS Batch, asked in our words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError

from batchshares.domain.job_view import JobView
from batchshares.domain.names import last_part
from batchshares.domain.preemptor import Snapshot
from batchshares.errors import BatchUnavailableError
from batchshares.events import job_view

if TYPE_CHECKING:
    from mypy_boto3_batch import BatchClient


class BatchGateway:
    """Describes jobs and takes snapshots; the client is made at the first question."""

    def __init__(self, client: Callable[[], BatchClient]) -> None:
        """Keep how to get the client."""
        self._client = client

    def describe(self, job_id: str) -> JobView | None:
        """Return the job, None if Batch knows no such job."""
        try:
            answer = self._client().describe_service_job(jobId=job_id)
        except ClientError as error:
            if _is_unknown(error):
                return None
            raise _ours(f"DescribeServiceJob {job_id}", error) from error
        except BotoCoreError as error:
            raise _ours(f"DescribeServiceJob {job_id}", error) from error
        return replace(job_view(answer.get("jobArn", ""), answer), job_id=job_id)

    def snapshot(self, queue: str) -> Snapshot:
        """Return the queue's fronts and use; the queue is named by ARN, as IAM allows it."""
        try:
            answer: Mapping[str, Any] = self._client().get_job_queue_snapshot(jobQueue=queue)
        except (ClientError, BotoCoreError) as error:
            raise _ours(f"GetJobQueueSnapshot {queue}", error) from error
        return snapshot_of(answer)


def snapshot_of(answer: Mapping[str, Any]) -> Snapshot:
    """Return a GetJobQueueSnapshot answer in our words; sections it leaves out are empty."""
    fronts = answer.get("frontOfQuotaShares", {}).get("quotaShares", {})
    utilization = answer.get("queueUtilization", {}).get("quotaShareUtilization", {})
    return Snapshot(
        fronts={share: last_part(jobs[0]["jobArn"]) for share, jobs in fronts.items() if jobs},
        used={
            share["quotaShareName"]: {
                usage["capacityUnit"]: int(usage["quantity"])
                for usage in share.get("capacityUsage", [])
            }
            for share in utilization.get("topCapacityUtilization", [])
        },
    )


def _is_unknown(error: ClientError) -> bool:
    """Batch answers 400 ClientException; the one member of the request is a job id."""
    return error.response["Error"]["Code"] == "ClientException"


def _ours(call: str, error: Exception) -> BatchUnavailableError:
    return BatchUnavailableError(f"{call}: {error}")
