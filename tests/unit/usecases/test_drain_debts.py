"""The minute tick: what is owed is done when it is due, by one worker at a time."""

from __future__ import annotations

from datetime import timedelta

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


def test_a_completed_stops_debt_is_cleared_with_one_call(recorder: Recorder) -> None:
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(started(120), completed(143))
    recorder.clock.at += timedelta(minutes=6)
    recorder.calls.clear()

    recorder.tick()

    assert recorder.calls == {"Query owed_work": 2, "UpdateItem": 3}  # the lease takes two
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


def test_a_share_the_policy_does_not_know_is_recorded_without_a_team(
    recorder: Recorder,
) -> None:
    recorder.batch.jobs[JOB_ID] = described(share="unheard-of")
    recorder.take(started(120))

    record = recorder.only()
    assert (record["share"], record["team"]) == ("unheard-of", None)
