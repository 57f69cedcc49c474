"""The ledger's table and dead-letter queue on moto, exactly as template.yaml declares them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import yaml
from moto import mock_aws

from batchshares.adapters.ledger import LedgerReader

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_sqs import SQSClient

TABLE = "ledger"
REGION = "us-west-2"
TEMPLATE = Path(__file__).parents[2] / "template.yaml"
_CREATED_WITH = ("KeySchema", "AttributeDefinitions", "GlobalSecondaryIndexes", "BillingMode")


class _Plain(yaml.SafeLoader):
    """Reads a template without resolving its functions: the table's keys have none."""


_Plain.add_multi_constructor("!", lambda loader, suffix, node: f"!{suffix}")


def table_properties() -> dict[str, Any]:
    """Return what CreateTable needs of the template's table."""
    template = yaml.load(TEMPLATE.read_text(), _Plain)
    properties = template["Resources"]["LedgerTable"]["Properties"]
    return {name: properties[name] for name in _CREATED_WITH}


@dataclass
class Stack:
    """A table and a dead-letter queue, and the calls made on the table since `calls` was emptied."""

    dynamodb: DynamoDBClient
    sqs: SQSClient
    dlq_url: str
    calls: Counter[str] = field(default_factory=Counter)

    def reader(self) -> LedgerReader:
        """Return the reading side of the ledger."""
        return LedgerReader.of(self.dynamodb, TABLE)

    def items(self, begins: str = "") -> list[dict[str, Any]]:
        """Return all raw items whose sort key begins so."""
        found = self.dynamodb.scan(TableName=TABLE)["Items"]
        return [dict(item) for item in found if item["sk"]["S"].startswith(begins)]

    def dead_letters(self) -> list[tuple[str, str]]:
        """Take all messages off the dead-letter queue: body and reason."""
        taken: list[tuple[str, str]] = []
        while True:
            answer = self.sqs.receive_message(
                QueueUrl=self.dlq_url, MaxNumberOfMessages=10, MessageAttributeNames=["All"]
            )
            messages = answer.get("Messages", [])
            if not messages:
                return taken
            for message in messages:
                reason = message["MessageAttributes"]["reason"]["StringValue"]
                taken.append((message["Body"], reason))
                self.sqs.delete_message(
                    QueueUrl=self.dlq_url, ReceiptHandle=message["ReceiptHandle"]
                )


@contextmanager
def stack() -> Iterator[Stack]:
    """Open a table and a queue on moto; calls on the table are counted by operation."""
    with mock_aws():
        keys = {"aws_access_key_id": "x", "aws_secret_access_key": "x", "region_name": REGION}
        dynamodb = boto3.client("dynamodb", **keys)
        sqs = boto3.client("sqs", **keys)
        dynamodb.create_table(TableName=TABLE, **table_properties())
        opened = Stack(dynamodb, sqs, sqs.create_queue(QueueName="dead")["QueueUrl"])

        def count(model: Any, **_: Any) -> None:
            opened.calls[model.name] += 1

        dynamodb.meta.events.register("before-call.dynamodb", count)
        yield opened


def as_message(number: int, event: Mapping[str, Any] | str, receives: int = 1) -> dict[str, Any]:
    """Return an SQS record as Lambda gets it."""
    return {
        "messageId": f"message-{number}",
        "body": event if isinstance(event, str) else json.dumps(event),
        "attributes": {"ApproximateReceiveCount": str(receives)},
        "eventSource": "aws:sqs",
    }
