"""docs/policy.md shows a policy that really can be used, and names every field."""

from __future__ import annotations

import re
from pathlib import Path

from batchshares.domain.policy import load_policy
from policycompiler import check_text, compile_text, schema

PAGE = Path("docs/policy.md").read_text("utf-8")
EXAMPLE = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[0]


def test_the_example_of_the_page_has_no_findings() -> None:
    assert check_text(EXAMPLE, "docs/policy.md") == []


def test_the_example_shows_every_section() -> None:
    policy = load_policy(compile_text(EXAMPLE, "docs/policy.md"))
    assert set(schema()["properties"]) <= set(re.findall(r"^(\w+):", EXAMPLE, re.MULTILINE))
    assert policy.queues["training"].blocked_after_minutes == 120


def test_every_field_is_on_the_page() -> None:
    described = schema()
    for section in (*described["$defs"].values(), described):
        for field in section["properties"]:
            assert re.search(rf"\b{field}\b", PAGE), f"docs/policy.md does not mention {field}"
