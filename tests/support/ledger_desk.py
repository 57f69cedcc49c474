"""record_preemption put together for tests: the real ledger adapter, a fake Batch and clock."""

from __future__ import annotations

import itertools
import traceback
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from batchshares.adapters.dead_letters import SqsDeadLetters
from batchshares.adapters.ledger import DynamoLedger, LedgerReader, Table
from batchshares.domain.moments import stamp
from batchshares.domain.policy import Notify, Platform, Policy, Queue, Share
from batchshares.domain.record import Record
from batchshares.domain.selection import Selection
from batchshares.usecases.desk import Desk
from batchshares.usecases.drain_debts import Turn, drain_debts
from batchshares.usecases.ports import DeadLetters
from batchshares.usecases.take_intake import Message, take_intake
from tests.support.ledger_batch import FakeBatch
from tests.support.ledger_events import QUEUE_ARN, START
from tests.support.ledger_memory import MemoryTable
from tests.support.ledger_table import TABLE, Stack, as_message


@dataclass
class ManualClock:
    """Stands still until a test moves it."""

    at: datetime = START + timedelta(hours=1)

    def now(self) -> datetime:
        """Return the time set."""
        return self.at

    def sleep(self, seconds: float) -> None:
        """Let that many seconds pass at once."""
        self.at += timedelta(seconds=seconds)


@dataclass
class ListLog:
    """Keeps every line."""

    lines: list[tuple[str, Mapping[str, object]]] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)

    def info(self, message: str, /, *, extra: Mapping[str, object]) -> None:
        """Keep the line."""
        self.lines.append((message, extra))

    def warning(self, message: str, /, *, extra: Mapping[str, object]) -> None:
        """Keep the line."""
        self.lines.append((message, extra))

    def exception(self, message: str, /, *, extra: Mapping[str, object]) -> None:
        """Keep the line, and the traceback of what is being handled."""
        self.lines.append((message, extra))
        self.tracebacks.append(traceback.format_exc())


@dataclass
class CountingMeter:
    """Keeps counts by metric, and figures."""

    counts: Counter[str] = field(default_factory=Counter)
    by_queue: Counter[tuple[str, str | None]] = field(default_factory=Counter)
    figures: dict[str, float] = field(default_factory=dict)

    def count(self, metric: str, queue: str | None) -> None:
        """Add one."""
        self.counts[metric] += 1
        self.by_queue[metric, queue] += 1

    def heartbeat(self, metric: str, value: float) -> None:
        """Keep the figure."""
        self.figures[metric] = value


def a_share(name: str, team: str | None, *, limit: int = 1, in_share: bool = False) -> Share:
    """Return a share of the scenario's kind."""
    borrows = name == "research"
    return Share(
        name=name,
        team=team,
        limits={"ml.g5.xlarge": limit},
        sharing="lend_and_borrow" if borrows else "lend",
        borrow_limit=200 if borrows else 0,
        in_share_preemption=in_share,
        interruptible=True,
    )


def a_policy() -> Policy:
    """Return the scenario's policy: research borrows and preempts in-share, product lends."""
    shares = [
        a_share("research", "research", in_share=True),
        a_share("product", "product"),
        a_share("safety", "safety"),
    ]
    queue = Queue(
        name="training",
        service_environment="training-env",
        scheduling_policy="training-policy",
        capacity={"ml.g5.xlarge": 3},
        priority=1,
        state="enabled",
        tags={},
        shares={share.name: share for share in shares},
        blocked_after_minutes=None,
    )
    return Policy(
        digest="0123456789ab",
        owner_tag="owner",
        platform=Platform(channel=None),
        people={},
        queues={"training": queue},
        teams={},
        notify=Notify(mode="observe", group_wait_seconds=60),
        sections={},
    )


@dataclass
class DeadLetterList:
    """Keeps what nobody could understand."""

    letters: list[tuple[str, str]] = field(default_factory=list)

    def send(self, body: str, reason: str) -> None:
        """Keep the message and why."""
        self.letters.append((body, reason))


