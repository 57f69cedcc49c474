"""State changes: the job's last state, every run, and why a job waits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.ledger_desk import Recorder
from tests.support.ledger_events import (
    JOB_ID,
    QUEUE_ARN,
    attempt,
    blocked,
    described,
    started,
    state,
    training_arn,
)

NAME = training_arn().rpartition("/")[2]
LIMIT = "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - Job requirements exceed …"


def test_a_run_is_kept_from_running_to_its_end(recorder: Recorder) -> None:
    end = [attempt(stopped=900, reason="Received status from SageMaker: Training job completed")]
    recorder.take(
        state("RUNNING", 0, latest=1, started_at=0),
        state("SUCCEEDED", 901, latest=1, started_at=0, stopped_at=900, attempts=end),
    )

    (run,) = recorder.items("ATT#")
    kept = {key: run[key] for key in ("started_at", "ended_at", "ending", "share", "priority")}
    assert kept == {
        "started_at": "2026-12-01T09:00:00.000Z",
        "ended_at": "2026-12-01T09:15:00.000Z",
        "ending": "succeeded",
        "share": "research",
        "priority": 2,
    }
    assert (run["by_day_pk"], run["instances"]) == ("RUNS#2026-12-01", {"ml.g5.xlarge": 1})


@pytest.mark.parametrize(
    ("event", "ending"),
    [
        (state("RUNNABLE", 143, preempted=[attempt()]), "preempted"),
        (state("RUNNABLE", 143, attempts=[attempt(reason="AlgorithmError")]), "failed"),
        (state("FAILED", 143, latest=1, started_at=0, stopped_at=140), "failed"),
        (state("FAILED", 143, latest=1, preempted=[attempt()]), "preempted"),
        (
            state("FAILED", 143, latest=1, started_at=0, stopped_at=140, isTerminated=True),
            "terminated",
        ),
    ],
)
def test_a_run_says_how_it_ended(recorder: Recorder, event: dict[str, Any], ending: str) -> None:
    recorder.take(event)

    (run,) = recorder.items("ATT#")
    assert run["ending"] == ending


def test_a_capacity_retry_is_no_run(recorder: Recorder) -> None:
    recorder.take(state("RUNNABLE", 0), state("RUNNABLE", 50, latest=1))

    assert recorder.items("ATT#") == []


def test_the_job_leaves_the_living_when_it_ends(recorder: Recorder) -> None:
    recorder.take(state("RUNNABLE", 0))
    (job,) = recorder.items("JOB")
    assert (job["by_share_pk"], job["by_share_sk"]) == (
        "LIVE#training#research",
        f"2026-12-01T08:50:00.000Z#{JOB_ID}",
    )

    recorder.take(state("SUCCEEDED", 900, latest=1, started_at=0, stopped_at=899))

    (job,) = recorder.items("JOB")
    assert "by_share_pk" not in job
    assert job["ttl"] == 1796116500 + 90 * 86400


def test_two_states_of_one_second_are_told_apart_by_what_the_detail_knows(
    recorder: Recorder,
) -> None:
    recorder.take(
        state("RUNNABLE", 143, preempted=[attempt(stopped=143.2)]),
        state("RUNNING", 143, latest=1, started_at=143.0),
    )

    (job,) = recorder.items("JOB")
    assert job["status"] == "RUNNABLE"


def test_what_no_event_says_is_asked_of_batch_once(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", latest=None, started_at=None, priority=7)
    recorder.take(
        state("RUNNABLE", 0, documented=True),
        state("RUNNING", 60, latest=1, started_at=60, documented=True),
    )

    assert recorder.batch.calls["describe"] == 1
    (job,) = recorder.items("JOB")
    assert (job["share"], job["team"], job["base"], job["owner"]) == (
        "research",
        "research",
        7,
        "mira",
    )
    (run,) = recorder.items("ATT#")
    assert (run["share"], run["priority"]) == ("research", 7)


def test_an_end_that_was_only_seen_yields_to_the_one_batch_tells(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(
        state("RUNNING", 0, latest=1, started_at=0, documented=True),
        state("RUNNABLE", 143, documented=True),
    )
    (run,) = recorder.items("ATT#")
    assert (run["ended_at"], run["exact"]) == ("2026-12-01T09:02:23.000Z", False)

    recorder.take(state("RUNNABLE", 143, preempted=[attempt()]))

    (run,) = recorder.items("ATT#")
    assert (run["ended_at"], run["exact"]) == ("2026-12-01T09:02:20.669Z", True)


@pytest.mark.parametrize("seen", [blocked(40, LIMIT), state("RUNNABLE", 40, reason=LIMIT)])
def test_a_blocked_job_says_why_whichever_event_brings_it(
    recorder: Recorder, seen: dict[str, Any]
) -> None:
    recorder.take(seen, blocked(90, LIMIT))

    (item,) = recorder.items("BLOCK#")
    assert item["sk"] == "BLOCK#MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED"
    assert (item["at"], item["reason"]) == ("2026-12-01T09:00:40.000Z", LIMIT)
    assert (item["share"], item["team"]) == ("research", "research")


def test_a_queue_blocked_that_tells_little_is_completed_by_one_description(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", latest=None, started_at=None)
    recorder.take(blocked(40, LIMIT, documented=True), state("RUNNABLE", 40, documented=True))

    (item,) = recorder.items("BLOCK#")
    told = (item["job_name"], item["queue"], item["share"], item["team"])
    assert told == ("protein-lm-small", "training", "research", "research")
    assert recorder.batch.calls["describe"] == 1


def test_a_blocked_row_written_bare_is_completed_with_its_job(recorder: Recorder) -> None:
    recorder.batch.throttled = 1
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(blocked(40, LIMIT, documented=True), receives=3)
    (item,) = recorder.items("BLOCK#")
    assert "share" not in item

    recorder.batch.throttled = 0
    recorder.take(state("RUNNING", 60, latest=1, started_at=60, documented=True))

    (item,) = recorder.items("BLOCK#")
    assert (item["share"], item["team"]) == ("research", "research")
    assert item["at"] == "2026-12-01T09:00:40.000Z"


def test_the_earliest_of_two_blocked_events_stays(recorder: Recorder) -> None:
    recorder.take(blocked(90, LIMIT), blocked(40, LIMIT))

    (item,) = recorder.items("BLOCK#")
    assert item["at"] == "2026-12-01T09:00:40.000Z"


def test_a_foreign_state_change_is_counted_and_not_recorded(recorder: Recorder) -> None:
    foreign: dict[str, Any] = {"jobQueue": QUEUE_ARN + "-of-others"}
    recorder.take(state("RUNNABLE", 0, **foreign), blocked(9, LIMIT, **foreign))

    assert recorder.items("") == []
    assert recorder.meter.counts == {"Foreign": 2}


def test_a_restart_is_noted_on_the_stop_that_led_to_it(recorder: Recorder) -> None:
    second = [attempt(2, started=600, stopped=900), attempt()]
    recorder.take(
        state("RUNNING", 600, latest=2, started_at=600, preempted=[attempt()]),
        state("RUNNING", 1200, latest=3, started_at=1200, preempted=second),
    )

    assert [one["restarted_at"] for one in recorder.records()] == [
        "2026-12-01T09:20:00Z",
        "2026-12-01T09:10:00Z",
    ]


def test_a_started_does_not_make_the_job_item(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120))

    assert recorder.items("JOB") == []
