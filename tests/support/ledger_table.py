"""The ledger's table and dead-letter queue on moto, exactly as template.yaml declares them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
from moto import mock_aws
from ruamel.yaml import YAML

from batchshares.adapters.ledger import LedgerReader

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_sqs import SQSClient

TABLE = "ledger"
REGION = "us-west-2"
TEMPLATE = Path(__file__).parents[2] / "template.yaml"
_CREATED_WITH = ("KeySchema", "AttributeDefinitions", "GlobalSecondaryIndexes", "BillingMode")


def table_properties() -> dict[str, Any]:
    """Return what CreateTable needs of the template's table."""
    template = YAML().load(TEMPLATE.read_text())
    properties = template["Resources"]["LedgerTable"]["Properties"]
    plain: dict[str, Any] = json.loads(json.dumps({key: properties[key] for key in _CREATED_WITH}))
    return plain


@cache
def _session() -> boto3.Session:
    """One session for all tests: it keeps the service models it has read."""
    return boto3.Session("x", "x", region_name=REGION)


@dataclass
class Stack:
    """A table and a dead-letter queue; `calls` counts what was called on the table."""

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
        dynamodb = _session().client("dynamodb")
        sqs = _session().client("sqs")
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
