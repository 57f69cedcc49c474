"""Attribute values and back."""

from __future__ import annotations

import pytest

from batchshares.adapters.ledger.wire import from_wire, to_item, to_wire


@pytest.mark.parametrize(
    ("wire", "plain"),
    [
        ({"NULL": True}, None),
        ({"L": [{"NULL": True}, {"N": "1"}]}, [None, 1]),
        ({"M": {"a": {"NULL": True}, "b": {"BOOL": False}}}, {"a": None, "b": False}),
    ],
    ids=str,
)
def test_null_reads_as_not_known_and_not_as_true(wire: dict[str, object], plain: object) -> None:
    assert from_wire(wire) == plain


def test_null_is_written_only_where_it_stands_by_itself() -> None:
    assert to_wire(None) == {"NULL": True}
    assert to_item({"a": None, "b": {"c": None}}) == {"b": {"M": {}}}
