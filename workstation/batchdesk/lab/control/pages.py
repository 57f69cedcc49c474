"""A small JSON page on the lab's server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qsl

from batchdesk.lab.json_text import read_json
from batchshares.errors import BatchdeskError

Handle = Callable[[str, str, Any], Any]
"""Takes method, the path below the page and the parsed body; gives what is answered as JSON."""

BAD_REQUEST, NOT_ALLOWED = "400 Bad Request", "405 Method Not Allowed"


class MethodError(BatchdeskError):
    """The page does not answer this method."""


class Page:
    """Answers JSON; a text is answered as it is. What is wrong is answered with its words."""

    def __init__(self, prefix: str, handle: Handle) -> None:
        self.prefix = prefix
        self._handle = handle

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"].removeprefix(self.prefix)
        try:
            return _send(start_response, "200 OK", self._handle(method, path, _body(environ)))
        except MethodError as error:
            return _send(start_response, NOT_ALLOWED, {"error": str(error)})
        except (BatchdeskError, ValueError) as error:
            return _send(start_response, BAD_REQUEST, {"error": str(error)})


def _body(environ: dict[str, Any]) -> Any:
    raw = _text(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
    if not raw:
        return None
    if environ.get("CONTENT_TYPE", "").startswith("application/x-www-form-urlencoded"):
        return _form(raw)
    return _json(raw)


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError("the body is no text in UTF-8") from error


def _form(raw: str) -> Any:
    """A form's fields; curl sends JSON under this type too."""
    return _json(raw) if raw.lstrip()[:1] in ("{", "[") else dict(parse_qsl(raw))


def _json(raw: str) -> Any:
    try:
        return read_json(raw)
    except ValueError as error:
        raise ValueError(f"the body cannot be read as JSON: {error}") from error


def _send(start_response: Any, status: str, answer: Any) -> Iterable[bytes]:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    kind = "text/plain" if isinstance(answer, str) else "application/json"
    body = text.encode()
    start_response(
        status,
        [("Content-Type", f"{kind}; charset=utf-8"), ("Content-Length", str(len(body)))],
    )
    return [body]
