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
        self.items: dict[tuple[str, str], Item] = {}
        self.calls: Counter[str] = Counter()

    def update(self, update: Update) -> tuple[bool, Item]:
        """Return whether the condition held, and the item as it now is."""
        self.calls["UpdateItem"] += 1
        held = _holds(update, self._at(update.key))
        if held:
            self.items[_place(update.key)] = _changed(update, self._at(update.key))
        return held, copy.deepcopy(self._at(update.key))

    def delete(self, key: Key) -> None:
        """Remove the item if it is there."""
        self.calls["DeleteItem"] += 1
        self.items.pop(_place(key), None)

    def get_many(self, keys: Iterable[Key]) -> list[Item]:
        """Return the items there are."""
        self.calls["BatchGetItem"] += 1
        return [copy.deepcopy(self._at(key)) for key in keys if self._at(key)]

    def query(self, partition: str, begins: str = "", keys_only: bool = False) -> Iterator[Item]:
        """Yield the items of a partition whose sort key begins so."""
        self.calls["Query keys only" if keys_only else "Query"] += 1
        for (pk, sk), item in sorted(self.items.items()):
            if pk == partition and sk.startswith(begins):
                yield {"pk": pk, "sk": sk} if keys_only else copy.deepcopy(item)

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
        found = [one for one in self.items.values() if one.get(hash_name) == partition]
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
                self.items.pop(_place(one.key), None)
            else:
                self.items[_place(one.key)] = _changed(one, self._at(one.key))

    def _at(self, key: Key) -> Item:
        return self.items.get(_place(key), {})


def _place(key: Key) -> tuple[str, str]:
    return key["pk"], key["sk"]


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
