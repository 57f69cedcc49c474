"""What tests do to a booted lab: submit jobs, put events, read queues and the ledger."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from batchdesk.lab import Lab
from batchshares.adapters.ledger import LedgerReader
from batchshares.domain.selection import Selection

START = datetime(2026, 12, 1, 9, tzinfo=UTC)
GPU = "ml.g5.xlarge"


def payload(run_seconds: float, instances: int = 1) -> str:
    """A training job's request that runs that long in the lab."""
    return json.dumps(
        {
            "TrainingJobName": "probe",
            "AlgorithmSpecification": {"TrainingInputMode": "File", "TrainingImage": "pytorch"},
            "RoleArn": "arn:aws:iam::123456789012:role/training",
            "OutputDataConfig": {"S3OutputPath": "s3://models/probe"},
            "ResourceConfig": {
                "InstanceType": GPU,
                "InstanceCount": instances,
                "VolumeSizeInGB": 30,
            },
            "StoppingCondition": {"MaxRuntimeInSeconds": 3600},
            "Environment": {"BATCHDESK_RUN_SECONDS": str(run_seconds)},
        }
    )


def submit(
    lab: Lab,
    name: str,
    share: str,
    priority: int = 1,
    *,
    run_seconds: float = 600,
    instances: int = 1,
) -> str:
    """Submit a job of mira's and return its id."""
    answer = lab.client("batch").submit_service_job(
        jobName=name,
        jobQueue="training",
        serviceJobType="SAGEMAKER_TRAINING",
        serviceRequestPayload=payload(run_seconds, instances),
        quotaShareName=share,
        schedulingPriority=priority,
        tags={"owner": "mira"},
    )
    return str(answer["jobId"])


def borrow_and_reclaim(lab: Lab) -> tuple[str, str]:
    """research runs one job of its own and one on product's instance, which product takes back.

    Returns the ids of the stopped job and of the job it was stopped for; the stop has begun.
    """
    submit(lab, "protein-lm-small", "research", 3)
    stopped = submit(lab, "protein-lm-large", "research", 2)
    lab.run_for(minutes=2)
    owner = submit(lab, "ranker-nightly", "product")
    lab.run_for(seconds=5)
    return stopped, owner


def put(lab: Lab, events: Iterable[Mapping[str, Any]]) -> None:
    """Put whole envelopes on the lab's bus, ten a call, as EventBridge takes them."""
    entries = [
        {
            "Source": event["source"],
            "DetailType": event["detail-type"],
            "Detail": json.dumps(event["detail"]),
            "Resources": event["resources"],
            "Time": datetime.fromisoformat(event["time"]),
        }
        for event in events
    ]
    for first in range(0, len(entries), 10):
        answer = lab.client("events").put_events(Entries=entries[first : first + 10])
        assert answer["FailedEntryCount"] == 0


def waiting(lab: Lab, output: str) -> int:
    """How many messages lie in a queue of the stack, visible or not."""
    names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
    answer = lab.client("sqs").get_queue_attributes(
        QueueUrl=lab.stack.outputs[output], AttributeNames=names
    )
    return sum(int(answer["Attributes"][name]) for name in names)


def records(lab: Lab) -> list[dict[str, Any]]:
    """The ledger's records, newest first."""
    reader = LedgerReader.of(lab.client("dynamodb"), lab.info["table"])
    span = Selection(since=START - timedelta(days=1), until=lab.clock.now() + timedelta(days=1))
    return [dict(record) for record in reader.records(span)]


def debts(lab: Lab, work: str) -> int:
    """How many items of the ledger owe this work."""
    answer = lab.client("dynamodb").query(
        TableName=lab.info["table"],
        IndexName="owed_work",
        KeyConditionExpression="owes_work = :work",
        ExpressionAttributeValues={":work": {"S": work}},
    )
    return int(answer["Count"])


def failures(lab: Lab) -> list[str | None]:
    """The errors of the functions' runs that did not end well."""
    return [done.error for done in lab.invocations if not done.ok]
