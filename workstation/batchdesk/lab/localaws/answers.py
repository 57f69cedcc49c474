"""The answers of a throttled or failing AWS, in the shape of the service's protocol.

The codes are those the SDK's retry rules know (botocore, standard mode).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from batchdesk.lab.faults.model import CallDeed

THROTTLES = {
    "dynamodb": "ProvisionedThroughputExceededException",
    "batch": "TooManyRequestsException",
    "lambda": "TooManyRequestsException",
    "s3": "SlowDown",
    "sns": "Throttling",
}
FAILURES = {"batch": "ServerException", "dynamodb": "InternalServerError", "s3": "InternalError"}
REST_JSON = frozenset({"batch", "lambda", "scheduler"})
TOO_MANY, UNAVAILABLE, BAD_REQUEST, INTERNAL = 429, 503, 400, 500


@dataclass(frozen=True)
class Answer:
    """An HTTP answer: status line, headers, body."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


def answer_of(deed: CallDeed, service: str, environ: dict[str, Any]) -> Answer:
    """What this service answers when it throttles or fails."""
    throttled = deed == "throttle"
    code = (
        THROTTLES.get(service, "ThrottlingException")
        if throttled
        else FAILURES.get(service, "InternalFailure")
    )
    message = "Rate exceeded" if throttled else "The lab was told to fail this call"
    status = _status(service, throttled)
    if environ.get("HTTP_X_AMZ_TARGET"):
        return _json(status, {"__type": code, "message": message}, code)
    if service in REST_JSON:
        return _json(status, {"message": message}, code)
    return _xml(status, service, code, message)


def _status(service: str, throttled: bool) -> int:
    if not throttled:
        return INTERNAL
    if service == "s3":
        return UNAVAILABLE
    return TOO_MANY if service in REST_JSON else BAD_REQUEST


def _json(status: int, body: dict[str, str], code: str) -> Answer:
    headers = [("Content-Type", "application/x-amz-json-1.0"), ("x-amzn-ErrorType", code)]
    return _answer(status, headers, json.dumps(body))


def _xml(status: int, service: str, code: str, message: str) -> Answer:
    error = f"<Code>{code}</Code><Message>{message}</Message>"
    body = (
        f"<Error>{error}<RequestId>lab</RequestId></Error>"
        if service == "s3"
        else f"<ErrorResponse><Error><Type>Sender</Type>{error}</Error>"
        "<RequestId>lab</RequestId></ErrorResponse>"
    )
    return _answer(status, [("Content-Type", "text/xml")], body)


def _answer(status: int, headers: list[tuple[str, str]], text: str) -> Answer:
    body = text.encode()
    return Answer(f"{status} Lab", [*headers, ("Content-Length", str(len(body)))], body)
