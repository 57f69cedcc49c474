"""A lab put together: ground, stack, policy, delivery, pages, pace."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from batchdesk.aws import Clients as AdminClients
from batchdesk.aws import apply_policy
from batchdesk.lab.agenda import Agenda
from batchdesk.lab.batch_part import BatchPart
from batchdesk.lab.control import clock_page, fault_page, slack_page
from batchdesk.lab.delivery.parts import Delivery, make_delivery
from batchdesk.lab.ground import Ground, lay_ground
from batchdesk.lab.lab import Lab
from batchdesk.lab.localaws import invoke
from batchdesk.lab.pace import Pacer
from batchdesk.lab.sdk.clients import lab_session
from batchdesk.lab.sdk.guard import CallGuard
from batchdesk.lab.settings import LabSettings
from batchdesk.lab.stack.deploy import Stack, create_stack
from batchdesk.lab.stack.functions import load_functions
from batchdesk.lab.stack.policy import CompiledPolicy
from batchdesk.lab.stack.template import Template
from batchdesk.lab.stack.transform import to_cloudformation
from batchdesk.lab.world import World


def assemble(
    settings: LabSettings,
    template: Template,
    policy: CompiledPolicy,
    listening: socket.socket,
    undo: ExitStack,
) -> Lab:
    """Everything from the clock to the pacer. What `undo` holds is undone last first."""
    ground = lay_ground(settings, listening, undo)
    settings.progress(f"creating the stack {settings.stack_name}")
    stack = _stack(settings, template, policy)
    _apply(settings, ground, policy, stack)
    settings.progress("loading the functions")
    delivery = _delivery(settings, ground, template, policy, stack)
    lab = _lab(ground, policy, stack, delivery)
    for fault in settings.faults:
        ground.faults.add(fault)
    if settings.speed is None:
        undo.callback(lab.world.stop)
    else:
        lab.pacer = _pace(lab.world, settings.speed, ground)
        undo.callback(lab.pacer.stop)
        undo.callback(lab.world.stop)
    return lab


def _stack(settings: LabSettings, template: Template, policy: CompiledPolicy) -> Stack:
    arns = ",".join(policy.queue_arns(settings.region, settings.account))
    parameters = {"QueueArns": arns} if "QueueArns" in template.body.get("Parameters", {}) else {}
    made = to_cloudformation(template, parameters, lab_session(settings.region))
    return create_stack(
        settings.stack_name, settings.region, settings.account, template, made, parameters
    )


def _apply(settings: LabSettings, ground: Ground, policy: CompiledPolicy, stack: Stack) -> None:
    clients = ground.clients
    apply_policy(
        policy.policy,
        AdminClients(clients.get("batch"), clients.get("dynamodb")),
        stack.outputs.get("LedgerTable"),
        "lab",
        ground.clock,
        settings.progress,
    )


def _delivery(
    settings: LabSettings,
    ground: Ground,
    template: Template,
    policy: CompiledPolicy,
    stack: Stack,
) -> Delivery:
    environ = {**ground.clients.environ(), "POLICY_PATH": str(policy.folder)}
    delivery = make_delivery(
        stack,
        load_functions(template, stack, environ),
        ground.clock,
        CallGuard(ground.server.url, ground.faults),
        ground.patches,
        settings.seed,
    )
    ground.bus.deliver = delivery.rules.deliver
    return delivery


def _lab(ground: Ground, policy: CompiledPolicy, stack: Stack, delivery: Delivery) -> Lab:
    # In this order parts act at one instant: causes before their effects.
    parts = (
        BatchPart(ground.emulator),
        ground.bus,
        delivery.schedules,
        delivery.waiting,
        delivery.poller,
    )
    world = World(ground.clock, Agenda(parts))
    _serve_invoke(ground, delivery, world)
    slack = slack_page.SlackPage(ground.clock)
    pages = (clock_page.clock_page(world), fault_page.fault_page(ground.faults), slack.page)
    ground.server.front.pages = {page.prefix: page for page in pages}
    return Lab(
        world=world,
        emulator=ground.emulator,
        stack=stack,
        policy=policy.policy,
        faults=ground.faults,
        slack=slack,
        info=_info(ground.server.url, policy, stack),
        _clients=ground.clients,
        _invoker=delivery.invoker,
    )


def _serve_invoke(ground: Ground, delivery: Delivery, world: World) -> None:
    def now(function: str, event: Any) -> invoke.Answer:
        with world.driving():
            done = delivery.invoker.invoke(function, event, "invoke")
        return done.response, done.error

    def later(function: str, event: Any) -> None:
        with world.driving():
            delivery.waiting.add(function, event, "invoke")

    invoke.take_over(now, later, ground.patches)


def _info(url: str, policy: CompiledPolicy, stack: Stack) -> dict[str, str]:
    return {
        "endpoint_url": url,
        "region": stack.region,
        "account": stack.account,
        "slack_url": url + slack_page.PATH,
        "clock_url": url + clock_page.PATH,
        "fault_url": url + fault_page.PATH,
        "queue": next(iter(policy.policy.queues)),
        "table": stack.outputs.get("LedgerTable", ""),
        "topic_arn": stack.outputs.get("Topic", ""),
        "stack": stack.name,
    }


def _pace(world: World, speed: float, ground: Ground) -> Pacer:
    @contextmanager
    def held() -> Iterator[None]:
        with world.clock.held():
            yield
        world.wake()

    ground.server.front.hold = held
    pacer = Pacer(world, speed)
    pacer.start()
    return pacer
