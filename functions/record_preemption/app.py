"""record_preemption: events of AWS Batch into the ledger; each minute, what is owed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from batchshares.adapters.aws_clients import AwsClients
from batchshares.adapters.batch_gateway import BatchGateway
from batchshares.adapters.dead_letters import SqsDeadLetters
from batchshares.adapters.lambda_input import messages_of, turn_of
from batchshares.adapters.ledger import DynamoLedger, Table
from batchshares.adapters.system_clock import SystemClock
from batchshares.domain.policy import load_policy
from batchshares.observability import EmfMeter, new_logger
from batchshares.settings import RecordSettings, policy_text, process_environment
from batchshares.usecases.desk import Desk
from batchshares.usecases.drain_debts import Turn, drain_debts
from batchshares.usecases.ports import Clock
from batchshares.usecases.take_intake import Message, take_intake

Handler = Callable[[dict[str, Any], object], dict[str, Any]]


def build(environ: Mapping[str, str], clock: Clock) -> Handler:
    """Put the function together; no client is made and nothing called before it is needed."""
    settings = RecordSettings.of(environ)
    clients = AwsClients(settings.aws)
    meter = EmfMeter(settings.namespace, settings.stack, settings.service)
    desk = Desk(
        ledger=DynamoLedger(
            Table(lambda: clients.dynamodb, settings.ledger_table), settings.retention
        ),
        batch=BatchGateway(lambda: clients.batch),
        policy=load_policy(policy_text(settings.policy_path)),
        queues=settings.queue_arns,
        clock=clock,
        meter=meter,
        log=new_logger(settings.service, settings.log_level, settings.stack),
    )
    dead = SqsDeadLetters(lambda: clients.sqs, settings.intake_dlq_url)

    def handle(event: dict[str, Any], context: object) -> dict[str, Any]:
        turn = Turn(*turn_of(context))
        try:
            if "tick" in event:
                drain_debts(desk, turn)
                return {}
            messages = (Message(*one) for one in messages_of(event))
            failed = take_intake(desk, dead, messages, turn.seconds_left)
            return {"batchItemFailures": [{"itemIdentifier": one} for one in failed]}
        finally:  # also of a tick that ends in an error: its figure is the sign of life
            meter.flush()

    return handle


@cache
def _built() -> Handler:
    return build(process_environment(), SystemClock())


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Lambda's entry; builds itself from the environment at the first call."""
    return _built()(event, context)
