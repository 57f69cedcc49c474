"""Two stacks live in one account: nothing has a physical name, commands read the outputs."""

from __future__ import annotations

from collections.abc import Iterator

from tools.template_rules.reading import FUNCTION, LAYER, Template, of_type, properties, wire

NAME_PROPERTIES = {
    "AWS::CloudWatch::Alarm": "AlarmName",
    "AWS::CloudWatch::Dashboard": "DashboardName",
    "AWS::DynamoDB::Table": "TableName",
    "AWS::Events::Rule": "Name",
    "AWS::IAM::Role": "RoleName",
    "AWS::Logs::LogGroup": "LogGroupName",
    "AWS::SNS::Topic": "TopicName",
    "AWS::SQS::Queue": "QueueName",
    "AWS::Scheduler::Schedule": "Name",
    "AWS::SecretsManager::Secret": "Name",
    FUNCTION: "FunctionName",
}

OUTPUTS = frozenset({"LedgerTable", "IntakeQueue", "IntakeDlq", "QueueArns", "Topic"})
"""What commands find a stack by."""


def name_violations(template: Template) -> Iterator[str]:
    """Yield resources that a second stack could not make, and outputs that are missing."""
    for kind, name in NAME_PROPERTIES.items():
        for logical_id, resource in of_type(template, kind):
            if name in properties(resource):
                yield f"{logical_id}: has the physical name {name}. Remove it: two stacks collide."
    for logical_id, layer in of_type(template, LAYER):
        if "AWS::StackName" not in wire(properties(layer).get("LayerName")):
            yield (
                f"{logical_id}: LayerName lacks the stack's name, and SAM's default is the logical"
                " id. Set LayerName: !Sub ${AWS::StackName}-…"
            )
        if properties(layer).get("RetentionPolicy") != "Delete":
            yield f"{logical_id}: old layer versions pile up. Set RetentionPolicy: Delete"
    yield from _outputs(template)


def _outputs(template: Template) -> Iterator[str]:
    outputs = template.get("Outputs", {})
    for name in sorted(OUTPUTS - outputs.keys()):
        yield f"Outputs: {name} is missing. Commands find the stack by it: put it back."
    for name, output in outputs.items():
        if "Export" in output:
            yield f"Outputs: {name} has an Export, a name per account. Remove it."
