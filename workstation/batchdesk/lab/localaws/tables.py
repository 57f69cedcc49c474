"""moto's DynamoDB, made fit for thousands of records.

- A transaction is undone item by item. moto copies the whole table for each item of each
  transaction, so that a ledger of a thousand records takes a second a transaction.
- One lock around the four writes: moto's are not atomic between threads.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from threading import RLock
from types import SimpleNamespace
from typing import Any

import moto.dynamodb.models as models
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import DynamoType
from moto.dynamodb.models.table import Table

from batchdesk.lab.localaws.patches import Patches

WRITES = ("put_item", "update_item", "delete_item")
Undo = Callable[[], None]


def quicken(patches: Patches) -> None:
    """Undo transactions by item, and lock writes, until the patches are undone."""
    lock = RLock()
    for name in WRITES:
        patches.replace(DynamoDBBackend, name, _locked(vars(DynamoDBBackend)[name], lock))
    original = vars(DynamoDBBackend)["transact_write_items"]

    def transact_write_items(
        backend: DynamoDBBackend, transact_items: list[dict[str, Any]]
    ) -> None:
        with lock:
            undo = list(_undo(backend, transact_items))
            try:
                original(backend, transact_items)
            except Exception:
                for step in undo:
                    step()
                raise

    patches.replace(DynamoDBBackend, "transact_write_items", transact_write_items)
    patches.replace(models, "copy", SimpleNamespace(copy=copy.copy, deepcopy=_copy_but_tables))


def _locked(method: Callable[..., Any], lock: Any) -> Callable[..., Any]:
    def locked(*args: Any, **kwargs: Any) -> Any:
        with lock:
            return method(*args, **kwargs)

    return locked


def _copy_but_tables(value: Any, memo: Any = None) -> Any:
    return value if isinstance(value, Table) else copy.deepcopy(value, memo)


def _undo(backend: DynamoDBBackend, transact_items: list[dict[str, Any]]) -> Iterator[Undo]:
    """How to put back each item that a transaction names, and the stream of its table."""
    for action in transact_items:
        for operation in action.values():
            table = backend.tables.get(operation.get("TableName", ""))
            if table is not None:
                yield _item_undo(table, operation.get("Key") or operation.get("Item") or {})
                yield _stream_undo(table)


def _item_undo(table: Table, key: dict[str, Any]) -> Undo:
    partition: Any = table.items
    names = [name for name in (table.hash_key_attr, table.range_key_attr) if name]
    if any(name not in key for name in names):
        return _nothing
    *path, last = [DynamoType(key[name]) for name in names]
    for step in path:
        if step not in partition:
            return lambda: partition.pop(step, None)
        partition = partition[step]
    before = copy.deepcopy(partition.get(last))

    def put_back() -> None:
        if before is None:
            partition.pop(last, None)
        else:
            partition[last] = before

    return put_back


def _stream_undo(table: Table) -> Undo:
    shard = table.stream_shard
    if shard is None:
        return _nothing
    length = len(shard.items)

    def cut() -> None:
        del shard.items[length:]

    return cut


def _nothing() -> None:
    """There is nothing to put back."""
