"""moto's server in this process, on loopback, with the lab's own front before it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from threading import Thread
from typing import Any

from moto import backends
from moto.moto_server.werkzeug_app import (
    DomainDispatcherApplication,
    MotoRequestHandler,
    create_backend_app,
)
from werkzeug.serving import BaseWSGIServer, make_server

from batchdesk.lab.faults.active import ActiveFaults
from batchdesk.lab.faults.model import Moment
from batchdesk.lab.localaws.answers import Answer, answer_of
from batchdesk.lab.localaws.calls import call_of, is_read
from batchdesk.lab.localaws.patches import Patches

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
POLL_SECONDS = 0.05


def remember_modules(patches: Patches) -> None:
    """List moto's services once, not from the disk for every request as moto does."""
    modules = tuple(backends.list_of_moto_modules())
    patches.replace(backends, "list_of_moto_modules", lambda: modules)


class Front:
    """Before moto: the lab's own pages, faults on calls, and a clock that stands for a write."""

    def __init__(self, aws: Wsgi, faults: ActiveFaults) -> None:
        self._aws = aws
        self._faults = faults
        self.pages: dict[str, Wsgi] = {}
        self.hold: Callable[[], AbstractContextManager[None]] = nullcontext

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        page = self._page(environ.get("PATH_INFO", ""))
        if page is not None:
            return page(environ, start_response)
        if is_read(environ):
            return self._answer(environ, start_response)
        with self.hold():
            return self._answer(environ, start_response)

    def _page(self, path: str) -> Wsgi | None:
        for prefix, page in self.pages.items():
            if path == prefix or path.startswith(prefix + "/"):
                return page
        return None

    def _answer(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        call = call_of(environ) if self._faults.any_on_calls() else None
        if call is None:
            return self._aws(environ, start_response)
        refused = self._fault(call, "before", environ)
        if refused is None:
            answer = list(self._aws(environ, held := _HeldStart(start_response)))
            refused = self._fault(call, "after", environ)
            if refused is None:
                held.go()
                return answer
        start_response(refused.status, refused.headers)
        return [refused.body]

    def _fault(self, call: tuple[str, str], when: Moment, environ: dict[str, Any]) -> Answer | None:
        fault = self._faults.take_call(*call, when)
        return None if fault is None else answer_of(fault.do, call[0], environ)


class _HeldStart:
    """A start_response that keeps its status until it is known whether it will be sent."""

    def __init__(self, start_response: Any) -> None:
        self._start_response = start_response
        self._args: tuple[Any, ...] = ()

    def __call__(self, *args: Any) -> Any:
        self._args = args
        return lambda _data: None

    def go(self) -> None:
        self._start_response(*self._args)


class _QuietHandler(MotoRequestHandler):
    """moto's handler without a line on stderr for each request."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Say nothing."""


class Server:
    """Answers on a socket that already listens."""

    def __init__(self, listening: socket.socket, faults: ActiveFaults) -> None:
        self._socket = listening
        self.host, self.port = listening.getsockname()
        self.front = Front(DomainDispatcherApplication(create_backend_app), faults)
        self._server: BaseWSGIServer = make_server(
            self.host,
            self.port,
            self.front,
            threaded=True,
            request_handler=_QuietHandler,
            fd=listening.fileno(),
        )
        self._thread = Thread(
            target=self._server.serve_forever, args=(POLL_SECONDS,), daemon=True, name="lab-server"
        )

    @property
    def url(self) -> str:
        """Where clients find this AWS."""
        return f"http://{self.host}:{self.port}"

    def start(self) -> None:
        """Answer requests from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Stop answering and free the port."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()
        self._socket.close()
