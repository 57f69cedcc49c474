"""The roles allow the calls that shipped code makes, and no other."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import botocore.session
import pytest
from botocore import xform_name

from tools.template_rules.reading import ROLE, as_list, of_type, parse, properties

ADAPTERS = Path("layers/batchshares/batchshares/adapters")
SERVICES = ("batch", "dynamodb", "sqs")
PARTS = {"dynamodb:TransactWriteItems": {"dynamodb:UpdateItem", "dynamodb:DeleteItem"}}
"""Documented: a transaction needs the rights of what it holds, and has none of its own."""

BY_LAMBDA = {"sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"}
"""Documented: what the event source mapping of a queue does under the function's role."""


@pytest.fixture(scope="module")
def allowed() -> set[str]:
    template = parse(Path("template.yaml").read_text(encoding="utf-8"))
    statements: list[dict[str, Any]] = [
        statement
        for _, role in of_type(template, ROLE)
        for policy in properties(role)["Policies"]
        for statement in policy.get("PolicyDocument", {"Statement": []})["Statement"]
    ]
    return {action for statement in statements for action in as_list(statement["Action"])}


def test_each_call_of_the_adapters_is_allowed_and_nothing_else(allowed: set[str]) -> None:
    called = set().union(*(PARTS.get(action, {action}) for action in _called()))
    granted = {action for action in allowed if action.partition(":")[0] in SERVICES}
    assert granted == called | BY_LAMBDA


def _called() -> Iterator[str]:
    """Yield the action of each operation that adapters name, as a method or as a text."""
    actions = _actions()
    for source in ADAPTERS.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(attr=name) | ast.Constant(value=str(name)) if name in actions:
                    yield actions[name]


def _actions() -> dict[str, str]:
    """Return the action of every method that clients of the services have."""
    session = botocore.session.get_session()
    return {
        xform_name(operation): f"{service}:{operation}"
        for service in SERVICES
        for operation in session.get_service_model(service).operation_names
    }
