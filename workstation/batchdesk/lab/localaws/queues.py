"""moto's SQS, made fit for the lab.

- Event source mappings stay listed but are detached: moto would call functions inline, inside
  SendMessage, and count every message's receives twice.
- One lock around what changes a queue: moto loses a message that is sent while another is deleted.
- A long poll ends on the wall's time too: the lab's clock may stand.
- All messages are looked at for each one that is received, and each asks for the time: the clock's
  milliseconds are handed over as they are, without datetimes on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from threading import RLock
from time import monotonic
from typing import Any

from moto.sqs import models
from moto.sqs.models import Message, Queue, SQSBackend

from batchdesk.lab.localaws.patches import Patches

POLL_SECONDS = 0.05


LOCK = RLock()
"""Held by whatever changes a queue; one for the process, as moto's queues are."""


def tame(now_ms: Callable[[], int], patches: Patches) -> None:
    """Detach mappings, lock queues and bound long polls until the patches are undone."""
    detached = property(lambda _queue: {}, lambda _queue, _mappings: None)
    patches.replace(Queue, "lambda_event_source_mappings", detached)
    for name in ("add_message", "delete_message"):
        patches.replace(Queue, name, _locked(vars(Queue)[name]))
    receive = _locked(vars(SQSBackend)["receive_message"])
    patches.replace(SQSBackend, "receive_message", _polling(receive))
    patches.replace(models, "unix_time_millis", lambda: float(now_ms()))
    fresh = _freshness(now_ms)
    patches.replace(SQSBackend, "is_message_valid_based_on_retention_period", fresh)


def _freshness(now_ms: Callable[[], int]) -> Callable[[SQSBackend, str, Message], bool]:
    """moto's question with one look at the queue, not three counts of all its messages."""

    def fresh(backend: SQSBackend, queue_name: str, message: Message) -> bool:
        return _expires_ms(backend.get_queue(queue_name), message) > now_ms()

    return fresh


def _expires_ms(queue: Queue, message: Message) -> int:
    retention_s = int(queue.message_retention_period)  # type: ignore[attr-defined]  # moto sets it by name
    return int(message.sent_timestamp or 0) + retention_s * 1000


def take_out(queue: Queue, ids: Collection[str]) -> None:
    """Delete messages by id, in one pass."""
    with LOCK:
        gone = [message for message in queue._messages if message.id in ids]
        for message in gone:
            queue.pending_messages.discard(message)
            queue.deleted_messages.update(one for one in message.all_receipt_handles if one)
        queue._messages = [message for message in queue._messages if message.id not in ids]


def drop_expired(queue: Queue, now_ms: int) -> None:
    """Drop what is older than the retention period; moto keeps it for ever."""
    with LOCK:
        queue._messages = [one for one in queue._messages if _expires_ms(queue, one) > now_ms]


def _locked(method: Callable[..., Any]) -> Callable[..., Any]:
    def locked(*args: Any, **kwargs: Any) -> Any:
        with LOCK:
            return method(*args, **kwargs)

    return locked


def _polling(receive: Callable[..., list[Message]]) -> Callable[..., list[Message]]:
    def receive_message(
        backend: SQSBackend,
        queue_name: str,
        count: int,
        wait_seconds_timeout: int,
        visibility_timeout: int,
        message_attribute_names: list[str] | None = None,
    ) -> list[Message]:
        end = monotonic() + wait_seconds_timeout
        while True:
            found = receive(
                backend, queue_name, count, 0, visibility_timeout, message_attribute_names
            )
            if found or monotonic() >= end:
                return found
            backend.get_queue(queue_name).wait_for_messages(POLL_SECONDS)  # type: ignore[arg-type]  # moto asks for int, waits any

    return receive_message
