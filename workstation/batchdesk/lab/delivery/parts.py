"""The parts that bring events, messages and ticks to the stack's functions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from batchdesk.lab.clock import LabClock
from batchdesk.lab.delivery.asynchronous import AsyncInvocations
from batchdesk.lab.delivery.ids import Ids
from batchdesk.lab.delivery.invoker import Invoker
from batchdesk.lab.delivery.output import FunctionOutput
from batchdesk.lab.delivery.poller import Poller
from batchdesk.lab.delivery.rules import Rules, check_rules
from batchdesk.lab.delivery.schedules import Schedules
from batchdesk.lab.delivery.targets import Targets
from batchdesk.lab.localaws.patches import Patches
from batchdesk.lab.sdk.guard import CallGuard
from batchdesk.lab.stack.deploy import Stack
from batchdesk.lab.stack.functions import Function


@dataclass(frozen=True)
class Delivery:
    """What delivers, checked against what the stack asks for."""

    invoker: Invoker
    rules: Rules
    schedules: Schedules
    waiting: AsyncInvocations
    poller: Poller


def make_delivery(
    stack: Stack,
    functions: Sequence[Function],
    clock: LabClock,
    guard: CallGuard,
    patches: Patches,
    seed: int | None,
) -> Delivery:
    """TemplateError names what of the stack the lab does not serve."""
    guard.install(patches)
    output = FunctionOutput(sys.stdout)
    output.install(patches)
    invoker = Invoker(functions, clock, guard, output, Ids(seed, "requests"))
    invoker.warm_up()
    waiting = AsyncInvocations(clock, invoker)
    targets = Targets(waiting.add, Ids(seed, "messages"))
    waiting.on_failure = targets
    made = Delivery(
        invoker=invoker,
        rules=Rules(targets),
        schedules=Schedules(stack.account, stack.region, clock, targets),
        waiting=waiting,
        poller=Poller(stack.account, stack.region, invoker),
    )
    check_rules(stack.account, stack.region)
    made.poller.check()
    made.schedules.check()
    return made
