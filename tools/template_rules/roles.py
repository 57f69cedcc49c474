"""Least privilege: one hand-written role per function, no managed policy, no wildcard.

SAM attaches managed policies on `*` to every role it makes, so a generated role is a violation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.template_rules.reading import (
    FUNCTION,
    QUEUE_POLICY,
    ROLE,
    Template,
    as_list,
    get_att,
    of_type,
    properties,
    wire,
)

WITHOUT_RESOURCE = frozenset({"batch:DescribeServiceJob", "batch:ListServiceJobs"})
"""Documented (Service Authorization Reference, list_batch): these take no resource but `*`."""

LOOSE_TYPES = ("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy")


def role_violations(template: Template) -> Iterator[str]:
    """Yield roles that SAM would make, that are shared, or that allow too much."""
    yield from _generated(template)
    yield from _shared(template)
    for kind in LOOSE_TYPES:
        for name, _ in of_type(template, kind):
            yield f"{name}: is an {kind}. Write its statements into the role that needs them."
    for name, role in of_type(template, ROLE):
        if properties(role).get("ManagedPolicyArns"):
            yield f"{name}: has managed policies, which allow `*`. Write out what it needs."
        for statement in _statements(properties(role)):
            yield from _too_wide(name, statement)
    for name, policy in of_type(template, QUEUE_POLICY):
        for statement in properties(policy)["PolicyDocument"]["Statement"]:
            yield from _too_wide(name, statement)
            if wire(statement.get("Principal")) in ('"*"', '{"AWS": "*"}'):
                yield f"{name}: lets anybody in. Name the service as Principal."


def _generated(template: Template) -> Iterator[str]:
    roles = [get_att(name) for name, _ in of_type(template, ROLE)]
    for name, function in of_type(template, FUNCTION):
        found = properties(function)
        if found.get("Role") not in roles:
            yield f"{name}: SAM would generate its role. Set Role: !GetAtt of an AWS::IAM::Role."
        for unwanted in ("Policies", "Connectors"):
            if unwanted in found:
                yield f"{name}: {unwanted} makes SAM write its policies. Write them into its role."
        for event_name, event in found.get("Events", {}).items():
            if event["Type"] == "ScheduleV2" and event["Properties"].get("RoleArn") not in roles:
                yield f"{name}.{event_name}: SAM would generate its role. Set RoleArn: !GetAtt …"


def _shared(template: Template) -> Iterator[str]:
    owners: dict[str, str] = {}
    for name, function in of_type(template, FUNCTION):
        role = wire(properties(function).get("Role"))
        if role in owners:
            yield f"{name}: shares the role of {owners[role]}. Give it its own, with what it needs."
        owners.setdefault(role, name)


def _statements(role: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for policy in role.get("Policies", []):
        for branch in as_list(policy["Fn::If"][1:] if "Fn::If" in policy else policy):
            yield from as_list(branch.get("PolicyDocument", {}).get("Statement"))


def _too_wide(name: str, statement: dict[str, Any]) -> Iterator[str]:
    if statement.get("Effect") != "Allow":
        return
    for inverted in ("NotAction", "NotResource", "NotPrincipal"):
        if inverted in statement:
            yield f"{name}: {inverted} allows all but what it names. Name what is needed."
    actions = as_list(statement.get("Action"))
    for action in actions:
        if "*" in wire(action):
            yield f"{name}: wildcard action {action}. Name each action it needs."
    wide = [resource for resource in as_list(statement.get("Resource")) if "*" in wire(resource)]
    for resource in wide:
        for action in actions:
            if resource != "*" or action not in WITHOUT_RESOURCE:
                yield f"{name}: wildcard resource {wire(resource)} for {action}. Name the resource."
