"""boto3 clients, made at their first use from the function's own settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config

from batchshares.settings import AwsSettings

if TYPE_CHECKING:
    from mypy_boto3_batch import BatchClient
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_sqs import SQSClient

# botocore retries; nothing above it does. A Lambda has better things to do than to wait.
_CONFIG = Config(retries={"mode": "standard", "max_attempts": 3}, connect_timeout=2, read_timeout=5)


class AwsClients:
    """One session and its clients; nothing is made or called before it is needed."""

    def __init__(self, settings: AwsSettings) -> None:
        """Keep where AWS is and who asks."""
        self._settings = settings

    @cached_property
    def dynamodb(self) -> DynamoDBClient:
        """The client of the ledger's table."""
        client: DynamoDBClient = self._make("dynamodb")
        return client

    @cached_property
    def batch(self) -> BatchClient:
        """The client of AWS Batch."""
        client: BatchClient = self._make("batch")
        return client

    @cached_property
    def sqs(self) -> SQSClient:
        """The client of the queues."""
        client: SQSClient = self._make("sqs")
        return client

    @cached_property
    def _client(self) -> Callable[..., Any]:
        settings = self._settings
        session = boto3.Session(
            aws_access_key_id=settings.access_key_id,
            aws_secret_access_key=settings.secret_access_key,
            aws_session_token=settings.session_token,
            region_name=settings.region,
        )
        return session.client

    def _make(self, service: str) -> Any:
        return self._client(service, endpoint_url=self._settings.endpoint_url, config=_CONFIG)
