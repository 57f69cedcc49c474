"""What each event costs: the figures that docs/ledger.md promises."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from batchshares.domain.preemptor import Snapshot
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

STOP = [attempt()]
TWO = [attempt(2, started=600, stopped=900), attempt()]


@pytest.fixture
def known(recorder: Recorder) -> Recorder:
    """A recorder whose Batch knows the job while its first attempt is being stopped."""
    recorder.batch.jobs[JOB_ID] = described()
    recorder.batch.fronts = Snapshot(used={"research": {"ml.g5.xlarge": 2}})
    return recorder


def cost(recorder: Recorder, *events: dict[str, Any]) -> tuple[Counter[str], Counter[str]]:
    """Return the calls on the table and on Batch that the events cost."""
    recorder.calls.clear()
    recorder.batch.calls.clear()
    assert recorder.take(*events) == []
    asked = Counter({name: n for name, n in recorder.batch.calls.items() if " " not in name})
    return Counter(recorder.calls), asked


def test_started_costs_a_describe_an_update_and_the_batchs_snapshot(known: Recorder) -> None:
    assert cost(known, started(120)) == ({"UpdateItem": 1}, {"describe": 1, "snapshot": 1})


def test_ten_started_of_a_queue_share_one_snapshot(known: Recorder) -> None:
    for number in range(10):
        known.batch.jobs[f"job-{number}"] = described(job_id=f"job-{number}")
    events = [started(120, job_id=f"job-{number}") for number in range(10)]

    assert cost(known, *events) == ({"UpdateItem": 10}, {"describe": 10, "snapshot": 1})


def test_ten_started_with_fronts_share_one_read_of_the_waiting_jobs_and_of_each_shares_limits(
    known: Recorder,
) -> None:
    known.batch.fronts = Snapshot(fronts={"product": "ranker", "research": "third"})
    known.take(state("RUNNABLE", 60, job_id="ranker", share="product"))
    for number in range(10):
        known.batch.jobs[f"job-{number}"] = described(job_id=f"job-{number}")
    events = [started(120, job_id=f"job-{number}") for number in range(10)]

    assert cost(known, *events) == (
        {"UpdateItem": 10, "BatchGetItem": 1, "Query": 1},
        {"describe": 10, "snapshot": 1},
    )


def test_completed_costs_one_update(known: Recorder) -> None:
    known.take(started(120))

    assert cost(known, completed(143)) == ({"UpdateItem": 1}, {})


def test_completed_without_its_started_costs_one_query_more(recorder: Recorder) -> None:
    assert cost(recorder, completed(143)) == ({"UpdateItem": 1, "Query": 1}, {})


def test_a_repeated_preemption_costs_a_keys_only_query_and_what_was_missing(
    known: Recorder,
) -> None:
    known.batch.jobs[JOB_ID] = described(latest=2, started_at=600)
    known.take(started(880))

    assert cost(known, completed(903, attempts=TWO, count=2)) == (
        {"UpdateItem": 2, "Query keys only": 1},
        {},
    )
    known.take(started(880))
    assert cost(known, completed(903, attempts=TWO, count=2)) == (
        {"UpdateItem": 1, "Query keys only": 1},
        {},
    )


@pytest.mark.parametrize(
    ("event", "updates"),
    [
        (state("RUNNABLE", 0), 1),
        (state("RUNNING", 60, latest=1, started_at=60), 2),
        (state("SUCCEEDED", 99, latest=1, started_at=60, stopped_at=99), 2),
        (state("RUNNABLE", 143, preempted=STOP), 2),
        (blocked(40, "CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY - Unable to provision"), 2),
    ],
)
def test_a_state_change_costs_at_most_two_updates(
    known: Recorder, event: dict[str, Any], updates: int
) -> None:
    assert cost(known, event) == ({"UpdateItem": updates}, {})


def test_the_running_of_a_later_attempt_costs_a_keys_only_query_and_an_update_more(
    known: Recorder,
) -> None:
    known.take(started(120), completed(143))
    again = state("RUNNING", 600, latest=2, started_at=600, preempted=STOP)

    assert cost(known, again) == ({"UpdateItem": 3, "Query keys only": 1}, {})


def test_only_what_neither_event_nor_ledger_knows_costs_a_describe(known: Recorder) -> None:
    assert cost(known, state("RUNNABLE", 0, documented=True)) == (
        {"UpdateItem": 2, "Query keys only": 1},
        {"describe": 1},
    )
    assert cost(known, state("SUCCEEDED", 9, latest=1, started_at=2, documented=True)) == (
        {"UpdateItem": 2},
        {},
    )


def test_a_duplicate_changes_nothing(known: Recorder) -> None:
    events = [started(120), completed(143), state("RUNNABLE", 143, preempted=STOP)]
    known.take(*events)
    before = repr(sorted(known.items(""), key=lambda item: str(item["sk"])))
    known.clock.sleep(60)
    known.take(*events)

    assert repr(sorted(known.items(""), key=lambda item: str(item["sk"]))) == before
