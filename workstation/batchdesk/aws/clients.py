"""The AWS clients of one run, made once, with the SDK's own retries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import boto3
from botocore.config import Config

from batchdesk.aws.errors import plainly

if TYPE_CHECKING:
    from mypy_boto3_batch import BatchClient
    from mypy_boto3_dynamodb import DynamoDBClient

CONFIG = Config(
    retries={"mode": "standard", "total_max_attempts": 5}, connect_timeout=3, read_timeout=30
)


@dataclass(frozen=True)
class Clients:
    """What apply talks to: Batch, and DynamoDB for the ledger."""

    batch: BatchClient
    dynamodb: DynamoDBClient

    @classmethod
    def of(cls, session: boto3.Session, endpoint_url: str | None = None) -> Clients:
        """Make the clients; AwsError where region or profile are missing."""
        with plainly("AWS cannot be called"):
            return cls(
                batch=session.client("batch", endpoint_url=endpoint_url, config=CONFIG),
                dynamodb=session.client("dynamodb", endpoint_url=endpoint_url, config=CONFIG),
            )
