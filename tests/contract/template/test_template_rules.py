"""Each rule goes red on the one mistake it is there for, and says what to do."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.template_rules import violations
from tools.template_rules.reading import Template, parse

Mistake = Callable[[dict[str, Any]], None]


def _set(path: str, value: object) -> Mistake:
    """Set resource.key.key…; a number steps into a list."""

    def mistake(resources: dict[str, Any]) -> None:
        *way, last = _steps(path)
        _walk(resources, way)[last] = value

    return mistake


def _drop(path: str) -> Mistake:
    """Delete resource.key.key…"""

    def mistake(resources: dict[str, Any]) -> None:
        *way, last = _steps(path)
        del _walk(resources, way)[last]

    return mistake


def _steps(path: str) -> list[Any]:
    return [int(step) if step.isdigit() else step for step in path.split("/")]


def _walk(start: Any, way: list[Any]) -> Any:
    for step in way:
        start = start[step]
    return start


FUNCTION = "RecordPreemption/Properties"
ROLE = "RecordPreemptionRole/Properties"
STATEMENTS = f"{ROLE}/Policies/0/PolicyDocument/Statement"
TABLE = "LedgerTable/Properties"
TICK = f"{FUNCTION}/Events/EachMinute/Properties"
INTAKE = f"{FUNCTION}/Events/Intake/Properties"

MISTAKES: dict[str, tuple[Mistake, str]] = {
    "a wildcard action": (
        _set(f"{STATEMENTS}/3/Action", "dynamodb:*"),
        "RecordPreemptionRole: wildcard action dynamodb:*. Name each action",
    ),
    "a wildcard resource": (
        _set(f"{STATEMENTS}/3/Resource", "*"),
        'RecordPreemptionRole: wildcard resource "*" for dynamodb:BatchGetItem. Name the resource',
    ),
    "a wildcard inside a resource": (
        _set(f"{STATEMENTS}/4/Resource", {"Fn::Sub": "${LedgerTable.Arn}/index/*"}),
        "RecordPreemptionRole: wildcard resource",
    ),
    "a wildcard in the statement that only stands with a key": (
        _set(f"{ROLE}/Policies/1/Fn::If/1/PolicyDocument/Statement/0/Resource", "*"),
        'RecordPreemptionRole: wildcard resource "*" for kms:Decrypt',
    ),
    "an inverted statement": (
        _set(f"{STATEMENTS}/3/NotAction", "iam:*"),
        "RecordPreemptionRole: NotAction allows all but",
    ),
    "a managed policy": (
        _set(f"{ROLE}/ManagedPolicyArns", ["arn:aws:iam::aws:policy/AdministratorAccess"]),
        "RecordPreemptionRole: has managed policies",
    ),
    "a policy beside its role": (
        _set("Loose", {"Type": "AWS::IAM::Policy", "Properties": {}}),
        "Loose: is an AWS::IAM::Policy. Write its statements into the role",
    ),
    "a function role that SAM generates": (
        _drop(f"{FUNCTION}/Role"),
        "RecordPreemption: SAM would generate its role. Set Role:",
    ),
    "a schedule role that SAM generates": (
        _drop(f"{TICK}/RoleArn"),
        "RecordPreemption.EachMinute: SAM would generate its role. Set RoleArn",
    ),
    "policies that SAM writes": (
        _set(f"{FUNCTION}/Policies", ["AmazonDynamoDBFullAccess"]),
        "RecordPreemption: Policies makes SAM write its policies",
    ),
    "a queue that anybody may send to": (
        _set("IntakeQueuePolicy/Properties/PolicyDocument/Statement/0/Principal", "*"),
        "IntakeQueuePolicy: lets anybody in",
    ),
    "a physical name of a table": (
        _set(f"{TABLE}/TableName", "ledger"),
        "LedgerTable: has the physical name TableName. Remove it",
    ),
    "a physical name of a function": (
        _set(f"{FUNCTION}/FunctionName", "record"),
        "RecordPreemption: has the physical name FunctionName",
    ),
    "a layer named alike in every stack": (
        _set("PolicyLayer/Properties/LayerName", "policy"),
        "PolicyLayer: LayerName lacks the stack's name",
    ),
    "layer versions that pile up": (
        _drop("PolicyLayer/Properties/RetentionPolicy"),
        "PolicyLayer: old layer versions pile up. Set RetentionPolicy: Delete",
    ),
    "a schedule that SAM names": (
        _drop(f"{TICK}/OmitName"),
        "RecordPreemption.EachMinute: OmitName is None. Set it to True",
    ),
    "a schedule that retries": (
        _drop(f"{TICK}/RetryPolicy"),
        "RecordPreemption.EachMinute: RetryPolicy is None",
    ),
    "a schedule that drifts": (
        _set(f"{TICK}/FlexibleTimeWindow", {"Mode": "FLEXIBLE", "MaximumWindowInMinutes": 5}),
        "RecordPreemption.EachMinute: FlexibleTimeWindow is",
    ),
    "an old schedule": (
        _set(f"{FUNCTION}/Events/EachMinute/Type", "Schedule"),
        "RecordPreemption.EachMinute: is a Schedule. Use ScheduleV2",
    ),
    "a missing index": (
        _drop(f"{TABLE}/GlobalSecondaryIndexes/3"),
        "LedgerTable: index owed_notice is missing. Put it back",
    ),
    "an index with another key": (
        _set(f"{TABLE}/GlobalSecondaryIndexes/2/KeySchema/0/AttributeName", "day"),
        "LedgerTable: index by_day has the key ('day', 'by_day_sk'). Put back ('by_day_pk',",
    ),
    "an index with another projection": (
        _set(f"{TABLE}/GlobalSecondaryIndexes/0/Projection/ProjectionType", "ALL"),
        "LedgerTable: index by_share projects something else. Put back ('at',",
    ),
    "a fact that the listings no longer carry": (
        _drop(f"{TABLE}/GlobalSecondaryIndexes/1/Projection/NonKeyAttributes/6"),
        "LedgerTable: index by_team projects something else",
    ),
    "an index of debts that carries more than keys": (
        _set(f"{TABLE}/GlobalSecondaryIndexes/4/Projection/ProjectionType", "ALL"),
        "LedgerTable: index owed_work projects something else",
    ),
    "another table key": (
        _set(f"{TABLE}/KeySchema/1/AttributeName", "sort"),
        "LedgerTable: its key is ('pk', 'sort'). It must stay pk, sk",
    ),
    "a table that goes with its stack": (
        _drop("LedgerTable/DeletionPolicy"),
        "LedgerTable: DeletionPolicy is None. Set it to RetainExceptOnCreate",
    ),
    "a table that goes with its replacement": (
        _set("LedgerTable/UpdateReplacePolicy", "Delete"),
        "LedgerTable: UpdateReplacePolicy is Delete. Set it to Retain",
    ),
    "a stream of keys only": (
        _set(f"{TABLE}/StreamSpecification/StreamViewType", "KEYS_ONLY"),
        "LedgerTable: StreamSpecification is",
    ),
    "no point-in-time recovery": (
        _drop(f"{TABLE}/PointInTimeRecoverySpecification"),
        "LedgerTable: PointInTimeRecoverySpecification is null. Set it to",
    ),
    "no encryption": (
        _drop(f"{TABLE}/SSESpecification"),
        "LedgerTable: SSESpecification is off",
    ),
    "an index more": (
        lambda resources: resources["LedgerTable"]["Properties"]["GlobalSecondaryIndexes"].append(
            {
                "IndexName": "by_owner",
                "KeySchema": [],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ),
        "LedgerTable: index by_owner is new. Pin it in tools.template_rules.ledger",
    ),
    "a ledger under another logical id": (
        lambda resources: resources.update(Ledger=resources.pop("LedgerTable")),
        "LedgerTable: is missing. A renamed or removed table is a new, empty ledger",
    ),
    "a rule for every status": (
        _drop("JobEventsRule/Properties/EventPattern/detail/status"),
        "JobEventsRule: its pattern is not the agreed one",
    ),
    "no rule for preemptions": (
        _drop("PreemptionEventsRule"),
        "PreemptionEventsRule: is missing",
    ),
    "a rule without a dead-letter queue": (
        _drop("JobEventsRule/Properties/Targets/0/DeadLetterConfig"),
        "JobEventsRule: target intake has no DeadLetterConfig",
    ),
    "a dead-letter queue without the grant": (
        _drop("IntakeDlqPolicy"),
        "JobEventsRule: may not send to IntakeDlq. Name the rule in the aws:SourceArn",
    ),
    "a queue under Amazon's own key": (
        _set("IntakeQueue/Properties/KmsMasterKeyId", "alias/aws/sqs"),
        "IntakeQueue: EventBridge needs SSE-SQS or your own key",
    ),
    "a dead-letter queue of four days": (
        _drop("IntakeDlq/Properties/MessageRetentionPeriod"),
        "IntakeDlq: keeps messages too short",
    ),
    "an intake that gives up early": (
        _set("IntakeQueue/Properties/RedrivePolicy/maxReceiveCount", 3),
        "IntakeQueue: needs a RedrivePolicy to its DLQ with maxReceiveCount: 10",
    ),
    "a visibility time-out shorter than six tries": (
        _set("IntakeQueue/Properties/VisibilityTimeout", 60),
        "RecordPreemption.Intake: its queue's VisibilityTimeout is under 180 s",
    ),
    "a batch that fails as a whole": (
        _drop(f"{INTAKE}/FunctionResponseTypes"),
        "RecordPreemption.Intake: FunctionResponseTypes is None",
    ),
    "a batching window": (
        _set(f"{INTAKE}/MaximumBatchingWindowInSeconds", 5),
        "RecordPreemption.Intake: MaximumBatchingWindowInSeconds is 5. Remove it",
    ),
    "no brake": (
        _drop(f"{INTAKE}/ScalingConfig"),
        "RecordPreemption.Intake: has no brake before DynamoDB",
    ),
    "reserved concurrency": (
        _set(f"{FUNCTION}/ReservedConcurrentExecutions", 1),
        "RecordPreemption: ReservedConcurrentExecutions fails in small accounts",
    ),
    "too little memory": (
        _set(f"{FUNCTION}/MemorySize", 256),
        "RecordPreemption: MemorySize is under 512 MB",
    ),
    "another runtime": (
        _set(f"{FUNCTION}/Runtime", "python3.12"),
        "RecordPreemption: Runtime is python3.12. Set it to python3.13",
    ),
    "retried ticks": (
        _drop(f"{FUNCTION}/EventInvokeConfig"),
        "RecordPreemption: EventInvokeConfig is None",
    ),
    "logs that are kept for ever": (
        _drop("RecordPreemptionLogs/Properties/RetentionInDays"),
        "RecordPreemptionLogs: keeps logs for ever. Set RetentionInDays",
    ),
    "a log group that Lambda makes": (
        _drop(f"{FUNCTION}/LoggingConfig"),
        "RecordPreemption: has no log group of the stack",
    ),
    "an alarm without a description": (
        _drop("IntakeAgeAlarm/Properties/AlarmDescription"),
        "IntakeAgeAlarm: its AlarmDescription must say what to do",
    ),
    "an alarm that tells nobody": (
        _drop("IntakeAgeAlarm/Properties/AlarmActions"),
        "IntakeAgeAlarm: tells nobody",
    ),
    "an alarm without a word on missing data": (
        _drop("IntakeAgeAlarm/Properties/TreatMissingData"),
        "IntakeAgeAlarm: says nothing of missing data",
    ),
    "an alarm less": (
        _drop("LedgerThrottleAlarm"),
        "LedgerThrottleAlarm: is missing",
    ),
    "a heartbeat that may stop": (
        _set("OldestDebtAlarm/Properties/TreatMissingData", "notBreaching"),
        "OldestDebtAlarm: is the heartbeat",
    ),
}


@pytest.fixture(scope="module")
def shipped() -> Template:
    return parse(Path("template.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def template(shipped: Template) -> Template:
    return copy.deepcopy(shipped)


def test_the_template_breaks_no_rule(template: Template) -> None:
    assert violations(template) == []


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_is_named_with_what_to_do(kind: str, template: Template) -> None:
    make, line = MISTAKES[kind]
    make(template["Resources"])
    found = violations(template)
    assert [one for one in found if one.startswith(line)], found


def test_a_second_function_may_not_use_the_role_of_the_first(template: Template) -> None:
    resources = template["Resources"]
    resources["Copy"] = copy.deepcopy(resources["RecordPreemption"])
    assert violations(template) == [
        "Copy: shares the role of RecordPreemption. Give it its own, with what it needs."
    ]


def test_a_missing_output_and_an_exported_one_are_named(template: Template) -> None:
    del template["Outputs"]["Topic"]
    template["Outputs"]["LedgerTable"]["Export"] = {"Name": "ledger"}
    assert violations(template) == [
        "Outputs: Topic is missing. Commands find the stack by it: put it back.",
        "Outputs: LedgerTable has an Export, a name per account. Remove it.",
    ]
