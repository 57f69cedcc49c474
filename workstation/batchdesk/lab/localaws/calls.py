"""Which AWS call an HTTP request is: `(service, operation)` in the SDK's names."""

from __future__ import annotations

import io
import re
from functools import cache
from typing import Any
from urllib.parse import parse_qs

# Names in a request's signature that differ from the SDK's.
SIGNED_AS = {"monitoring": "cloudwatch", "email": "ses", "states": "stepfunctions"}
S3_OPERATIONS = {
    ("GET", 1): "ListObjectsV2",
    ("GET", 2): "GetObject",
    ("HEAD", 1): "HeadBucket",
    ("HEAD", 2): "HeadObject",
    ("PUT", 1): "CreateBucket",
    ("PUT", 2): "PutObject",
    ("DELETE", 1): "DeleteBucket",
    ("DELETE", 2): "DeleteObject",
}
READS = re.compile(
    r"(BatchGet|Describe|Get|Head|List|Query|ReceiveMessage|Scan|Search|TransactGet)", re.IGNORECASE
)


def call_of(environ: dict[str, Any]) -> tuple[str, str] | None:
    """The service and operation of a signed request; None if they cannot be told."""
    service = _service(environ)
    if service is None:
        return None
    operation = _target(environ) or _action(environ) or _by_path(service, environ)
    return None if operation is None else (service, operation)


def is_read(environ: dict[str, Any]) -> bool:
    """Whether a request only reads, told from its first words alone."""
    if environ["REQUEST_METHOD"] in ("GET", "HEAD", "OPTIONS"):
        return True
    operation = _target(environ) or environ.get("PATH_INFO", "").rpartition("/")[2]
    return bool(READS.match(operation))


def _service(environ: dict[str, Any]) -> str | None:
    scope = re.search(
        r"Credential=[^/]+/[^/]+/[^/]+/([^/]+)/", environ.get("HTTP_AUTHORIZATION", "")
    )
    if scope is None:
        return None
    service = scope[1].lower()
    if service == "dynamodb" and environ.get("HTTP_X_AMZ_TARGET", "").startswith("DynamoDBStreams"):
        return "dynamodbstreams"
    return SIGNED_AS.get(service, service)


def _target(environ: dict[str, Any]) -> str:
    return str(environ.get("HTTP_X_AMZ_TARGET", "")).rpartition(".")[2]


def _action(environ: dict[str, Any]) -> str | None:
    if not environ.get("CONTENT_TYPE", "").startswith("application/x-www-form-urlencoded"):
        return None
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(body)
    actions = parse_qs(body.decode("utf-8", "replace")).get("Action")
    return actions[0] if actions else None


def _by_path(service: str, environ: dict[str, Any]) -> str | None:
    method, path = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "/")
    if service == "s3":
        depth = min(2, len([part for part in path.split("/", 2) if part]))
        return S3_OPERATIONS.get((method, depth))
    for verb, pattern, operation in _routes(service):
        if verb == method and pattern.fullmatch(path):
            return operation
    return None


@cache
def _routes(service: str) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    from botocore.exceptions import UnknownServiceError
    from botocore.session import get_session

    try:
        model = get_session().get_service_model(service)
    except UnknownServiceError:
        return ()
    routes = []
    for name in model.operation_names:
        http = model.operation_model(name).http
        routes.append((http["method"], _pattern(http["requestUri"]), name))
    # The most literal route first: /schedules/{Name} must not swallow /schedules/groups.
    return tuple(sorted(routes, key=lambda route: route[1].pattern.count("[^/]")))


def _pattern(uri: str) -> re.Pattern[str]:
    path = re.escape(uri.partition("?")[0]).replace(r"\{", "{").replace(r"\}", "}")
    path = re.sub(r"{[^}]*\\\+}", ".+", path)
    return re.compile(re.sub(r"{[^}]*}", "[^/]+", path) + "/?")
