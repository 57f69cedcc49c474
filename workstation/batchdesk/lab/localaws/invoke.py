"""Lambda's Invoke on moto's API, handed to the lab's own functions: moto would want Docker."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

from moto.awslambda.models import LambdaFunction
from moto.core.exceptions import JsonRESTError

from batchdesk.lab.json_text import read_json
from batchdesk.lab.localaws.patches import Patches

Answer = tuple[Any, str | None]
"""What a function returned, and the error if it raised one."""


def _event(body: str) -> Any:
    try:
        return read_json(body or "{}")
    except ValueError as error:
        raise JsonRESTError(
            "InvalidRequestContentException", f"Could not parse request body into json: {error}"
        ) from error


def take_over(
    now: Callable[[str, Any], Answer], later: Callable[[str, Any], None], patches: Patches
) -> None:
    """Run functions `now`, or `later` for InvocationType Event, until the patches are undone."""

    def invoke(
        function: LambdaFunction,
        body: str,
        request_headers: Mapping[str, str],
        response_headers: MutableMapping[str, str],
    ) -> bytes:
        kind = request_headers.get("x-amz-invocation-type", "RequestResponse")
        event = _event(body)
        if kind == "DryRun":
            return b""
        if kind == "Event":
            later(function.function_arn, event)
            return b""
        response, error = now(function.function_arn, event)
        if error is None:
            return json.dumps(response).encode()
        response_headers["x-amz-function-error"] = "Unhandled"
        words = {"errorMessage": error, "errorType": error.partition(":")[0]}
        return json.dumps(words).encode()

    patches.replace(LambdaFunction, "invoke", invoke)
