"""Where a rule or a schedule sends: to a queue, or to a function (asynchronously)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from moto.sqs.exceptions import QueueDoesNotExist
from moto.sqs.models import Message, sqs_backends

from batchdesk.lab.delivery.ids import Ids
from batchdesk.lab.errors import TemplateError

SERVED = ("sqs", "lambda")


class Targets:
    """Sends a text to a target's ARN."""

    def __init__(self, invoke: Callable[[str, Any, str], None], ids: Ids) -> None:
        self._invoke = invoke
        self._ids = ids

    def send(self, target: Mapping[str, Any], text: str, kind: str) -> None:
        """Send; what cannot be sent goes to the target's dead-letter queue, else it is lost."""
        service = target["Arn"].split(":")[2]
        if service == "lambda":
            self._invoke(target["Arn"], json.loads(text), kind)
            return
        try:
            self.to_queue(target["Arn"], text)
        except QueueDoesNotExist:
            dead_letters = target.get("DeadLetterConfig", {}).get("Arn")
            if dead_letters:
                self.to_queue(dead_letters, text)

    def to_queue(self, arn: str, text: str) -> None:
        """Send a message with an id of the lab's own.

        Not by moto's SendMessage: it counts all messages of the queue three times for each one
        sent, so a burst of thousands would take minutes.
        """
        _, _, _, region, account, name = arn.split(":")
        queue = sqs_backends[account][region].get_queue(name)
        message = Message(self._ids.next(), text)
        message.mark_sent(queue.delay_seconds)  # type: ignore[attr-defined]  # moto sets it by name
        queue.add_message(message)


def check_target(owner: str, target: Mapping[str, Any]) -> None:
    """TemplateError names what the lab does not serve of a target."""
    service = str(target["Arn"]).split(":")[2]
    if service not in SERVED:
        raise TemplateError(
            f"{owner} sends to {service}; the lab serves targets of {' and '.join(SERVED)}"
        )
    if "InputTransformer" in target:
        raise TemplateError(f"{owner} has an InputTransformer, which the lab does not serve")
