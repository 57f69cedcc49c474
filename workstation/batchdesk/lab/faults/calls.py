"""The names of AWS calls: `service:Operation`, as the SDK's own model spells them."""

from __future__ import annotations

from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache

from batchdesk.lab.errors import FaultError


def check_call(call: str) -> str:
    """The call as given, if the SDK knows it; a glob must hit an operation."""
    service, colon, operation = call.partition(":")
    if not colon or not service or not operation:
        raise FaultError(f"call {call!r}: write service:Operation, such as batch:SubmitServiceJob")
    known = _operations(service)
    if not any(fnmatchcase(name, operation) for name in known):
        near = get_close_matches(operation, known, 1)
        hint = f"; did you mean {service}:{near[0]}?" if near else ""
        raise FaultError(f"call {call!r}: {service} has no operation {operation}{hint}")
    return call


def call_matches(pattern: str, service: str, operation: str) -> bool:
    """Whether `service:Operation` with globs names this call."""
    return fnmatchcase(f"{service}:{operation}", pattern)


@cache
def _operations(service: str) -> tuple[str, ...]:
    from botocore.exceptions import UnknownServiceError
    from botocore.session import get_session

    try:
        return tuple(get_session().get_service_model(service).operation_names)
    except UnknownServiceError:
        raise FaultError(
            f"service {service!r} is not known; use the SDK's name, such as batch or dynamodb"
        ) from None
