"""What the lab does inside the thread of a running function, at each SDK call it makes.

A function is killed here and not at the server, because only its own thread can die midway. A
client that does not point at the lab is refused here too: real AWS is never called. The SDK's
pauses between retries pass at once: time stands still while a function runs.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import local
from types import SimpleNamespace
from typing import Any

import botocore.endpoint
from botocore.client import BaseClient

from batchdesk.lab.errors import OutsideCallError
from batchdesk.lab.faults.active import ActiveFaults
from batchdesk.lab.faults.model import Moment
from batchdesk.lab.localaws.patches import Patches


class FunctionKilledError(BaseException):
    """The function's process is gone. No `except Exception` of a handler may stop it."""


class CallGuard:
    """Watches the SDK calls of the function that runs in a thread; others pass untouched."""

    def __init__(self, endpoint_url: str, faults: ActiveFaults) -> None:
        self._endpoint_url = endpoint_url
        self._faults = faults
        self._running = local()

    @contextmanager
    def running(self, names: Sequence[str]) -> Iterator[None]:
        """This thread runs a function; `names` are those by which a kill may name it."""
        before = self._names()
        self._running.names = tuple(names)
        try:
            yield
        finally:
            self._running.names = before

    def install(self, patches: Patches) -> None:
        """Watch until the patches are undone."""
        original = vars(BaseClient)["_make_api_call"]
        guard = self

        def make_api_call(client: Any, operation_name: str, api_params: Any) -> Any:
            if guard._names() is None:
                return original(client, operation_name, api_params)
            guard._refuse_outside(client)
            service = client.meta.service_model.service_name
            guard._maybe_die(service, operation_name, "before")
            answer = original(client, operation_name, api_params)
            guard._maybe_die(service, operation_name, "after")
            return answer

        patches.replace(BaseClient, "_make_api_call", make_api_call)
        patches.replace(botocore.endpoint, "time", SimpleNamespace(sleep=self._sleep))

    def _names(self) -> tuple[str, ...] | None:
        return getattr(self._running, "names", None)

    def _sleep(self, seconds: float) -> None:
        if self._names() is None:
            time.sleep(seconds)

    def _refuse_outside(self, client: Any) -> None:
        if client.meta.endpoint_url.rstrip("/") != self._endpoint_url:
            raise OutsideCallError(
                f"a function called {client.meta.endpoint_url}, not the lab: "
                "its clients must be made with AWS_ENDPOINT_URL of its environment"
            )

    def _maybe_die(self, service: str, operation: str, when: Moment) -> None:
        if self._faults.take_kill(self._names() or (), service, operation, when):
            raise FunctionKilledError(f"killed {when} {service}:{operation}")
