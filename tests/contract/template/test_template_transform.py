"""What SAM makes of the template, and that two stacks of it can stand side by side."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from samtranslator.translator.transform import transform

from batchshares.domain.facts import Fact
from tools.template_rules.reading import FUNCTION, LAYER, Template, of_type, parse, properties

LONGEST_PROJECTION = 20
"""Documented (DynamoDB API, Projection): names an index may carry."""

QUEUE_ARN = "arn:aws:batch:us-west-2:123456789012:job-queue/training"


class NoManagedPolicies:
    """SAM's loader of managed policies; the template must need none."""

    def load(self) -> dict[str, str]:
        return {}


@pytest.fixture(scope="module")
def shipped() -> Template:
    return parse(Path("template.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the resources that CloudFormation is given."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-west-2")
    template = parse(Path("template.yaml").read_text(encoding="utf-8"))
    for kind, code in ((FUNCTION, "CodeUri"), (LAYER, "ContentUri")):
        for _, resource in of_type(template, kind):
            properties(resource)[code] = {"Bucket": "artifacts", "Key": "uploaded"}
    parameters = {"QueueArns": QUEUE_ARN}
    resources: dict[str, Any] = transform(template, parameters, NoManagedPolicies())["Resources"]
    return resources


def test_sam_makes_no_role_of_its_own(stack: dict[str, Any]) -> None:
    roles = {name for name, made in stack.items() if made["Type"] == "AWS::IAM::Role"}
    assert roles == {"RecordPreemptionRole", "SchedulerRole"}


def test_sam_names_no_schedule(stack: dict[str, Any]) -> None:
    schedules = [made for made in stack.values() if made["Type"] == "AWS::Scheduler::Schedule"]
    assert len(schedules) == 1
    assert "Name" not in schedules[0]["Properties"]
    assert schedules[0]["Properties"]["Target"]["Input"] == '{"tick": "record_preemption"}'


def test_both_layers_are_mounted_and_named_after_their_stack(stack: dict[str, Any]) -> None:
    layers = {
        name: made["Properties"]["LayerName"]["Fn::Sub"]
        for name, made in stack.items()
        if made["Type"] == "AWS::Lambda::LayerVersion"
    }
    assert set(layers.values()) == {"${AWS::StackName}-batchshares", "${AWS::StackName}-policy"}
    mounted = stack["RecordPreemption"]["Properties"]["Layers"]
    assert {layer["Ref"] for layer in mounted} == layers.keys()


def test_the_functions_environment_is_the_agreed_one(stack: dict[str, Any]) -> None:
    variables = stack["RecordPreemption"]["Properties"]["Environment"]["Variables"]
    assert set(variables) == {
        "INTAKE_DLQ_URL",
        "LEDGER_TABLE",
        "LOG_LEVEL",
        "POLICY_PATH",
        "POWERTOOLS_METRICS_NAMESPACE",
        "POWERTOOLS_SERVICE_NAME",
        "QUEUE_ARNS",
        "RETENTION_DAYS",
        "STACK_NAME",
    }


def test_the_template_uses_no_yaml_alias_which_cloudformation_refuses() -> None:
    tokens = Path("template.yaml").read_text(encoding="utf-8").split()
    assert [token for token in tokens if token[0] in "&*" and len(token) > 1] == []


@pytest.mark.parametrize("index", range(3))
def test_each_listing_carries_every_fact_within_dynamodbs_bound(
    shipped: Template, index: int
) -> None:
    table = shipped["Resources"]["LedgerTable"]["Properties"]
    projected = table["GlobalSecondaryIndexes"][index]["Projection"]["NonKeyAttributes"]
    facts = {_snake(fact.__name__) for fact in get_args(Fact)}
    assert facts <= set(projected)
    assert len(projected) == len(set(projected)) <= LONGEST_PROJECTION


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
