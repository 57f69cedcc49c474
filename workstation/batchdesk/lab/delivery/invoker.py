"""Runs functions, one at a time, in the thread that drives the lab."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from batchdesk.lab.clock import LabClock
from batchdesk.lab.delivery.context import Context, FunctionClock
from batchdesk.lab.delivery.ids import Ids
from batchdesk.lab.delivery.invocations import Invocation, Outcome
from batchdesk.lab.delivery.output import FunctionOutput
from batchdesk.lab.errors import LabError
from batchdesk.lab.sdk.guard import CallGuard, FunctionKilledError
from batchdesk.lab.stack.functions import Function, Handler

KEPT = 20_000
Listener = Callable[[Invocation], None]


class Invoker:
    """Invokes a function by ARN or name and keeps a record of the last runs."""

    def __init__(
        self,
        functions: Sequence[Function],
        clock: LabClock,
        guard: CallGuard,
        output: FunctionOutput,
        ids: Ids,
    ) -> None:
        self._by_name = {key: one for one in functions for key in (one.arn, one.name)}
        self._clock = clock
        self._guard = guard
        self._output = output
        self._ids = ids
        self._warm: dict[str, tuple[Handler, FunctionClock]] = {}
        self.invocations: deque[Invocation] = deque(maxlen=KEPT)
        self.listeners: list[Listener] = []

    def knows(self, name: str) -> bool:
        """Whether an ARN or name is a function of the stack."""
        return name in self._by_name

    def invoke(self, name: str, event: Mapping[str, Any], kind: str) -> Invocation:
        """Run a function once, on a copy of the event as JSON carries it."""
        function = self._by_name.get(name)
        if function is None:
            raise LabError(f"{name} is no function of the stack")
        request_id = self._ids.next()
        sent = json.loads(json.dumps(event))
        with self._output.captured() as log, self._guard.running(_names(function)):
            outcome, response, error = self._run(function, sent, request_id)
        done = Invocation(
            request_id=request_id,
            function=function.stem,
            at=self._clock.now(),
            kind=kind,
            outcome=outcome,
            event=sent,
            response=response,
            error=error,
            log=tuple(log),
        )
        self.invocations.append(done)
        for listener in self.listeners:
            listener(done)
        return done

    def warm_up(self) -> None:
        """Build every function now, so that a mistake shows at boot."""
        for function in {one.arn: one for one in self._by_name.values()}.values():
            with self._output.captured():
                self._handler(function)

    def _run(
        self, function: Function, event: dict[str, Any], request_id: str
    ) -> tuple[Outcome, Any, str | None]:
        try:
            handler, clock = self._handler(function)
            clock.begin()
            response = handler(event, _context(function, request_id, clock))
            return "ok", json.loads(json.dumps(response)), None
        except FunctionKilledError as killed:
            self._warm.pop(function.arn, None)  # its process is gone
            return "killed", None, str(killed)
        except LabError:
            raise
        except Exception as error:  # noqa: BLE001 - as Lambda does: any error ends this run only
            return "error", None, f"{type(error).__name__}: {error}"

    def _handler(self, function: Function) -> tuple[Handler, FunctionClock]:
        if function.arn not in self._warm:
            clock = FunctionClock(self._clock)
            self._warm[function.arn] = (function.build(function.environ, clock), clock)
        return self._warm[function.arn]


def _names(function: Function) -> tuple[str, str, str]:
    return function.stem, function.logical_id, function.name


def _context(function: Function, request_id: str, clock: FunctionClock) -> Context:
    return Context(
        function_name=function.name,
        invoked_function_arn=function.arn,
        memory_limit_in_mb=function.memory_mb,
        aws_request_id=request_id,
        timeout_ms=function.timeout_s * 1000,
        clock=clock,
    )
