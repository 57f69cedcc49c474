"""The run that a stop ended: exact times or none, and never written over an exact end."""

from __future__ import annotations

import pytest

from batchshares.domain.job_view import Attempt
from batchshares.domain.preemptor import Snapshot
from batchshares.domain.run import Run, preempted_run
from tests.support.ledger_events import at, training_arn

STOPPED = Attempt(training_arn(), at(0), at(140))
BARE = Attempt(training_arn())
BEGUN = Run("job", STOPPED.name, at(0))
WHOLE = Run("job", STOPPED.name, at(0), at(140), "preempted")


@pytest.mark.parametrize("told", [[STOPPED], [BARE, STOPPED]])
def test_the_first_attempt_told_with_its_stop_ends_the_run(told: list[Attempt]) -> None:
    assert preempted_run("job", told, []) == WHOLE


def test_a_begin_that_batch_leaves_out_is_the_runs_own() -> None:
    told = [Attempt(training_arn(), None, at(140))]

    assert preempted_run("job", told, [BEGUN]) == WHOLE
    assert preempted_run("job", told, []) is None


def test_an_attempt_without_the_time_it_stopped_ends_nothing() -> None:
    assert preempted_run("job", [BARE], [BEGUN]) is None


def test_an_exact_end_stays_and_one_that_was_only_seen_does_not() -> None:
    seen = Run("job", STOPPED.name, at(0), at(143), "requeued", exact=False)

    assert preempted_run("job", [STOPPED], [WHOLE]) is None
    assert preempted_run("job", [STOPPED], [seen]) == WHOLE


@pytest.mark.parametrize(("total", "most"), [(None, 0), ({"gpu": 2}, 0), ({"gpu": 5}, 3), ({}, 0)])
def test_a_share_not_listed_uses_at_most_what_the_listed_ones_leave(
    total: dict[str, int] | None, most: int
) -> None:
    snapshot = Snapshot(used={"a": {"gpu": 2}}, total=total)

    assert snapshot.used_at_most("b", "gpu") == most
    assert snapshot.used_at_most("a", "gpu") == 2
