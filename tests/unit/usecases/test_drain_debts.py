"""The minute tick: what is owed is done when it is due, by one worker at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from batchshares.errors import LedgerError
from tests.support.ledger_desk import Recorder
from tests.support.ledger_events import (
    JOB_ID,
    START,
    attempt,
    completed,
    described,
    started,
    state,
    training_arn,
)


def test_a_stop_the_job_outran_is_averted_five_minutes_after_its_end(recorder: Recorder) -> None:
    recorder.clock.at = START + timedelta(seconds=121)
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120))
    recorder.batch.jobs[JOB_ID] = described("SUCCEEDED", stopped_at=160)
    recorder.take(state("SUCCEEDED", 160, latest=1, started_at=0, stopped_at=160))

    recorder.wait(5)
    assert recorder.only()["outcome"] == "in_progress"
    recorder.wait(1)

    record = recorder.only()
    assert (record["outcome"], record["completed_at"]) == ("averted", None)
    assert recorder.meter.counts["PreemptionsAverted"] == 1
    assert recorder.meter.counts["PreemptionsCompleted"] == 0
    recorder.wait(10)
    assert not any("owes_work" in item for item in recorder.items("OCC#"))


def test_a_completed_overrules_averted(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120))
    recorder.batch.jobs[JOB_ID] = described("FAILED", stopped_at=160)
    recorder.wait(6)
    assert recorder.only()["outcome"] == "averted"

    recorder.take(completed(163, status="FAILED", attempts=[attempt(stopped=160)]))

    assert recorder.only()["outcome"] == "failed"
    recorder.wait(12)
    assert not any("owes_work" in item for item in recorder.items("OCC#"))


def test_a_stop_that_still_goes_on_is_looked_at_again_ever_more_rarely(recorder: Recorder) -> None:
    recorder.clock.at = START + timedelta(seconds=120)
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120))

    recorder.wait(240)

    assert recorder.only()["outcome"] == "in_progress"
    assert 8 < recorder.batch.calls["describe"] < 16


def test_a_lost_completed_is_read_from_batchs_own_list(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120))
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=[attempt()])

    recorder.wait(6)

    record = recorder.only()
    assert (record["outcome"], record["completed_at"]) == ("requeued", None)
    assert (record["stopped_at"], record["preempted_count"]) == ("2026-12-01T09:02:20.669Z", 1)
    assert record["source"] == "event"


def test_a_completed_stops_debt_is_settled_without_asking_batch_again(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120), completed(143))
    recorder.clock.at += timedelta(minutes=6)
    recorder.calls.clear()

    recorder.tick()

    # The lease takes two updates, the run's end and the debt one each.
    assert recorder.calls == {"Query owed_work": 2, "Query": 1, "UpdateItem": 4}
    assert recorder.batch.calls["describe"] == 1


def test_a_quiet_tick_costs_two_queries_and_says_that_it_lives(recorder: Recorder) -> None:
    recorder.tick()

    assert recorder.calls == {"Query owed_work": 2}
    assert recorder.meter.figures == {"OldestDebtSeconds": 0.0}


def test_the_oldest_debts_age_counts_from_when_it_was_due(recorder: Recorder) -> None:
    recorder.take(completed(143))
    recorder.clock.at += timedelta(minutes=7)
    recorder.tick(seconds_left=0)

    assert recorder.meter.figures == {"OldestDebtSeconds": 120.0}


def test_a_provisional_start_finds_its_attempt_once_batch_answers(recorder: Recorder) -> None:
    recorder.batch.throttled = 2
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120))
    assert recorder.only()["training_job_arn"] is None

    recorder.wait(6)

    (item,) = recorder.items("OCC#")
    assert item["sk"] == "OCC#" + training_arn().rpartition("/")[2]
    record = recorder.only()
    assert (record["job_name"], record["outcome"]) == ("protein-lm-small", "in_progress")
    recorder.take(completed(143))
    assert recorder.only()["outcome"] == "requeued"


def test_a_provisional_start_written_again_joins_the_first(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120), completed(143))
    recorder.batch.throttled = 2
    recorder.take(started(120))

    assert len(recorder.items("OCC#")) == 1


def test_a_second_worker_does_nothing_while_the_first_ones_lease_runs(recorder: Recorder) -> None:
    recorder.take(completed(143))
    recorder.clock.at += timedelta(minutes=6)
    until = recorder.clock.at + timedelta(seconds=60)
    assert recorder.desk.ledger.take_lease("record", "first", recorder.clock.at, until)

    recorder.tick(holder="second")
    assert recorder.batch.calls["describe"] == 0
    recorder.clock.at = until
    recorder.tick(holder="second")

    assert recorder.batch.calls["describe"] == 1


def test_a_tick_stops_in_time_and_the_next_goes_on(recorder: Recorder) -> None:
    recorder.take(completed(143))
    recorder.clock.at += timedelta(minutes=6)

    recorder.tick(seconds_left=9.0)
    assert recorder.batch.calls["describe"] == 0
    recorder.tick()

    assert recorder.batch.calls["describe"] == 1


def test_the_debts_of_one_job_share_one_reading_of_its_story(recorder: Recorder) -> None:
    window = [attempt(2, started=600, stopped=900), attempt()]
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=window)
    recorder.take(completed(903, attempts=window, count=2))
    recorder.clock.at += timedelta(minutes=6)
    recorder.calls.clear()

    recorder.tick()

    assert recorder.calls["Query"] == 1
    assert {record["owner"] for record in recorder.records()} == {"mira"}


def test_one_poison_debt_keeps_no_other_waiting_and_leaves_a_traceback(
    recorder: Recorder,
) -> None:
    for job_id in ("poison", "sound"):
        recorder.take(completed(143, job_id=job_id))
        recorder.batch.jobs[job_id] = described(
            "RUNNABLE", job_id=job_id, preempted=[attempt(job_id=job_id)]
        )
        recorder.clock.at += timedelta(seconds=1)
    recorder.clock.at += timedelta(minutes=6)
    recorder.calls.clear()
    recorder.fail_table_at(4, ZeroDivisionError())  # two queries, the lease, then its story

    recorder.tick()

    owners = {record["job_id"]: record["owner"] for record in recorder.records()}
    assert owners == {"poison": None, "sound": "mira"}
    (line,) = [extra for text, extra in recorder.log.lines if "stays owed" in text]
    assert (line["job_id"], line["why"]) == ("poison", "ZeroDivisionError")
    assert "ZeroDivisionError" in recorder.log.tracebacks[0]
    recorder.tick(holder="the next minute's")
    assert {record["owner"] for record in recorder.records()} == {"mira"}


def test_a_dead_ledger_ends_the_tick_and_gives_the_lease_back(recorder: Recorder) -> None:
    recorder.take(completed(143))
    recorder.clock.at += timedelta(minutes=6)
    recorder.calls.clear()
    recorder.fail_table_at(4, LedgerError("throttled"))

    with pytest.raises(LedgerError, match="throttled"):
        recorder.tick()

    assert recorder.batch.calls["describe"] == 0
    recorder.tick(holder="another")
    assert recorder.batch.calls["describe"] == 1


def test_a_tick_does_not_begin_a_question_that_may_outlast_it(recorder: Recorder) -> None:
    recorder.take(completed(143))
    recorder.clock.at += timedelta(minutes=6)

    recorder.tick(seconds_left=16.0)

    assert recorder.batch.calls["describe"] == 0
    (item,) = recorder.items("OCC#")
    assert item["owes_work"] == "ENRICH"


def test_a_share_the_policy_does_not_know_is_recorded_without_a_team(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described(share="unheard-of")
    recorder.take(started(120))

    record = recorder.only()
    assert (record["share"], record["team"]) == ("unheard-of", None)
