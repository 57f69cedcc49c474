"""A batch of messages: each stands for itself, and only those that failed come again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from batchshares.errors import BatchdeskError, EventError
from batchshares.usecases.ask_batch import AskBatch
from batchshares.usecases.desk import Desk
from batchshares.usecases.ports import DeadLetters
from batchshares.usecases.record_preemption import record_preemption


@dataclass(frozen=True)
class Message:
    """A message of the intake; `receives` counts how often it has been handed out."""

    message_id: str
    body: str
    receives: int = 1


def take_intake(
    desk: Desk, dead: DeadLetters, messages: Iterable[Message], seconds_left: Callable[[], float]
) -> list[str]:
    """Record every message; return the ids of those that must come again.

    `seconds_left` says how long the invocation may still last: Batch is not asked at its end.
    """
    ask = AskBatch(desk, seconds_left)
    return [one.message_id for one in messages if not _is_done(desk, ask, dead, one)]


def _is_done(desk: Desk, ask: AskBatch, dead: DeadLetters, message: Message) -> bool:
    try:
        _take(desk, ask, dead, message)
    except BatchdeskError as error:
        extra = {"message_id": message.message_id, "why": str(error)}
        desk.log.warning("comes again", extra=extra)
        return False
    except Exception as error:  # one bad message must not return the other nine
        extra = {"message_id": message.message_id, "why": type(error).__name__}
        desk.log.exception("failed unexpectedly, comes again", extra=extra)
        return False
    return True


def _take(desk: Desk, ask: AskBatch, dead: DeadLetters, message: Message) -> None:
    try:
        record_preemption(desk, ask, message.body, message.receives)
    except EventError as error:
        dead.send(message.body, str(error))
        desk.meter.count("Malformed", None)
        desk.log.warning("malformed", extra={"message_id": message.message_id, "why": str(error)})
