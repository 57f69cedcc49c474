"""One message in, its facts in the ledger."""

from __future__ import annotations

from batchshares.events import PreemptionCompleted, PreemptionStarted, QueueBlocked, parse_event
from batchshares.usecases.ask_batch import AskBatch
from batchshares.usecases.desk import Desk
from batchshares.usecases.record_completed import record_completed
from batchshares.usecases.record_started import record_started
from batchshares.usecases.record_state import record_blocked, record_state


def record_preemption(desk: Desk, ask: AskBatch, body: str, receives: int) -> None:
    """Record one event, given for the `receives`-th time; EventError if it is malformed."""
    event = parse_event(body)
    if isinstance(event, PreemptionStarted):
        record_started(desk, ask, event, receives)
    elif isinstance(event, PreemptionCompleted):
        record_completed(desk, ask, event, receives)
    elif isinstance(event, QueueBlocked):
        record_blocked(desk, ask, event, receives)
    else:
        record_state(desk, ask, event, receives)
