"""The dead-letter queue of the intake, for what nobody can ever understand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from batchshares.errors import BatchdeskError

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

_EMPTY = "(empty)"  # SQS takes no empty body


class DeadLetterError(BatchdeskError):
    """The dead-letter queue took no message; it comes again by the intake."""


class SqsDeadLetters:
    """Sends the body as it came, the reason as the message attribute `reason`."""

    def __init__(self, client: Callable[[], SQSClient], url: str) -> None:
        """Keep how to get the client, and the queue's URL."""
        self._client = client
        self._url = url

    def send(self, body: str, reason: str) -> None:
        """Set the message aside; DeadLetterError if the queue does not take it."""
        try:
            self._client().send_message(
                QueueUrl=self._url,
                MessageBody=body or _EMPTY,
                MessageAttributes={"reason": {"DataType": "String", "StringValue": reason}},
            )
        except (ClientError, BotoCoreError) as error:
            raise DeadLetterError(f"dead-letter queue {self._url}: {error}") from error
