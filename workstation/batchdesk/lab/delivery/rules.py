"""The stack's event rules, as moto keeps them; the lab matches and delivers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from moto.events.models import Rule, events_backends

from batchdesk.lab.delivery.pattern import EventPattern
from batchdesk.lab.delivery.targets import Targets, check_target
from batchdesk.lab.errors import TemplateError


class Rules:
    """Sends each event to the targets of the enabled rules that match it."""

    def __init__(self, targets: Targets) -> None:
        self._targets = targets

    def deliver(self, event: dict[str, Any]) -> None:
        """Deliver an event in its own account and region."""
        for rule in _rules(event["account"], event["region"]):
            if rule.state == "ENABLED" and _pattern(rule).matches(event):
                for target in rule.targets:
                    self._targets.send(target, _text(target, event), "event")


def check_rules(account: str, region: str) -> None:
    """Refuse by name what the lab would not deliver as AWS does."""
    for rule in _rules(account, region):
        if rule.scheduled_expression:
            raise TemplateError(
                f"rule {rule.name} has a schedule; the lab serves those of EventBridge Scheduler"
            )
        _pattern(rule)
        for target in rule.targets:
            check_target(f"rule {rule.name}", target)
            _path_of(target)


def _rules(account: str, region: str) -> Iterator[Rule]:
    backend = events_backends[account][region]
    yield from list(backend.event_buses["default"].rules.values())


def _pattern(rule: Rule) -> EventPattern:
    return _compiled(rule.event_pattern.dump() or "{}")


@lru_cache(maxsize=256)
def _compiled(raw: str) -> EventPattern:
    return EventPattern(json.loads(raw))


def _text(target: Mapping[str, Any], event: Mapping[str, Any]) -> str:
    if "Input" in target:
        return str(target["Input"])
    part: Any = event
    for name in _path_of(target):
        part = part.get(name) if isinstance(part, Mapping) else None
    return json.dumps(part)


def _path_of(target: Mapping[str, Any]) -> list[str]:
    """InputPath as names; only plain ones such as $.detail.jobName are served."""
    path = str(target.get("InputPath", "$"))
    if not path.startswith("$") or any(sign in path for sign in "[]*@?"):
        raise TemplateError(f"target {target['Id']}: the lab does not serve InputPath {path}")
    return [name for name in path[1:].split(".") if name]
