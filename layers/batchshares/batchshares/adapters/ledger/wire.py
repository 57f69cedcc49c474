"""Plain values and dataclasses as DynamoDB attribute values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any, TypeVar

from batchshares.domain.moments import parse, stamp

T = TypeVar("T")
Item = dict[str, Any]


def to_wire(value: object) -> Any:
    """Return the attribute value; times become sortable text, None inside maps is left out.

    None by itself is null: for the few attributes where that says more than being absent.
    """
    match value:
        case None:
            return {"NULL": True}
        case bool():
            return {"BOOL": value}
        case str():
            return {"S": value}
        case int():
            return {"N": str(value)}
        case datetime():
            return {"S": stamp(value)}
        case Mapping():
            return {"M": {key: to_wire(one) for key, one in value.items() if one is not None}}
        case list() | tuple():
            return {"L": [to_wire(one) for one in value]}
    raise TypeError(f"the ledger keeps no {type(value).__name__}")


def from_wire(value: Mapping[str, Any]) -> Any:
    """Return the plain value of an attribute value; numbers of the ledger are whole."""
    ((kind, raw),) = value.items()
    match kind:
        case "M":
            return from_item(raw)
        case "L":
            return [from_wire(one) for one in raw]
        case "N":
            return int(raw)
        case "NULL":
            return None
    return raw


def to_item(plain: Mapping[str, object]) -> Item:
    """Return a whole item as attribute values, unknown values left out."""
    return {name: to_wire(value) for name, value in plain.items() if value is not None}


def from_item(item: Mapping[str, Any]) -> Item:
    """Return an item in plain values."""
    return {name: from_wire(value) for name, value in item.items()}


def to_map(fact: object) -> Item:
    """Return a fact as a plain map, nested facts too."""
    if not is_dataclass(fact):
        raise TypeError(f"{type(fact).__name__} is no fact")
    found = {field.name: getattr(fact, field.name) for field in fields(fact)}
    return {
        name: to_map(value) if is_dataclass(value) else value
        for name, value in found.items()
        if value is not None
    }


def from_map(kind: type[T], raw: Mapping[str, Any], **nested: type[Any]) -> T:
    """Return a fact from its map. Fields of a newer version are ignored, missing ones None.

    `nested` names the fields that hold facts themselves; `at` and `*_at` hold times.
    """
    known: dict[str, Any] = {}
    for field in fields(kind):  # type: ignore[arg-type]  # every kind is a dataclass
        value = raw.get(field.name)
        if value is not None and field.name in nested:
            value = from_map(nested[field.name], value)
        elif isinstance(value, str) and (field.name == "at" or field.name.endswith("_at")):
            value = parse(value)
        if value is not None or field.name not in _defaulted(kind):
            known[field.name] = value
    return kind(**known)


def _defaulted(kind: type[Any]) -> frozenset[str]:
    return frozenset(name for name in kind.__dataclass_fields__ if hasattr(kind, name))
