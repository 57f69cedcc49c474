"""The minute tick: what is owed is taken up, oldest first, by one worker at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from batchshares.domain.entries import Owing
from batchshares.errors import BatchUnavailableError, LedgerError, LedgerMovedError
from batchshares.usecases.ask_batch import AskBatch
from batchshares.usecases.desk import Desk
from batchshares.usecases.settle_debt import WORKS, Drain

VERB = "record"
OLDEST_DEBT = "OldestDebtSeconds"
# A lease outlives the invocation that took it by this much.
LEASE_SPARE = timedelta(seconds=30)
_STOP_AT_SECONDS_LEFT = 10.0


@dataclass(frozen=True)
class Turn:
    """One invocation's turn: who works, and how many seconds it still has."""

    holder: str
    seconds_left: Callable[[], float]


def drain_debts(desk: Desk, turn: Turn) -> None:
    """Take up what is due, oldest first, until it is done or time runs out.

    A quiet tick costs two queries. The figure is sent each time: its absence means that
    nobody drains. LedgerError where the table does not answer.
    """
    now = desk.clock.now()
    owing = sorted(
        (one for work in WORKS for one in desk.ledger.due(work, now)), key=lambda one: one.due
    )
    oldest = (now - owing[0].due).total_seconds() if owing else 0.0
    desk.meter.heartbeat(OLDEST_DEBT, oldest)
    until = now + timedelta(seconds=turn.seconds_left()) + LEASE_SPARE
    if not owing or not desk.ledger.take_lease(VERB, turn.holder, now, until):
        return
    try:
        _drain(desk, turn, owing)
    finally:
        desk.ledger.end_lease(VERB, turn.holder)


def _drain(desk: Desk, turn: Turn, owing: list[Owing]) -> None:
    drain = Drain(desk, AskBatch(desk, turn.seconds_left))
    for one in owing:
        if turn.seconds_left() < _STOP_AT_SECONDS_LEFT:
            desk.log.info("time is up", extra={"left_for_next_tick": True})
            return
        try:
            _take_up(drain, one)
        except BatchUnavailableError as error:
            desk.log.warning("debts wait", extra={"why": str(error)})
            return


def _take_up(drain: Drain, one: Owing) -> None:
    """One debt that cannot be settled stays owed and must not keep the others waiting."""
    names = {"job_id": one.job_id, "occurrence": one.name, "work": one.work}
    try:
        WORKS[one.work](drain, one)
    except LedgerMovedError as error:
        drain.forget(one.job_id)
        drain.desk.log.info("another was faster", extra={**names, "why": str(error)})
    except (BatchUnavailableError, LedgerError):
        raise
    except Exception as error:  # one poison debt must not hold up all others
        drain.forget(one.job_id)
        extra = {**names, "why": type(error).__name__}
        drain.desk.log.exception("failed unexpectedly, stays owed", extra=extra)
