"""The calls on the table. DynamoDB's errors become ours; a refused condition is an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from botocore.exceptions import BotoCoreError, ClientError

from batchshares.adapters.ledger.expressions import Update
from batchshares.adapters.ledger.keys import Key
from batchshares.adapters.ledger.wire import Item, from_item, to_item, to_wire
from batchshares.errors import LedgerError, LedgerMovedError

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_BATCH = 100  # BatchGetItem takes no more keys at once


class NoTableError(LedgerError):
    """There is no table of that name."""


class Table:
    """The ledger's table behind one client."""

    def __init__(self, client: Callable[[], DynamoDBClient], name: str) -> None:
        """Keep how to get the client, and the table's name; nothing is called yet."""
        self._client = client
        self.name = name

    def update(self, update: Update) -> tuple[bool, Item]:
        """Return whether the condition held, and the item as it now is."""
        request = update.request()
        try:
            answer = self._client().update_item(
                TableName=self.name,
                ReturnValues="ALL_NEW",
                ReturnValuesOnConditionCheckFailure="ALL_OLD",
                **request,
            )
        except ClientError as error:
            if _code(error) != "ConditionalCheckFailedException":
                raise self._ours(error) from error
            return False, from_item(cast(Mapping[str, Any], error.response.get("Item", {})))
        except BotoCoreError as error:
            raise self._ours(error) from error
        return True, from_item(answer["Attributes"])

    def delete(self, key: Key) -> None:
        """Remove the item if it is there."""
        self._call("delete_item", Key=to_item(key))

    def get_many(self, keys: Iterable[Key]) -> list[Item]:
        """Return the items there are, strongly consistent, in any order.

        LedgerError if DynamoDB reads none of the keys it was asked for.
        """
        wanted = [to_item(key) for key in keys]
        found: list[Item] = []
        while wanted:
            ask, wanted = wanted[:_BATCH], wanted[_BATCH:]
            request = {self.name: {"Keys": ask, "ConsistentRead": True}}
            answer = self._call("batch_get_item", RequestItems=request, table=False)
            found += [from_item(item) for item in answer["Responses"].get(self.name, [])]
            unread = answer.get("UnprocessedKeys", {}).get(self.name, {}).get("Keys", [])
            if len(unread) == len(ask):
                raise LedgerError(f"ledger table {self.name}: DynamoDB reads nothing: ask later")
            wanted += unread
        return found

    def query(self, partition: str, begins: str = "", keys_only: bool = False) -> Iterator[Item]:
        """Yield the items of a partition whose sort key begins so, strongly consistent."""
        request: dict[str, Any] = {
            "ConsistentRead": True,
            "KeyConditionExpression": "pk = :pk" + (" AND begins_with(sk, :sk)" if begins else ""),
            "ExpressionAttributeValues": to_item({":pk": partition, ":sk": begins or None}),
        }
        if keys_only:
            request["ProjectionExpression"] = "pk, sk"
        return self._pages(request)

    def query_index(
        self,
        index: str,
        hash_name: str,
        partition: str,
        *,
        until: str | None = None,
        newest_first: bool = False,
    ) -> Iterator[Item]:
        """Yield an index partition's entries up to the sort key `until`: hints, not truth."""
        request: dict[str, Any] = {
            "IndexName": index,
            "KeyConditionExpression": "#h = :h" + (" AND #r <= :until" if until else ""),
            "ExpressionAttributeNames": {"#h": hash_name},
            "ExpressionAttributeValues": {":h": to_wire(partition)},
            "ScanIndexForward": not newest_first,
        }
        if until:
            request["ExpressionAttributeNames"]["#r"] = _range_name(hash_name)
            request["ExpressionAttributeValues"][":until"] = to_wire(until)
        return self._pages(request)

    def together(self, first: Update, second: Update) -> None:
        """Do both in one transaction or neither; LedgerMovedError if a condition fails."""
        both = [{one.kind: {"TableName": self.name, **one.request()}} for one in (first, second)]
        try:
            self._client().transact_write_items(TransactItems=cast(Any, both))
        except ClientError as error:
            if _code(error) == "TransactionCanceledException":
                raise LedgerMovedError(f"{first.key['pk']} changed while it was merged") from error
            raise self._ours(error) from error
        except BotoCoreError as error:
            raise self._ours(error) from error

    def _pages(self, request: dict[str, Any]) -> Iterator[Item]:
        while True:
            answer = self._call("query", **request)
            yield from (from_item(item) for item in answer["Items"])
            if "LastEvaluatedKey" not in answer:
                return
            request = {**request, "ExclusiveStartKey": answer["LastEvaluatedKey"]}

    def _call(self, operation: str, *, table: bool = True, **request: Any) -> dict[str, Any]:
        named = {"TableName": self.name, **request} if table else request
        try:
            return cast(dict[str, Any], getattr(self._client(), operation)(**named))
        except (ClientError, BotoCoreError) as error:
            raise self._ours(error) from error

    def _ours(self, error: Exception) -> LedgerError:
        if isinstance(error, ClientError) and _code(error) == "ResourceNotFoundException":
            return NoTableError(f"there is no table {self.name} in this Region: check its name")
        return LedgerError(f"ledger table {self.name}: {error}")


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code"))


def _range_name(hash_name: str) -> str:
    return hash_name.replace("_pk", "_sk") if hash_name.endswith("_pk") else f"{hash_name}_sk"
