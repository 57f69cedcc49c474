"""Asynchronous invocations: events and schedules that call a function, with Lambda's retries.

Documented (Lambda developer guide, "asynchronous invocation"): two retries, after one and two
minutes, for at most six hours, unless the function's EventInvokeConfig says less; what is given
up goes to its on-failure destination.
"""

from __future__ import annotations

import heapq
import json
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from moto.awslambda.exceptions import UnknownFunctionException
from moto.awslambda.utils import get_backend

from batchdesk.lab.clock import LabClock
from batchdesk.lab.delivery.invoker import Invoker
from batchdesk.lab.delivery.targets import Targets

RETRIES = 2
RETRY_AFTER_MS = (60_000, 120_000)
MAX_AGE_SECONDS = 21_600


@dataclass(frozen=True)
class _Waiting:
    function: str
    event: Any
    kind: str
    since_ms: int
    tries: int = 0


class AsyncInvocations:
    """What waits to be invoked. Filled and run by the thread that drives the lab."""

    name = "asynchronous invocations"

    def __init__(self, clock: LabClock, invoker: Invoker) -> None:
        self._clock = clock
        self._invoker = invoker
        self._order = count()
        self._due: list[tuple[int, int, _Waiting]] = []
        self.on_failure: Targets | None = None

    def add(self, function: str, event: Any, kind: str) -> None:
        """Invoke a function as soon as the lab comes to it."""
        now = self._clock.now_ms()
        self._push(now, _Waiting(function, event, kind, now))

    def next_due(self) -> int | None:
        """When the next one is to be tried."""
        return self._due[0][0] if self._due else None

    def run_due(self, now_ms: int) -> None:
        """Try one."""
        if not self._due or self._due[0][0] > now_ms:
            return
        waiting = heapq.heappop(self._due)[2]
        if not self._invoker.invoke(waiting.function, waiting.event, waiting.kind).ok:
            self._again(waiting, now_ms)

    def _again(self, waiting: _Waiting, now_ms: int) -> None:
        config = _config(waiting.function)
        retries = config.get("MaximumRetryAttempts", RETRIES)
        oldest = config.get("MaximumEventAgeInSeconds", MAX_AGE_SECONDS) * 1000
        if waiting.tries < retries:
            due = now_ms + RETRY_AFTER_MS[min(waiting.tries, len(RETRY_AFTER_MS) - 1)]
            if due - waiting.since_ms <= oldest:
                self._push(due, replace(waiting, tries=waiting.tries + 1))
                return
        self._give_up(waiting, config)

    def _give_up(self, waiting: _Waiting, config: dict[str, Any]) -> None:
        place = config.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination", "")
        if self.on_failure is not None and place.split(":")[2:3] == ["sqs"]:
            body = {"requestPayload": waiting.event, "responsePayload": None}
            self.on_failure.to_queue(place, json.dumps(body))

    def _push(self, due: int, waiting: _Waiting) -> None:
        heapq.heappush(self._due, (due, next(self._order), waiting))


def _config(function: str) -> dict[str, Any]:
    _, _, _, region, account, _, name = function.split(":")[:7]
    try:
        made = get_backend(account, region).get_function(name)
    except UnknownFunctionException:
        return {}
    return dict(made.event_invoke_config[-1].config) if made.event_invoke_config else {}
