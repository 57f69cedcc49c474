"""Everything apply needs in one process: the emulated Batch, a ledger table, a clock by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import boto3
from boto3.dynamodb.types import TypeDeserializer
from botocore.awsrequest import AWSResponse, HTTPHeaders
from botocore.exceptions import ReadTimeoutError
from moto import mock_aws

from batchdesk.aws import Clients, apply_policy, read_current
from batchdesk.emulator import install, uninstall
from batchdesk.planning import Plan, plan
from batchshares.domain.policy import Policy
from tests.support.hand_clock import HandClock
from tests.support.ledger_table import REGION, TABLE, table_properties

if TYPE_CHECKING:
    from mypy_boto3_batch import BatchClient
    from mypy_boto3_dynamodb import DynamoDBClient


@dataclass
class ApplyDesk:
    """A Batch to apply policies to; `calls` are the operations sent to it that change something."""

    clients: Clients
    clock: HandClock
    calls: list[tuple[str, dict[str, Any]]]

    def apply(self, policy: Policy, who: str = "l.haas") -> list[str]:
        """Apply as the lab does; return what was told. An hour passes first."""
        self.clock.at += timedelta(hours=1)
        told: list[str] = []
        apply_policy(policy, self.clients, TABLE, who, self.clock, told.append)
        return told

    def apply_without_ledger(self, policy: Policy) -> None:
        """Apply as before the first deployment: nothing is noted."""
        apply_policy(policy, self.clients, None, "l.haas", self.clock, lambda _: None)

    def plan(self, policy: Policy, queue: str = "training") -> Plan:
        """Compare one queue with what is there."""
        wanted = policy.queues[queue]
        return plan(wanted, read_current(wanted, self.clients.batch))

    def share(self, name: str, queue: str = "training") -> dict[str, Any]:
        """Return Batch's own answer about a share."""
        shares = self.clients.batch.list_quota_shares(jobQueue=queue)["quotaShares"]
        return next(dict(share) for share in shares if share["quotaShareName"] == name)

    def limits(self, share: str, queue: str = "training") -> list[dict[str, Any]]:
        """Return the share's LIMITS items, oldest first, without their keys."""
        answer = self.clients.dynamodb.query(
            TableName=TABLE,
            KeyConditionExpression="pk = :share",
            ExpressionAttributeValues={":share": {"S": f"SHARE#{queue}#{share}"}},
        )
        read = TypeDeserializer().deserialize
        items = ({name: read(value) for name, value in one.items()} for one in answer["Items"])
        return [
            {name: value for name, value in item.items() if name not in ("pk", "sk")}
            for item in items
        ]

    def refuse(self, operation: str, code: str, times: int = 1, service: str = "batch") -> None:
        """Let the next calls of an operation fail before they take effect."""
        left = [times]

        def answer(**_: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                return None
            error = {"Error": {"Code": code, "Message": "not now"}, "ResponseMetadata": {}}
            return AWSResponse("", 400, HTTPHeaders(), None), error

        self._client(service).meta.events.register(f"before-call.{service}.{operation}", answer)

    def break_after(self, operation: str, service: str = "batch") -> None:
        """Let the next call of an operation take effect and its answer be lost."""
        left = [1]

        def lose(**_: Any) -> None:
            left[0] -= 1
            if left[0] == 0:
                raise ReadTimeoutError(endpoint_url=f"https://{service}")

        self._client(service).meta.events.register(f"after-call.{service}.{operation}", lose)

    def _client(self, service: str) -> BatchClient | DynamoDBClient:
        return self.clients.batch if service == "batch" else self.clients.dynamodb


@cache
def _session() -> boto3.Session:
    """One session for all tests: reading the API models takes longer than most of them."""
    return boto3.Session("x", "x", region_name=REGION)


@cache
def _table() -> dict[str, Any]:
    """The template's table, read once."""
    return table_properties()


@contextmanager
def apply_desk() -> Iterator[ApplyDesk]:
    """Open an empty Batch with a ledger table beside it."""
    clock, calls = HandClock(), list[tuple[str, dict[str, Any]]]()
    install(clock, seed=1)
    try:
        with mock_aws():
            clients = Clients.of(_session())
            clients.dynamodb.create_table(TableName=TABLE, **_table())

            def note(model: Any, params: dict[str, Any], **_: Any) -> None:
                if model.name.startswith(("Create", "Update", "Delete")):
                    calls.append((model.name, params))

            clients.batch.meta.events.register("provide-client-params.batch", note)
            yield ApplyDesk(clients, clock, calls)
    finally:
        uninstall()
