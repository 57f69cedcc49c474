"""AWS Batch, asked in our words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
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

# Assumed: no page shows the text. The emulator says "Service job ... does not exist".
_NO_SUCH_JOB = re.compile(r"\bjob\b.*\b(does not exist|not found|not be found)\b", re.I | re.S)


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
    use = answer.get("queueUtilization", {})
    total = use.get("totalCapacityUsage")
    return Snapshot(
        fronts={share: last_part(jobs[0]["jobArn"]) for share, jobs in fronts.items() if jobs},
        used={
            share["quotaShareName"]: _instances(share.get("capacityUsage", []))
            for share in use.get("quotaShareUtilization", {}).get("topCapacityUtilization", [])
        },
        total=None if total is None else _instances(total),
    )


def _instances(usages: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    return {usage["capacityUnit"]: int(usage["quantity"]) for usage in usages}


def _is_unknown(error: ClientError) -> bool:
    """A ClientException is any fault of the caller's (documented); only its text tells which."""
    told = error.response["Error"]
    return told["Code"] == "ClientException" and bool(_NO_SUCH_JOB.search(told["Message"]))


def _ours(call: str, error: Exception) -> BatchUnavailableError:
    return BatchUnavailableError(f"{call}: {error}")
