"""The functions: runtime, logs that end, ticks that are replaced rather than retried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.template_rules.reading import (
    FUNCTION,
    LOG_GROUP,
    Template,
    function_properties,
    of_type,
    properties,
)

SETTINGS: dict[str, Any] = {
    "Runtime": "python3.13",
    "Architectures": ["arm64"],
    "EventInvokeConfig": {"MaximumRetryAttempts": 0, "MaximumEventAgeInSeconds": 60},
}
SMALLEST_MEMORY = 512
"""MB; start-up is CPU-bound, and CPU follows memory."""

VISIBILITY_FACTOR = 6
"""Documented: a source queue's visibility time-out is six times the function's time-out."""

TICK = {
    "OmitName": (True, "else SAM names the schedule, and the second stack of an account fails"),
    "FlexibleTimeWindow": ({"Mode": "OFF"}, "a tick that drifts is a debt taken up late"),
    "RetryPolicy": (
        {"MaximumRetryAttempts": 0, "MaximumEventAgeInSeconds": 60},
        "the next tick replaces a lost one",
    ),
}
QUEUE_FED = {
    "FunctionResponseTypes": (["ReportBatchItemFailures"], "else one bad record returns all ten"),
    "BatchSize": (10, "as the time-outs are worked out for"),
    "MaximumBatchingWindowInSeconds": (None, "a window delays every record"),
}


def function_violations(template: Template) -> Iterator[str]:
    """Yield settings of functions, their events and their logs that break a promise."""
    for name, resource in of_type(template, FUNCTION):
        function = function_properties(template, resource)
        yield from _settings(name, function)
        yield from _logs(template, name, function)
        for event_name, event in function.get("Events", {}).items():
            yield from _event(template, f"{name}.{event_name}", event, function)
    for name, group in of_type(template, LOG_GROUP):
        if "RetentionInDays" not in properties(group):
            yield f"{name}: keeps logs for ever. Set RetentionInDays: !Ref LogRetentionDays"


def _settings(name: str, function: dict[str, Any]) -> Iterator[str]:
    for setting, wanted in SETTINGS.items():
        if function.get(setting) != wanted:
            yield f"{name}: {setting} is {function.get(setting)}. Set it to {wanted}."
    if function.get("MemorySize", 128) < SMALLEST_MEMORY:
        yield f"{name}: MemorySize is under {SMALLEST_MEMORY} MB, which makes cold starts slow."
    if "ReservedConcurrentExecutions" in function:
        yield f"{name}: ReservedConcurrentExecutions fails in small accounts. Use a lease instead."


def _logs(template: Template, name: str, function: dict[str, Any]) -> Iterator[str]:
    group = function.get("LoggingConfig", {}).get("LogGroup", {})
    if group.get("Ref") not in dict(of_type(template, LOG_GROUP)):
        yield f"{name}: has no log group of the stack. Set LoggingConfig: {{LogGroup: !Ref …}}"


def _event(
    template: Template, name: str, event: dict[str, Any], function: dict[str, Any]
) -> Iterator[str]:
    found = event["Properties"]
    if event["Type"] == "Schedule":
        yield f"{name}: is a Schedule. Use ScheduleV2, whose role and retries are ours to set."
    if event["Type"] == "ScheduleV2":
        yield from _wanted(name, found, TICK)
    if event["Type"] == "SQS":
        yield from _wanted(name, found, QUEUE_FED)
        yield from _queue_numbers(template, name, found, function)


def _wanted(name: str, found: dict[str, Any], table: dict[str, tuple[Any, str]]) -> Iterator[str]:
    for setting, (wanted, why) in table.items():
        if found.get(setting) != wanted:
            say = f"Set it to {wanted}" if wanted is not None else "Remove it"
            yield f"{name}: {setting} is {found.get(setting)}. {say}: {why}."


def _queue_numbers(
    template: Template, name: str, found: dict[str, Any], function: dict[str, Any]
) -> Iterator[str]:
    if found.get("ScalingConfig", {}).get("MaximumConcurrency") is None:
        yield f"{name}: has no brake before DynamoDB. Set ScalingConfig: {{MaximumConcurrency: 5}}"
    queue = properties(template["Resources"][found["Queue"]["Fn::GetAtt"][0]])
    least = VISIBILITY_FACTOR * function["Timeout"]
    if queue.get("VisibilityTimeout", 30) < least:
        yield f"{name}: its queue's VisibilityTimeout is under {least} s, six times the time-out."
