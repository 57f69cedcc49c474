"""The intake: Batch's events reach the queue, and what cannot be handled reaches its DLQ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.template_rules.reading import (
    QUEUE,
    QUEUE_POLICY,
    RULE,
    Template,
    get_att,
    of_type,
    properties,
    wire,
)

TWO_WEEKS = 1_209_600
"""Seconds; the longest SQS keeps a message."""

RECEIVES = 10
"""A dead table gives a message back for 10 × 180 s before it goes to the DLQ."""

PATTERNS: dict[str, Any] = {
    "JobEventsRule": {
        "source": ["aws.batch"],
        "detail-type": ["Batch Service Job State Change", "Batch Service Job Queue Blocked"],
        "detail": {
            "jobQueue": {"Ref": "QueueArns"},
            "status": ["RUNNABLE", "RUNNING", "SUCCEEDED", "FAILED"],
        },
    },
    "PreemptionEventsRule": {
        "source": ["aws.batch"],
        "detail-type": [
            "Batch Service Job Preemption Started",
            "Batch Service Job Preemption Completed",
        ],
    },
}


def intake_violations(template: Template) -> Iterator[str]:
    """Yield events that would not come in, or would be lost on the way."""
    rules = dict(of_type(template, RULE))
    for name, pattern in PATTERNS.items():
        if name not in rules:
            yield f"{name}: is missing. Put it back: the ledger lives on its events."
        elif properties(rules[name]).get("EventPattern") != pattern:
            yield f"{name}: its pattern is not the agreed one. Set it to {wire(pattern)}"
    for name, rule in rules.items():
        yield from _targets(template, name, properties(rule))
    yield from _queues(template)


def _targets(template: Template, name: str, rule: dict[str, Any]) -> Iterator[str]:
    for target in rule.get("Targets", []):
        dead = target.get("DeadLetterConfig", {}).get("Arn")
        if dead is None:
            yield f"{name}: target {target['Id']} has no DeadLetterConfig. Set it to IntakeDlq."
        for queue in (target["Arn"], dead):
            if queue is not None and not _may_send(template, name, queue):
                yield (
                    f"{name}: may not send to {queue['Fn::GetAtt'][0]}. Name the rule in the"
                    " aws:SourceArn of that queue's policy, or EventBridge drops the event."
                )


def _may_send(template: Template, rule: str, queue: Any) -> bool:
    return any(
        statement["Resource"] == queue
        and statement["Effect"] == "Allow"
        and get_att(rule)
        in statement.get("Condition", {}).get("ArnEquals", {}).get("aws:SourceArn", [])
        for _, policy in of_type(template, QUEUE_POLICY)
        for statement in properties(policy)["PolicyDocument"]["Statement"]
    )


def _queues(template: Template) -> Iterator[str]:
    for name, queue in of_type(template, QUEUE):
        found = properties(queue)
        if found.get("MessageRetentionPeriod") != TWO_WEEKS:
            yield f"{name}: keeps messages too short. Set MessageRetentionPeriod: {TWO_WEEKS}"
        if "alias/aws/sqs" in wire(found) or "SqsManagedSseEnabled" not in found:
            yield f"{name}: EventBridge needs SSE-SQS or your own key. Set SqsManagedSseEnabled."
        if name == "IntakeDlq":
            continue
        redrive = found.get("RedrivePolicy", {})
        if redrive.get("maxReceiveCount") != RECEIVES or "deadLetterTargetArn" not in redrive:
            yield f"{name}: needs a RedrivePolicy to its DLQ with maxReceiveCount: {RECEIVES}"
