"""A plan for the eye: what is created, what changes, what it may stop, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from batchdesk.planning import Change, Plan, risk

_MARKS = {"create": "+", "update": "~"}
_WORDS = {"borrow_limit": "borrow", "in_share_preemption": "in-share", "sharing": "sharing"}


def plan_table(plan: Plan) -> Iterator[str]:
    """Render the changes, one block each."""
    for change in plan.changes:
        yield f"{_MARKS[change.action]} {change.resource}"
        for name, (before, after) in change.fields.items():
            label, unit = _label(name)
            yield f"    {label:<24} {_step(before, after, unit)}"
        if danger := risk(change):
            yield f"    ! {danger}"


def in_short(change: Change) -> str:
    """Return one line for a change: share training/research: limits ml.g5.xlarge 2 -> 1."""
    if change.action == "create":
        return f"{change.resource}: create"
    steps = [
        f"{_label(name)[0]} {_step(before, after, _label(name)[1])}"
        for name, (before, after) in change.fields.items()
    ]
    return f"{change.resource}: {', '.join(steps)}"


def plan_json(plan: Plan) -> list[dict[str, Any]]:
    """Return the changes for programs."""
    return [
        {
            "resource": change.resource,
            "action": change.action,
            "fields": {name: list(values) for name, values in change.fields.items()},
        }
        for change in plan.changes
    ]


def _label(name: str) -> tuple[str, str]:
    for prefix in ("limits.", "capacity."):
        if name.startswith(prefix):
            return f"{prefix[:-1]} {name.removeprefix(prefix)}".replace("limits", "limit"), ""
    return _WORDS.get(name, name.replace("_", " ")), " %" if name == "borrow_limit" else ""


def _step(before: object, after: object, unit: str) -> str:
    if before is None:
        return _value(after, unit)
    return f"{_value(before, unit)} -> {_value(after, unit)}"


def _value(value: object, unit: str) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value}{unit}" if isinstance(value, int) else str(value)
