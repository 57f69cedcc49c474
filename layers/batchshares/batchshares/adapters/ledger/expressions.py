"""One update of one item, put together clause by clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from batchshares.adapters.ledger.keys import Key
from batchshares.adapters.ledger.wire import to_item, to_wire


class Update:
    """Collects the clauses of an UpdateItem; values that are None are left out."""

    kind = "Update"

    def __init__(self, key: Key) -> None:
        """Begin an update of the item under `key`."""
        self.key = key
        self._set: list[str] = []
        self._remove: list[str] = []
        self._add: list[str] = []
        self._conditions: list[str] = []
        self._names: dict[str, str] = {}
        self._values: dict[str, Any] = {}

    def put(self, values: Mapping[str, object]) -> Update:
        """Set the attributes, whatever they were."""
        for name, value in values.items():
            if value is not None:
                self._set.append(f"{self._name(name)} = {self._value(value)}")
        return self

    def put_once(self, values: Mapping[str, object]) -> Update:
        """Set the attributes that are absent."""
        for name, value in values.items():
            if value is not None:
                path = self._name(name)
                self._set.append(f"{path} = if_not_exists({path}, {self._value(value)})")
        return self

    def remove(self, *names: str) -> Update:
        """Remove the attributes."""
        self._remove += [self._name(name) for name in names]
        return self

    def add(self, name: str, count: int) -> Update:
        """Add to a number, from 0 if it is absent."""
        if count:
            self._add.append(f"{self._name(name)} {self._value(count)}")
        return self

    def only_if(self, condition: str, **values: object) -> Self:
        """Require a condition in which words with "#" are attributes, ":x" stands for x."""
        self._conditions.append(" ".join(self._word(word, values) for word in condition.split()))
        return self

    def request(self) -> dict[str, Any]:
        """Return the members that UpdateItem and a transaction's Update share."""
        clauses = {"SET": self._set, "REMOVE": self._remove, "ADD": self._add}
        text = " ".join(f"{word} {', '.join(parts)}" for word, parts in clauses.items() if parts)
        request: dict[str, Any] = {"Key": to_item(self.key)}
        if text:
            request["UpdateExpression"] = text
        if self._conditions:
            joined = " AND ".join(f"({condition})" for condition in self._conditions)
            request["ConditionExpression"] = joined
        if self._names:
            request["ExpressionAttributeNames"] = dict(self._names)
        if self._values:
            request["ExpressionAttributeValues"] = dict(self._values)
        return request

    def _word(self, word: str, values: Mapping[str, object]) -> str:
        text = word
        for name in sorted(values, key=len, reverse=True):
            if f":{name}" in text:
                text = text.replace(f":{name}", self._value(values[name]))
        if "#" in text:
            head, _, rest = text.partition("#")
            path = rest.rstrip(")").split(".")
            tail = ")" * rest.count(")")
            text = head + ".".join(self._name(part) for part in path) + tail
        return text

    def _name(self, name: str) -> str:
        self._names[f"#{name}"] = name
        return f"#{name}"

    def _value(self, value: object) -> str:
        placeholder = f":v{len(self._values)}"
        self._values[placeholder] = to_wire(value)
        return placeholder


class Removal(Update):
    """The removal of an item in a transaction: conditions only."""

    kind = "Delete"
