"""The record is a projection: every field from a fact, null where there is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from batchshares.domain.facts import Closed, Completed, Enriched, Listed, Started
from batchshares.domain.job_view import Attempt
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.record import record_of
from tests.support.ledger_events import CROSS, at, training_arn

BARE = Occurrence("job-1", "~1796115720", None, at(120), at(3600), at(3600))
ATTEMPT = Attempt(training_arn(), at(0), at(140), CROSS)
COMPLETED = Completed(at(143), "RUNNABLE", ATTEMPT, 2)


def enriched(**more: Any) -> Enriched:
    fields: dict[str, Any] = {
        "job_name": "protein-lm-small",
        "owner": None,
        "lineage_id": "job-1",
        "queue": "training",
        "share": "research",
        "team": None,
        "instances": {"ml.g5.xlarge": 2},
        "priority": 0,
        "retries": "unlimited",
        "training_job_arn": training_arn(),
        "attempt_started_at": at(0),
        "attempt_stopped_at": None,
        "stops_before": 1,
    }
    return Enriched(**{**fields, **more})


def test_a_bare_record_guesses_nothing() -> None:
    known = {name: value for name, value in record_of(BARE).items() if value is not None}

    assert known == {
        "occurrence_id": "job-1/~1796115720",
        "job_id": "job-1",
        "lineage_id": "job-1",
        "cause": "unknown",
        "outcome": "in_progress",
        "notice": "suppressed",
        "resubmission": "none",
        "source": "event",
        "first_seen_at": "2026-12-01T10:00:00Z",
        "last_changed_at": "2026-12-01T10:00:00Z",
    }


def test_the_keys_are_the_contracts_in_its_order() -> None:
    assert " ".join(record_of(BARE)) == (
        "occurrence_id job_id job_arn job_name owner lineage_id queue share team instances "
        "priority training_job_arn cause reason attempt_started_at preemption_started_at "
        "stopped_at completed_at restarted_at crashed_at run_seconds outcome preempted_count "
        "preemption_retries preemptor checkpoint lost_instance_seconds lost_cost notice "
        "resubmission resubmission_reason resubmitted_as source first_seen_at last_changed_at"
    )


@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        ({"started": Started(at(120), "RUNNING", None)}, "in_progress"),
        ({"completed": COMPLETED}, "requeued"),
        ({"completed": replace(COMPLETED, status="FAILED")}, "failed"),
        ({"listed": Listed(ATTEMPT, "RUNNABLE", 1, "sweep")}, "requeued"),
        ({"listed": Listed(ATTEMPT, "FAILED", 1, "sweep")}, "failed"),
        ({"closed": Closed(at(160))}, "averted"),
        ({"closed": Closed(at(160)), "completed": COMPLETED}, "requeued"),
        ({"closed": Closed(at(160)), "listed": Listed(ATTEMPT, "FAILED", 1, "sweep")}, "failed"),
    ],
)
def test_the_outcome_is_what_batch_says_before_what_we_concluded(
    facts: dict[str, Any], outcome: str
) -> None:
    assert record_of(replace(BARE, **facts))["outcome"] == outcome


@pytest.mark.parametrize(
    ("facts", "seconds"),
    [
        ({"completed": COMPLETED}, 140),
        ({"completed": replace(COMPLETED, attempt=Attempt("a", at(0.9), at(140.5)))}, 139),
        ({"completed": replace(COMPLETED, attempt=Attempt("a", None, at(140)))}, None),
        ({"completed": replace(COMPLETED, attempt=None)}, None),
        ({"started": Started(at(120), "STARTING", None), "completed": COMPLETED}, 0),
        ({"started": Started(at(120), "SCHEDULED", None)}, 0),
        ({"started": Started(at(120), "RUNNING", None)}, None),
        ({"completed": replace(COMPLETED, attempt=Attempt("a", at(9), at(8)))}, 0),
    ],
)
def test_run_seconds_are_whole_and_null_where_unknown(
    facts: dict[str, Any], seconds: int | None
) -> None:
    assert record_of(replace(BARE, **facts))["run_seconds"] == seconds


@pytest.mark.parametrize(
    ("facts", "count"),
    [
        ({"enriched": enriched()}, 1),
        ({"enriched": enriched(), "closed": Closed(at(160))}, 1),
        ({"enriched": enriched(), "completed": replace(COMPLETED, count=None)}, 2),
        ({"enriched": enriched(stops_before=7), "completed": COMPLETED}, 2),
        ({"listed": Listed(ATTEMPT, "RUNNABLE", 4, "event")}, 4),
        ({"completed": replace(COMPLETED, count=None)}, None),
    ],
)
def test_a_stop_counts_once_it_took_effect(facts: dict[str, Any], count: int | None) -> None:
    assert record_of(replace(BARE, **facts))["preempted_count"] == count


def test_priority_zero_is_a_priority() -> None:
    assert record_of(replace(BARE, enriched=enriched()))["priority"] == 0


def test_batchs_words_overrule_what_was_inferred() -> None:
    stop = replace(BARE, enriched=enriched(cause="in_share"))

    assert record_of(stop)["cause"] == "in_share"
    assert record_of(replace(stop, completed=COMPLETED))["cause"] == "cross_share"


def test_the_reason_is_batchs_without_the_prefix_of_a_stop_under_way() -> None:
    stop = replace(BARE, started=Started(at(120), "RUNNING", f"PREEMPTION_IN_PROGRESS: {CROSS}"))

    assert record_of(stop)["reason"] == CROSS


def test_what_only_the_sweep_found_says_so() -> None:
    swept = replace(BARE, listed=Listed(ATTEMPT, "RUNNABLE", 1, "sweep"))

    assert record_of(swept)["source"] == "sweep"
    assert record_of(replace(swept, completed=COMPLETED))["source"] == "event"
