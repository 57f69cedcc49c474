"""Reading a SAM template: parsed with its intrinsics as mappings, and walked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from samtranslator.yaml_helper import yaml_parse

Template = dict[str, Any]
Resource = dict[str, Any]

FUNCTION = "AWS::Serverless::Function"
LAYER = "AWS::Serverless::LayerVersion"
ROLE = "AWS::IAM::Role"
TABLE = "AWS::DynamoDB::Table"
QUEUE = "AWS::SQS::Queue"
QUEUE_POLICY = "AWS::SQS::QueuePolicy"
RULE = "AWS::Events::Rule"
LOG_GROUP = "AWS::Logs::LogGroup"
ALARM = "AWS::CloudWatch::Alarm"


def parse(text: str) -> Template:
    """Parse a template's text; short forms become {"Ref": …} and {"Fn::…": …}."""
    template: Template = yaml_parse(text)
    return template


def of_type(template: Template, kind: str) -> Iterator[tuple[str, Resource]]:
    """Yield logical id and resource of every resource of one type."""
    for logical_id, resource in template.get("Resources", {}).items():
        if resource["Type"] == kind:
            yield logical_id, resource


def properties(resource: Resource) -> dict[str, Any]:
    """Return a resource's properties, empty where it has none."""
    found: dict[str, Any] = resource.get("Properties", {})
    return found


def function_properties(template: Template, resource: Resource) -> dict[str, Any]:
    """Return a function's properties with the template's Globals under them."""
    shared: dict[str, Any] = template.get("Globals", {}).get("Function", {})
    own = properties(resource)
    merged = {
        name: {**shared[name], **own[name]}
        for name in shared.keys() & own.keys()
        if isinstance(shared[name], dict) and isinstance(own[name], dict)
    }
    return {**shared, **own, **merged}


def as_list(value: Any) -> list[Any]:
    """Return a list for CloudFormation's many places that take one or several."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def wire(value: Any) -> str:
    """Return a value as JSON with sorted keys, for comparison and for showing."""
    return json.dumps(value, sort_keys=True)


def get_att(logical_id: str, attribute: str = "Arn") -> dict[str, list[str]]:
    """Return `!GetAtt LogicalId.Arn` as the parser gives it."""
    return {"Fn::GetAtt": [logical_id, attribute]}
