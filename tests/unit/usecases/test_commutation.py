"""Facts commute: any order, any repetition, the same records and the same items."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from batchshares.domain.job_view import JobView
from tests.support.ledger_desk import Recorder, in_memory, timeless
from tests.support.ledger_events import JOB_ID, attempt, completed, described, started, state

STOPS = [
    attempt(2, started=600.5, stopped=900.25),
    attempt(1, started=1.5, stopped=140.669),
]
HISTORY: list[dict[str, Any]] = [
    state("RUNNABLE", -500),
    state("RUNNING", 1, latest=1, started_at=1.5),
    started(120),
    completed(143, attempts=STOPS[1:], count=1),
    state("RUNNABLE", 143, latest=1, preempted=STOPS[1:]),
    state("RUNNING", 600, latest=2, started_at=600.5, preempted=STOPS[1:]),
    started(880),
    completed(903, attempts=STOPS, count=2),
    state("RUNNABLE", 903, latest=2, preempted=STOPS),
    state("RUNNING", 1200, latest=3, started_at=1200.75, preempted=STOPS),
    state("SUCCEEDED", 2000, latest=3, started_at=1200.75, stopped_at=1999, preempted=STOPS),
]


def played(events: list[dict[str, Any]], job: JobView | None) -> Recorder:
    recorder = in_memory()
    if job:
        recorder.batch.jobs[JOB_ID] = job
    assert recorder.take(*events) == []
    recorder.settle()
    return recorder


def whole(recorder: Recorder) -> str:
    """All items but for what says when and how often the ledger heard of them."""
    # `listed` is a second witness of a stop: written only by whoever came before its own events.
    hidden = {"listed", "first_seen_at", "last_changed_at", "story", "at", "ttl"}
    hidden |= {f"by_{index}_{part}" for index in ("day", "team", "share") for part in ("pk", "sk")}
    items = [
        {key: value for key, value in item.items() if key not in hidden or item["sk"] == "JOB"}
        for item in recorder.items("")
        if item["sk"] != "STATE"  # a lease that was taken leaves its empty item
    ]
    for item in items:
        item.get("started", {}).pop("by_time", None)
    return json.dumps(sorted(items, key=lambda item: str(item["sk"])), sort_keys=True)


@settings(max_examples=40, deadline=None)
@given(st.permutations(HISTORY), st.lists(st.sampled_from(HISTORY), max_size=6))
def test_the_events_of_a_known_job_commute(
    order: list[dict[str, Any]], again: list[dict[str, Any]]
) -> None:
    job = described("SUCCEEDED", latest=3, started_at=1200.75, stopped_at=1999, preempted=STOPS)
    straight = played(HISTORY, job)
    shuffled = played([*order, *again], job)

    assert timeless(shuffled.records()) == timeless(straight.records())
    assert whole(shuffled) == whole(straight)
    newer, older = straight.records()
    assert (older["restarted_at"], newer["restarted_at"]) == (
        "2026-12-01T09:10:00.500Z",
        "2026-12-01T09:20:00.750Z",
    )


@settings(max_examples=40, deadline=None)
@given(st.permutations(HISTORY), st.lists(st.sampled_from(HISTORY), max_size=6))
def test_the_events_of_a_job_that_batch_has_forgotten_commute(
    order: list[dict[str, Any]], again: list[dict[str, Any]]
) -> None:
    straight = played(HISTORY, None)
    shuffled = played([*order, *again], None)

    assert timeless(shuffled.records()) == timeless(straight.records())
    assert whole(shuffled) == whole(straight)
    assert [record["outcome"] for record in straight.records()] == ["requeued", "requeued"]
