"""The JSON Schema for editors: it accepts what the check accepts and names every field."""

from __future__ import annotations

import jsonschema  # type: ignore[import-untyped]  # it ships no stubs
import pytest

from policycompiler import schema
from policycompiler.document import read
from tests.support.policies import SCENARIO, WHOLE, changed


@pytest.mark.parametrize("text", [WHOLE, SCENARIO])
def test_the_schema_accepts_a_valid_policy(text: str) -> None:
    jsonschema.validate(read(text).value, schema())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("borrow_limit: 100", "borrow_limit: -1"),
        ("sharing: lend\n", "sharing: lending\n"),
        ("owner_tag: owner", "owner: owner"),
        ('from: "09:00"', 'from: "9:00"'),
        ("group_wait_seconds: 60", "group_wait_seconds: 5"),
    ],
)
def test_the_schema_refuses_a_wrong_field(old: str, new: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(read(changed(WHOLE, (old, new))).value, schema())


def test_every_field_is_described() -> None:
    described = schema()
    for name, section in {**described["$defs"], "PolicyFile": described}.items():
        for field, content in section["properties"].items():
            assert content.get("description"), f"{name}.{field} has no description"
