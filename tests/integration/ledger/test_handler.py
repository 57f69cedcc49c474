"""The function as Lambda calls it, on moto's DynamoDB and SQS and the emulated Batch."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from batchdesk.emulator import EmulatorSwitches, install, uninstall
from batchdesk.emulator.events import Event
from batchshares.domain.moments import from_millis
from batchshares.domain.record import Record
from batchshares.domain.selection import Selection
from batchshares.errors import SettingsError
from tests.support.batch_world import BatchWorld
from tests.support.ledger_events import completed, started
from tests.support.ledger_function import Handler, environment, load_app
from tests.support.ledger_table import Stack, as_message, stack
from tests.support.service_jobs import ManualClock, payload

CONTEXT = SimpleNamespace(aws_request_id="one", get_remaining_time_in_millis=lambda: 30_000)


@dataclass
class WorldClock:
    """The function's clock is the emulator's."""

    world: ManualClock

    def now(self) -> Any:
        """Return the emulator's time."""
        return from_millis(self.world.now_ms())

    def sleep(self, seconds: float) -> None:
        """Nothing sleeps in these tests."""
        raise AssertionError(f"slept {seconds} s")


@dataclass
class Desk:
    """The function, the table it writes, and the Batch that makes its events."""

    world: BatchWorld
    opened: Stack
    handler: Handler

    def deliver(self, events: list[Event]) -> list[str]:
        """Hand events over in batches of ten; return what comes again."""
        failed: list[str] = []
        for first in range(0, len(events), 10):
            batch = [as_message(n, event) for n, event in enumerate(events[first : first + 10])]
            answer = self.handler({"Records": batch}, CONTEXT)
            failed += [one["itemIdentifier"] for one in answer["batchItemFailures"]]
        return failed

    def records(self) -> list[Record]:
        """Return all records, newest first."""
        now = from_millis(self.world.clock.now_ms())
        since, until = now - timedelta(days=2), now + timedelta(days=2)
        return self.opened.reader().records(Selection(since=since, until=until))


def opened_desk(folder: Path, switches: EmulatorSwitches) -> Iterator[Desk]:
    clock, events = ManualClock(), list[Event]()
    emulator = install(clock, publish=events.append, seed=1, switches=switches)
    try:
        with stack() as opened:
            world = BatchWorld(emulator, clock, events)
            handler = load_app().build(environment(folder, opened.dlq_url), WorldClock(clock))
            yield Desk(world, opened, handler)
    finally:
        uninstall()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    yield from opened_desk(tmp_path, EmulatorSwitches())


@pytest.mark.parametrize("completed_event", ["before", "after"])
@pytest.mark.parametrize("event_detail", ["full", "documented"])
def test_a_stop_played_by_batch_is_recorded_whatever_its_events_look_like(
    tmp_path: Path, event_detail: Any, completed_event: Any
) -> None:
    switches = EmulatorSwitches(event_detail=event_detail, completed_event=completed_event)
    for desk in opened_desk(tmp_path, switches):
        world = desk.world
        world.three_shares()
        long = payload(run_seconds=4000)
        world.submit("own", request=long, priority=3)
        victim = world.submit("borrower", request=long, priority=2, tags={"owner": "omar"})
        world.pass_seconds(60)
        world.submit("ranker", "product", request=payload(run_seconds=600))
        for _ in range(120):
            assert desk.deliver(world.events[:]) == []
            world.events.clear()
            world.pass_seconds(10)
        assert desk.deliver(world.events[:]) == []

        (record,) = desk.records()
        shown = ("job_id", "owner", "share", "cause", "outcome", "preempted_count")
        assert [record[name] for name in shown] == [
            victim,
            "omar",
            "research",
            "cross_share",
            "requeued",
            1,
        ]
        assert record["preemptor"]["job_name"] == "ranker"
        assert record["restarted_at"] is not None
        assert record["run_seconds"] > 0


def test_only_failed_messages_are_named_and_malformed_ones_are_set_aside(desk: Desk) -> None:
    bad = {**started(120), "resources": [], "detail": {}}

    assert desk.deliver([bad, completed(143), completed(143)]) == []

    ((body, reason),) = desk.opened.dead_letters()
    assert (json.loads(body), reason) == (bad, "no service-job ARN in detail or resources")
    assert len(desk.opened.items("OCC#")) == 1


def test_a_table_that_is_gone_returns_every_message_by_its_id(desk: Desk) -> None:
    desk.opened.dynamodb.delete_table(TableName="ledger")

    answer = desk.handler({"Records": [as_message(7, completed(143))]}, CONTEXT)

    assert answer == {"batchItemFailures": [{"itemIdentifier": "message-7"}]}


def test_a_tick_answers_nothing_and_sends_its_sign_of_life(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk.handler({"tick": "record_preemption"}, CONTEXT) == {}

    (line,) = capsys.readouterr().out.splitlines()
    sent = json.loads(line)
    (directive,) = sent["_aws"]["CloudWatchMetrics"]
    assert directive["Dimensions"] == [["stack", "service"]]
    assert (sent["stack"], sent["service"], sent["OldestDebtSeconds"]) == (
        "batchdesk",
        "record_preemption",
        [0.0],
    )


def test_counts_are_sent_by_stack_and_queue_and_logs_are_json(
    desk: Desk, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    # A service of its own: Powertools keeps one logger, and its stream, for each service.
    environ = environment(tmp_path, desk.opened.dlq_url)
    handler = load_app().build(
        {**environ, "POWERTOOLS_SERVICE_NAME": "logs"}, WorldClock(desk.world.clock)
    )
    handler({"Records": [as_message(1, started(120))]}, CONTEXT)

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (sent,) = [line for line in lines if "_aws" in line]
    assert sent["_aws"]["CloudWatchMetrics"][0]["Dimensions"] == [["stack", "queue"]]
    assert (sent["queue"], sent["PreemptionsStarted"]) == ("unknown", [1.0])
    (line,) = [line for line in lines if "message" in line]
    assert (line["message"], line["service"], line["stack"]) == (
        "PreemptionsStarted",
        "logs",
        "batchdesk",
    )


def test_what_was_counted_is_sent_although_the_invocation_fails(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [as_message(1, started(120)), {"messageId": "no message at all"}]

    with pytest.raises(KeyError):
        desk.handler({"Records": records}, CONTEXT)

    (sent,) = [line for line in capsys.readouterr().out.splitlines() if "_aws" in line]
    assert json.loads(sent)["PreemptionsStarted"] == [1.0]


def test_nothing_is_called_while_the_function_is_built(desk: Desk) -> None:
    assert desk.opened.calls.total() == 0


@pytest.mark.parametrize("name", ["LEDGER_TABLE", "QUEUE_ARNS", "POLICY_PATH", "INTAKE_DLQ_URL"])
def test_a_missing_variable_is_named(tmp_path: Path, name: str) -> None:
    environ = {**environment(tmp_path, "https://dlq"), name: " "}

    with pytest.raises(SettingsError, match=f"variable {name} is not set"):
        load_app().build(environ, WorldClock(ManualClock()))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"RETENTION_DAYS": "a year"}, "RETENTION_DAYS is 'a year'"),
        ({"POLICY_PATH": "/nowhere"}, "POLICY_PATH: no policy at /nowhere"),
    ],
)
def test_a_wrong_variable_says_what_is_allowed(
    tmp_path: Path, change: dict[str, str], words: str
) -> None:
    with pytest.raises(SettingsError, match=words):
        load_app().build({**environment(tmp_path, "x"), **change}, WorldClock(ManualClock()))
