"""Which AWS call a request is, in each of the wire protocols."""

from __future__ import annotations

import io
from typing import Any

import pytest

from batchdesk.lab.localaws.calls import call_of, is_read

JSON: dict[str, Any] = {"CONTENT_TYPE": "application/x-amz-json-1.0"}
FORM: dict[str, Any] = {"CONTENT_TYPE": "application/x-www-form-urlencoded; charset=utf-8"}


def request(
    service: str, method: str = "POST", path: str = "/", body: bytes = b"", **more: Any
) -> dict[str, Any]:
    """A signed request as a WSGI server hands it on."""
    scope = f"AKIA/20261201/us-west-2/{service}/aws4_request"
    return {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "HTTP_AUTHORIZATION": f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        **more,
    }


CASES: dict[str, tuple[dict[str, Any], tuple[str, str] | None]] = {
    "JSON by its target": (
        request("dynamodb", HTTP_X_AMZ_TARGET="DynamoDB_20120810.UpdateItem", **JSON),
        ("dynamodb", "UpdateItem"),
    ),
    "streams sign as dynamodb": (
        request("dynamodb", HTTP_X_AMZ_TARGET="DynamoDBStreams_20120810.GetRecords", **JSON),
        ("dynamodbstreams", "GetRecords"),
    ),
    "a query by its action": (
        request("sns", body=b"Action=Publish&Version=2010-03-31", **FORM),
        ("sns", "Publish"),
    ),
    "Batch by its path": (
        request("batch", path="/v1/describeservicejob"),
        ("batch", "DescribeServiceJob"),
    ),
    "a path with names": (
        request("scheduler", "GET", "/schedules/tick"),
        ("scheduler", "GetSchedule"),
    ),
    "S3 by depth": (request("s3", "PUT", "/bucket/a/b"), ("s3", "PutObject")),
    "a service signed by another name": (
        request("monitoring", body=b"Action=PutMetricData", **FORM),
        ("cloudwatch", "PutMetricData"),
    ),
    "an unknown path": (request("batch", path="/v1/nosuchthing"), None),
    "a request nobody signed": (
        {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "wsgi.input": io.BytesIO()},
        None,
    ),
}


@pytest.mark.parametrize(("environ", "expected"), CASES.values(), ids=CASES.keys())
def test_the_call_is_named(environ: dict[str, Any], expected: tuple[str, str] | None) -> None:
    assert call_of(environ) == expected


def test_the_body_can_still_be_read_after_naming() -> None:
    environ = request("sns", body=b"Action=Publish&Message=hello", **FORM)
    call_of(environ)
    assert environ["wsgi.input"].read() == b"Action=Publish&Message=hello"


@pytest.mark.parametrize(
    ("environ", "reads"),
    [
        (request("batch", path="/v1/describeservicejob"), True),
        (request("batch", path="/v1/submitservicejob"), False),
        (request("sqs", HTTP_X_AMZ_TARGET="AmazonSQS.ReceiveMessage"), True),
        (request("sqs", HTTP_X_AMZ_TARGET="AmazonSQS.SendMessage"), False),
        (request("s3", "GET", "/bucket/key"), True),
        (request("s3", "PUT", "/bucket/key"), False),
        (request("sns", body=b"Action=Publish", **FORM), False),
    ],
)
def test_reads_are_told_from_writes(environ: dict[str, Any], reads: bool) -> None:
    assert is_read(environ) is reads
