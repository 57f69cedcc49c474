"""Event patterns match as EventBridge documents it."""

from __future__ import annotations

from typing import Any

import pytest

from batchdesk.lab.delivery.pattern import EventPattern, PatternError

EVENT: dict[str, Any] = {
    "source": "aws.batch",
    "detail-type": "Batch Service Job State Change",
    "resources": ["arn:aws:batch:us-west-2:123456789012:service-job/1"],
    "detail": {
        "jobQueue": "arn:aws:batch:us-west-2:123456789012:job-queue/training",
        "status": "RUNNING",
        "schedulingPriority": 1,
        "isTerminated": False,
        "stoppedAt": None,
        "attempts": [{"exit": 0, "node": "a"}, {"exit": 137, "node": "b"}],
        "labels": [],
        "dotted.key": "yes",
    },
}

CASES: dict[str, tuple[dict[str, Any], bool]] = {
    "an exact value": ({"source": ["aws.batch"]}, True),
    "one of several values": ({"detail": {"status": ["FAILED", "RUNNING"]}}, True),
    "none of the values": ({"detail": {"status": ["FAILED"]}}, False),
    "all fields must match": ({"source": ["aws.batch"], "detail": {"status": ["FAILED"]}}, False),
    "an array holds the value": ({"resources": [{"suffix": "/1"}]}, True),
    "an array does not hold it": ({"resources": ["other"]}, False),
    "some object of an array": ({"detail": {"attempts": {"exit": [137]}}}, True),
    "no object of an array": ({"detail": {"attempts": {"exit": [1]}}}, False),
    "one is not true": ({"detail": {"schedulingPriority": [True]}}, False),
    "zero is not false": ({"detail": {"isTerminated": [0]}}, False),
    "false is false": ({"detail": {"isTerminated": [False]}}, True),
    "null is null": ({"detail": {"stoppedAt": [None]}}, True),
    "absent is not null": ({"detail": {"startedAt": [None]}}, False),
    "a dotted key is one key": ({"detail": {"dotted.key": ["yes"]}}, True),
    "a dotted key is no path": ({"detail.status": ["RUNNING"]}, False),
    "a prefix": ({"detail": {"jobQueue": [{"prefix": "arn:aws:batch:"}]}}, True),
    "a prefix of no text": ({"detail": {"schedulingPriority": [{"prefix": "1"}]}}, False),
    "ignoring case": ({"detail": {"status": [{"equals-ignore-case": "running"}]}}, True),
    "a wildcard": ({"detail": {"jobQueue": [{"wildcard": "arn:*:job-queue/train*"}]}}, True),
    "a wildcard takes brackets as they are": (
        {"detail": {"status": [{"wildcard": "[R]*"}]}},
        False,
    ),
    "it is there": ({"detail": {"status": [{"exists": True}]}}, True),
    "it is not there": ({"detail": {"startedAt": [{"exists": False}]}}, True),
    "it should not be there": ({"detail": {"status": [{"exists": False}]}}, False),
    "null is there": ({"detail": {"stoppedAt": [{"exists": True}]}}, True),
    "an object is no leaf": ({"detail": [{"exists": True}]}, False),
    "an empty array is not there": ({"detail": {"labels": [{"exists": False}]}}, True),
    "a branch that is not there": ({"detail": {"no": {"such": [{"exists": False}]}}}, True),
    "a number in a range": (
        {"detail": {"schedulingPriority": [{"numeric": [">", 0, "<=", 1]}]}},
        True,
    ),
    "a number out of it": ({"detail": {"schedulingPriority": [{"numeric": [">", 1]}]}}, False),
    "anything but a value": ({"detail": {"status": [{"anything-but": "FAILED"}]}}, True),
    "anything but these": (
        {"detail": {"status": [{"anything-but": ["FAILED", "RUNNING"]}]}},
        False,
    ),
    "anything but a prefix": ({"detail": {"status": [{"anything-but": {"prefix": "RUN"}}]}}, False),
    "anything but needs a value": ({"detail": {"startedAt": [{"anything-but": "x"}]}}, False),
    "one way of two": ({"$or": [{"source": ["x"]}, {"detail": {"status": ["RUNNING"]}}]}, True),
    "neither way": ({"$or": [{"source": ["x"]}, {"detail": {"status": ["FAILED"]}}]}, False),
}


@pytest.mark.parametrize(("pattern", "expected"), CASES.values(), ids=CASES.keys())
def test_a_pattern_matches(pattern: dict[str, Any], expected: bool) -> None:
    assert EventPattern(pattern).matches(EVENT) is expected


@pytest.mark.parametrize(
    "pattern",
    [
        {},
        {"source": "aws.batch"},
        {"source": []},
        {"source": [{"cidr": "10.0.0.0/8"}]},
        {"source": [{"prefix": "a", "suffix": "b"}]},
    ],
)
def test_what_cannot_be_matched_is_refused(pattern: dict[str, Any]) -> None:
    with pytest.raises(PatternError, match="event pattern"):
        EventPattern(pattern)
