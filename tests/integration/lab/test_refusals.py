"""How throttled and failing calls look to a client, in each protocol, and over HTTP."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from batchdesk.lab import Lab
from batchdesk.lab.faults.parse import parse_fault


def add(lab: Lab, **fault: Any) -> None:
    lab.faults.add(parse_fault(fault))


def unretried(lab: Lab, service: str) -> Any:
    """A client that shows the first answer."""
    make: Any = boto3.Session(
        aws_access_key_id="testing", aws_secret_access_key="testing", region_name="us-west-2"
    ).client
    return make(
        service,
        endpoint_url=lab.endpoint_url,
        config=Config(retries={"total_max_attempts": 1, "mode": "standard"}),
    )


@pytest.mark.parametrize(
    ("service", "operation", "request_", "code"),
    [
        ("dynamodb", "list_tables", {}, "ProvisionedThroughputExceededException"),
        ("batch", "list_service_jobs", {"jobQueue": "training"}, "TooManyRequestsException"),
        ("sqs", "list_queues", {}, "ThrottlingException"),
        ("sns", "list_topics", {}, "Throttling"),
        ("s3", "list_objects_v2", {"Bucket": "batchdesk-lab-code"}, "SlowDown"),
        ("events", "list_rules", {}, "ThrottlingException"),
    ],
)
def test_every_protocol_is_throttled_in_its_own_words(
    standing_lab: Lab, service: str, operation: str, request_: dict[str, Any], code: str
) -> None:
    add(standing_lab, call=f"{service}:*", do="throttle", times=1)
    client = unretried(standing_lab, service)
    with pytest.raises(ClientError) as error:
        getattr(client, operation)(**request_)
    assert error.value.response["Error"]["Code"] == code
    getattr(client, operation)(**request_)
    client.close()


def test_the_sdk_gets_through_a_short_throttle_by_itself(standing_lab: Lab) -> None:
    add(standing_lab, call="dynamodb:ListTables", do="throttle", times=1)
    assert standing_lab.client("dynamodb").list_tables()["TableNames"]


def http(lab: Lab, method: str, body: Any = None) -> Any:
    request = urllib.request.Request(
        lab.info["fault_url"],
        method=method,
        data=None if body is None else json.dumps(body).encode(),
    )
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read())


def test_faults_are_set_listed_and_cleared_over_http(standing_lab: Lab) -> None:
    fault = {"call": "sqs:*", "do": "fail", "when": "before", "times": 2}
    assert http(standing_lab, "POST", fault) == [fault | {"left": 2}]
    with pytest.raises(ClientError) as error:
        unretried(standing_lab, "sqs").list_queues()
    assert error.value.response["ResponseMetadata"]["HTTPStatusCode"] == 500
    assert http(standing_lab, "GET") == [fault | {"left": 1}]
    assert http(standing_lab, "DELETE") == []
    assert standing_lab.client("sqs").list_queues()["QueueUrls"]
