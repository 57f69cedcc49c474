"""Which attempt a Started means, by what Batch shows of the job when the event is handled."""

from __future__ import annotations

from typing import Any

import pytest

from batchshares.domain.which_attempt import attempt_of_end, attempt_of_start
from tests.support.ledger_events import at, attempt, described, training_arn

FIRST = attempt(1, started=0, stopped=140)
SECOND = attempt(2, started=600, stopped=900)
NEVER_RAN = attempt(2, started=None, stopped=620)
BARE = attempt(2, started=None, stopped=None)


@pytest.mark.parametrize(
    ("seconds", "job", "number"),
    [
        pytest.param(120, {"latest": 1, "started_at": 0}, 1, id="it runs"),
        pytest.param(0, {"latest": 1, "started_at": 0.9}, 1, id="it began in that second"),
        pytest.param(
            120, {"status": "SCHEDULED", "latest": 1, "started_at": None}, 1, id="it has not begun"
        ),
        pytest.param(
            120,
            {"status": "RUNNABLE", "latest": 1, "preempted": [FIRST]},
            1,
            id="it has stopped meanwhile",
        ),
        pytest.param(
            120,
            {"latest": 2, "started_at": 600, "preempted": [FIRST]},
            1,
            id="the next runs already",
        ),
        pytest.param(
            880, {"status": "RUNNABLE", "preempted": [SECOND, FIRST]}, 2, id="the second of two"
        ),
        pytest.param(
            400,
            {"status": "RUNNABLE", "latest": 1, "preempted": [FIRST]},
            1,
            id="stamped up to five minutes late",
        ),
        pytest.param(
            260,
            {"latest": 2, "started_at": 200, "preempted": [FIRST]},
            2,
            id="a new stop soon after the last",
        ),
        pytest.param(
            610,
            {"status": "RUNNABLE", "latest": 2, "preempted": [NEVER_RAN, FIRST]},
            2,
            id="stopped before it ran",
        ),
        pytest.param(
            150,
            {"status": "SUCCEEDED", "latest": 1, "started_at": 0, "stopped_at": 160},
            1,
            id="the job outran the stop",
        ),
    ],
)
def test_the_attempt_that_held_machines_then_is_meant(
    seconds: float, job: dict[str, Any], number: int
) -> None:
    found = attempt_of_start(at(seconds), described(**job))

    assert found
    assert found.training_job_arn == training_arn(number)


@pytest.mark.parametrize(
    ("seconds", "job"),
    [
        pytest.param(
            500,
            {"status": "RUNNABLE", "latest": 1, "preempted": [FIRST]},
            id="over for more than five minutes",
        ),
        pytest.param(120, {"status": "RUNNABLE", "latest": 1}, id="it waits and lists no stop"),
        pytest.param(120, {"latest": 2, "started_at": 600}, id="the latest began later"),
        pytest.param(
            170,
            {"status": "SUCCEEDED", "latest": 1, "started_at": 0, "stopped_at": 160},
            id="the job had ended",
        ),
        pytest.param(
            120,
            {"status": "RUNNABLE", "latest": None, "preempted": [BARE]},
            id="the list has no times",
        ),
    ],
)
def test_where_nobody_can_tell_no_attempt_is_named(seconds: float, job: dict[str, Any]) -> None:
    assert attempt_of_start(at(seconds), described(**job)) is None


def test_an_end_belongs_to_the_last_stop_before_it() -> None:
    job = described("RUNNABLE", preempted=[SECOND, FIRST])

    ends = [attempt_of_end(at(seconds), job) for seconds in (143, 903, -60)]

    assert [one and one.training_job_arn for one in ends] == [
        training_arn(1),
        training_arn(2),
        None,
    ]
