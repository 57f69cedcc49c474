"""What stands once a lab is booted."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from batchdesk.lab import Lab, boot
from batchdesk.lab.errors import LabError


def test_the_policys_queues_and_shares_exist_in_batch(standing_lab: Lab) -> None:
    batch = standing_lab.client("batch")
    (queue,) = batch.describe_job_queues()["jobQueues"]
    shares = batch.list_quota_shares(jobQueue="training")["quotaShares"]
    assert (queue["jobQueueName"], queue["state"]) == ("training", "ENABLED")
    assert standing_lab.stack.outputs["QueueArns"] == queue["jobQueueArn"]
    assert sorted(share["quotaShareName"] for share in shares) == ["product", "research", "safety"]


def test_the_info_says_where_everything_is(standing_lab: Lab) -> None:
    assert set(standing_lab.info) == {
        "endpoint_url",
        "region",
        "account",
        "slack_url",
        "clock_url",
        "fault_url",
        "queue",
        "table",
        "topic_arn",
        "stack",
    }
    assert (standing_lab.info["queue"], standing_lab.info["stack"]) == ("training", "batchdesk")
    assert standing_lab.info["table"] == standing_lab.stack.outputs["LedgerTable"]
    assert standing_lab.info["topic_arn"].startswith("arn:aws:sns:us-west-2:123456789012:")


def test_what_moto_would_drop_of_the_stack_is_there(standing_lab: Lab) -> None:
    alarms = standing_lab.client("cloudwatch").describe_alarms()["MetricAlarms"]
    assert {alarm["MetricName"] for alarm in alarms} >= {"FailedInvocations"}
    queue = standing_lab.client("sqs").get_queue_attributes(
        QueueUrl=standing_lab.stack.outputs["IntakeQueue"], AttributeNames=["Policy"]
    )
    assert "events.amazonaws.com" in queue["Attributes"]["Policy"]
    (schedule,) = standing_lab.client("scheduler").list_schedules()["Schedules"]
    assert schedule["State"] == "ENABLED"


def test_a_real_client_over_a_real_socket_is_answered(standing_lab: Lab) -> None:
    def call(path: str) -> Any:
        with urllib.request.urlopen(standing_lab.endpoint_url + path) as answer:
            return json.loads(answer.read())

    assert call("/_lab/clock") == {"now": "2026-12-01T09:00:00Z"}
    assert call("/_lab/slack") == []


def test_only_one_lab_runs_in_a_process(standing_lab: Lab) -> None:
    with pytest.raises(LabError, match="runs in this process already"), boot():
        pass
    assert standing_lab.client("sqs").list_queues()["QueueUrls"]
