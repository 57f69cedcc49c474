"""What the ledger asks of DynamoDB in its own grammar: each kind of write once, on moto."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from batchshares.adapters.ledger import Table
from batchshares.errors import LedgerMovedError
from tests.support.ledger_desk import Recorder
from tests.support.ledger_events import (
    JOB_ID,
    attempt,
    blocked,
    completed,
    described,
    started,
    state,
)
from tests.support.ledger_table import Stack


def test_a_wrong_pair_is_parted_and_joined_anew(recorder: Recorder) -> None:
    second = attempt(2, started=None, stopped=900)
    recorder.take(started(120), completed(903, attempts=[second], count=2))
    assert len(recorder.records()) == 1

    recorder.take(started(880), completed(143))

    newer, older = recorder.records()
    assert (newer["preemption_started_at"], older["preemption_started_at"]) == (
        "2026-12-01T09:14:40Z",
        "2026-12-01T09:02:00Z",
    )


def test_two_writers_of_one_merge_do_it_once(recorder: Recorder) -> None:
    ledger, now = recorder.desk.ledger, recorder.clock.at
    recorder.take(started(120))
    (source,) = ledger.story(JOB_ID).stops
    recorder.take(completed(143))
    (target,) = ledger.story(JOB_ID).stops

    with pytest.raises(LedgerMovedError):
        ledger.merge(source, target, now)
    assert len(ledger.story(JOB_ID).stops) == 1


def test_debts_are_found_by_their_due_time_and_done(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=[attempt()])
    recorder.take(completed(143))
    ledger = recorder.desk.ledger
    assert ledger.due("ENRICH", recorder.clock.at) == []

    recorder.settle()

    assert recorder.only()["owner"] == "mira"
    assert ledger.due("ENRICH", recorder.clock.at + timedelta(days=1)) == []


def test_a_lease_has_one_holder(recorder: Recorder) -> None:
    ledger, now = recorder.desk.ledger, recorder.clock.at
    until = now + timedelta(seconds=60)

    assert ledger.take_lease("record", "one", now, until)
    assert not ledger.take_lease("record", "two", now, until)
    ledger.end_lease("record", "two")
    assert not ledger.take_lease("record", "two", now, until)
    ledger.end_lease("record", "one")
    assert ledger.take_lease("record", "two", now, until)


def test_the_newest_state_wins_and_an_older_one_adds_what_it_knows(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(
        state("RUNNING", 60, latest=1, started_at=60, documented=True, priority=9),
        state("RUNNABLE", 0, priority=1),
        state("RUNNABLE", 143, preempted=[attempt(started=60)]),
    )

    story = recorder.desk.ledger.story(JOB_ID)
    assert story.job
    assert (story.job.status, story.job.base, story.job.share) == ("RUNNABLE", 1, "research")
    (run,) = story.runs
    assert (run.ending, run.exact) == ("preempted", True)


def test_listings_find_stops_by_day_share_and_team_and_blocked_jobs(
    recorder: Recorder, opened: Stack
) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(
        started(120),
        completed(143),
        blocked(40, "MISCONFIGURATION:SERVICE_ENVIRONMENT_MAX_RESOURCE - Service environment(s)"),
    )

    for filters in (
        {},
        {"share": "training/research"},
        {"share": "research"},
        {"team": "research"},
    ):
        assert len(recorder.records(**filters)) == 1, filters
    assert recorder.records(share="training/product") == []
    assert recorder.records(team="product") == []
    found = {
        index: opened.dynamodb.scan(TableName="ledger", IndexName=index)["Count"]
        for index in ("by_share", "by_team", "by_day", "owed_notice", "owed_work")
    }
    # The stop, the blocked job by its day, and the living job by its share.
    assert found == {"by_share": 2, "by_team": 1, "by_day": 2, "owed_notice": 0, "owed_work": 1}


class HalfHearted:
    """A client that reads one of the keys it is asked for and leaves the others."""

    def batch_get_item(self, RequestItems: dict[str, Any]) -> dict[str, Any]:  # noqa: N803
        """Answer as DynamoDB does when it is short of capacity."""
        ((table, request),) = RequestItems.items()
        first, *rest = request["Keys"]
        assert len(rest) < 100
        left = {table: {"Keys": rest}} if rest else {}
        return {"Responses": {table: [first]}, "UnprocessedKeys": left}


def test_keys_that_dynamodb_leaves_unread_are_asked_for_again() -> None:
    client: Any = HalfHearted()
    keys = [{"pk": f"JOB#{number}", "sk": "JOB"} for number in range(120)]

    assert sorted(Table(lambda: client, "ledger").get_many(keys), key=str) == sorted(keys, key=str)