@dataclass
class Recorder:
    """A ledger with record_preemption in front of it."""

    table: Table
    dead: DeadLetters = field(default_factory=DeadLetterList)
    batch: FakeBatch = field(default_factory=FakeBatch)
    clock: ManualClock = field(default_factory=ManualClock)
    log: ListLog = field(default_factory=ListLog)
    meter: CountingMeter = field(default_factory=CountingMeter)
    policy: Policy = field(default_factory=a_policy)

    def __post_init__(self) -> None:
        """Let a slow Batch take its time of the same clock."""
        self.batch.sleep = self.clock.sleep

    @property
    def desk(self) -> Desk:
        """What the use cases work with."""
        return Desk(
            ledger=DynamoLedger(self.table, timedelta(days=400)),
            batch=self.batch,
            policy=self.policy,
            queues=frozenset({QUEUE_ARN}),
            clock=self.clock,
            meter=self.meter,
            log=self.log,
        )

    def take(
        self, *events: Mapping[str, Any] | str, receives: int = 1, seconds_left: float = 30.0
    ) -> list[str]:
        """Hand the events over, ten a batch; return the ids that come again."""
        failed: list[str] = []
        end = self.clock.at + timedelta(seconds=seconds_left)

        def left() -> float:
            return (end - self.clock.at).total_seconds()

        numbered = (as_message(number, event) for number, event in enumerate(events))
        while batch := list(itertools.islice(numbered, 10)):
            messages = [Message(one["messageId"], one["body"], receives) for one in batch]
            failed += take_intake(self.desk, self.dead, messages, left)
        return failed

    def tick(self, seconds_left: float = 30.0, holder: str = "worker") -> None:
        """Let the minute schedule ring once."""
        drain_debts(self.desk, Turn(holder, lambda: seconds_left))

    def wait(self, minutes: float) -> None:
        """Let time pass, the schedule ringing each minute."""
        for _ in range(int(minutes)):
            self.clock.at += timedelta(minutes=1)
            self.tick()

    def settle(self) -> None:
        """Let enough time pass that what is owed is taken up, and what that owes again."""
        for _ in range(2):
            self.clock.at += timedelta(minutes=6)
            self.tick()

    def records(self, **filters: Any) -> list[Record]:
        """Return all records, newest first."""
        since = START - timedelta(days=2)
        selection = Selection(since=since, until=START + timedelta(days=2), **filters)
        return LedgerReader(self.table).records(selection)

    @property
    def calls(self) -> Counter[str]:
        """The calls made on a table in memory."""
        assert isinstance(self.table, MemoryTable)
        return self.table.calls

    def fail_table_at(self, call: int, error: BaseException) -> None:
        """Let the `call`-th write from now on raise instead."""
        assert isinstance(self.table, MemoryTable)
        self.table.fails = {self.table.calls.total() + call: error}

    def limits(self, share: str, seconds: float, limits: Mapping[str, int]) -> None:
        """Record the limits of a share from so many seconds after nine on."""
        assert isinstance(self.table, MemoryTable)
        since = stamp(START + timedelta(seconds=seconds))
        key = {"pk": f"SHARE#training#{share}", "sk": f"LIMITS#{since}"}
        self.table.put({**key, "limits": dict(limits)})

    def items(self, begins: str) -> list[dict[str, Any]]:
        """Return a table in memory's items whose sort key begins so."""
        assert isinstance(self.table, MemoryTable)
        return self.table.items(begins)

    def only(self) -> Record:
        """Return the one record there must be."""
        (record,) = self.records()
        return record


def timeless(records: Iterable[Record]) -> list[Record]:
    """Return the records without the two times that say when the ledger heard of it."""
    hidden = ("first_seen_at", "last_changed_at")
    return [{key: one[key] for key in one if key not in hidden} for one in records]


def utc(text: str) -> datetime:
    """Return an instant of the scenario's day."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def in_memory() -> Recorder:
    """Return a recorder on an empty table in memory."""
    return Recorder(MemoryTable())


def on_moto(opened: Stack) -> Recorder:
    """Return a recorder on moto's DynamoDB and SQS."""
    dead = SqsDeadLetters(lambda: opened.sqs, opened.dlq_url)
    return Recorder(Table(lambda: opened.dynamodb, TABLE), dead)
