"""The ledger's table in memory: it evaluates the very expressions that DynamoDB would get.

It knows as much of DynamoDB's grammar as the ledger uses and refuses the rest. The same
tests run on moto, which proves the grammar; this one is for thousands of events.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from batchshares.adapters.ledger import Table
from batchshares.adapters.ledger.expressions import Update
from batchshares.adapters.ledger.keys import Key
from batchshares.adapters.ledger.wire import Item, from_item, from_wire, to_item
from batchshares.errors import LedgerMovedError

_TOKEN = re.compile(r"\s*(<=|[()=<>,]|AND|OR|attribute_not_exists|attribute_exists|[#:][\w.#]+)")


class MemoryTable(Table):
    """Items in a dict, every call counted, each update evaluated clause by clause."""

    def __init__(self) -> None:
        """Begin empty."""
        self.name = "memory"
        self.partitions: dict[str, dict[str, Item]] = {}
        self.calls: Counter[str] = Counter()
        self.fails: dict[int, BaseException] = {}

    def update(self, update: Update) -> tuple[bool, Item]:
        """Return whether the condition held, and the item as it now is."""
        self._count("UpdateItem")
        held = _holds(update, self._at(update.key))
        if held:
            self._put(update)
        return held, copy.deepcopy(self._at(update.key))

    def delete(self, key: Key) -> None:
        """Remove the item if it is there."""
        self.calls["DeleteItem"] += 1
        self._partition(key["pk"]).pop(key["sk"], None)

    def get_many(self, keys: Iterable[Key]) -> list[Item]:
        """Return the items there are."""
        self.calls["BatchGetItem"] += 1
        return [copy.deepcopy(self._at(key)) for key in keys if self._at(key)]

    def query(self, partition: str, begins: str = "", keys_only: bool = False) -> Iterator[Item]:
        """Yield the items of a partition whose sort key begins so."""
        self._count("Query keys only" if keys_only else "Query")
        for sk, item in sorted(self._partition(partition).items()):
            if sk.startswith(begins):
                yield {"pk": partition, "sk": sk} if keys_only else copy.deepcopy(item)

    def query_index(
        self,
        index: str,
        hash_name: str,
        partition: str,
        *,
        until: str | None = None,
        newest_first: bool = False,
    ) -> Iterator[Item]:
        """Yield an index partition's entries up to the sort key `until`."""
        self.calls[f"Query {index}"] += 1
        order = hash_name.replace("_pk", "_sk") if "_pk" in hash_name else f"{hash_name}_sk"
        found = [one for one in self.items("") if one.get(hash_name) == partition]
        for item in sorted(found, key=lambda one: str(one[order]), reverse=newest_first):
            if until is None or item[order] <= until:
                yield copy.deepcopy(item)

    def together(self, first: Update, second: Update) -> None:
        """Do both or neither."""
        self.calls["TransactWriteItems"] += 1
        if not all(_holds(one, self._at(one.key)) for one in (first, second)):
            raise LedgerMovedError(f"{first.key['pk']} changed while it was merged")
        for one in (first, second):
            if one.kind == "Delete":
                self._partition(one.key["pk"]).pop(one.key["sk"], None)
            else:
                self._put(one)

    def items(self, begins: str) -> list[Item]:
        """Return all items whose sort key begins so."""
        rows = (row for rows in self.partitions.values() for row in rows.items())
        return [item for sk, item in rows if sk.startswith(begins)]

    def put(self, item: Item) -> None:
        """Lay an item into the table as another writer would."""
        self._partition(item["pk"])[item["sk"]] = item

    def _count(self, call: str) -> None:
        self.calls[call] += 1
        error = self.fails.pop(self.calls.total(), None)
        if error:
            raise error

    def _at(self, key: Key) -> Item:
        return self._partition(key["pk"]).get(key["sk"], {})

    def _put(self, update: Update) -> None:
        self.put(_changed(update, self._at(update.key)))

    def _partition(self, pk: str) -> dict[str, Item]:
        return self.partitions.setdefault(pk, {})


def _changed(update: Update, item: Item) -> Item:
    request = update.request()
    names = request["ExpressionAttributeNames"]
    values = from_item(request.get("ExpressionAttributeValues", {}))
    new = {**item, **from_item(to_item(update.key))}
    for word, clause in _clauses(request["UpdateExpression"]):
        for part in re.split(r", (?![^(]*\))", clause):
            _apply(word, part, names, values, item, new)
    return new


def _clauses(expression: str) -> list[tuple[str, str]]:
    parts = re.split(r"\b(SET|REMOVE|ADD) ", expression)[1:]
    return [(word, clause.strip()) for word, clause in zip(parts[::2], parts[1::2], strict=True)]


def _apply(word: str, part: str, names: dict[str, str], values: Item, old: Item, new: Item) -> None:
    name = names[part.split()[0]]
    if word == "REMOVE":
        new.pop(name, None)
    elif word == "ADD":
        new[name] = old.get(name, 0) + values[part.split()[1]]
    elif "if_not_exists" in part:
        value = part.rpartition(", ")[2].rstrip(")")
        new[name] = old.get(name, values[value])
    else:
        new[name] = values[part.split(" = ")[1]]


def _holds(update: Update, item: Item) -> bool:
    request = update.request()
    condition = request.get("ConditionExpression")
    if condition is None:
        return True
    tokens = _TOKEN.findall(condition)
    assert "".join(tokens) == condition.replace(" ", ""), f"unknown grammar: {condition}"
    values = request.get("ExpressionAttributeValues", {})
    plain = {name: from_wire(value) for name, value in values.items()}
    held, rest = _either(tokens, _Look(request["ExpressionAttributeNames"], plain, item))
    assert not rest, f"unknown grammar: {condition}"
    return held


class _Look:
    """Looks up what a word of a condition stands for."""

    def __init__(self, names: dict[str, str], values: Item, item: Item) -> None:
        self._names, self._values, self._item = names, values, item

    def __call__(self, word: str) -> Any:
        if word.startswith(":"):
            return self._values[word]
        found: Any = self._item
        for part in word.split("."):
            found = found.get(self._names[part]) if isinstance(found, dict) else None
        return found


def _either(tokens: list[str], look: _Look) -> tuple[bool, list[str]]:
    held, rest = _all(tokens, look)
    while rest and rest[0] == "OR":
        other, rest = _all(rest[1:], look)
        held = held or other
    return held, rest


def _all(tokens: list[str], look: _Look) -> tuple[bool, list[str]]:
    held, rest = _one(tokens, look)
    while rest and rest[0] == "AND":
        other, rest = _one(rest[1:], look)
        held = held and other
    return held, rest


def _one(tokens: list[str], look: _Look) -> tuple[bool, list[str]]:
    if tokens[0] == "(":
        held, rest = _either(tokens[1:], look)
        return held, rest[1:]
    if tokens[0].startswith("attribute_"):
        there = look(tokens[2]) is not None
        return there == (tokens[0] == "attribute_exists"), tokens[4:]
    left, sign, right, *rest = tokens
    one, other = look(left), look(right)
    if one is None:  # DynamoDB: a comparison with an absent attribute is false
        return False, rest
    return {"=": one == other, "<": one < other, ">": one > other, "<=": one <= other}[sign], rest
