"""Asks a page of the lab, as its WSGI server does, without the server."""

from __future__ import annotations

import io
import json
from typing import Any

from batchdesk.lab.control.pages import Page


class PageBrowser:
    """Sends requests and reads answers; `status` is that of the last."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.status = ""

    def send(self, method: str, path: str = "", body: bytes = b"", kind: str = "json") -> Any:
        """The answer, parsed; a plain `ok` as it is."""
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": self._page.prefix + path,
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": f"application/{kind}",
            "wsgi.input": io.BytesIO(body),
        }
        answer = b"".join(self._page(environ, self._start)).decode()
        return answer if answer == "ok" else json.loads(answer)

    def _start(self, status: str, _headers: list[tuple[str, str]]) -> None:
        self.status = status
