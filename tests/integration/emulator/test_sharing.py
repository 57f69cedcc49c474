"""Lending, borrowing and preempting as the public quota-management notebook needs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from moto import mock_aws

from batchdesk.emulator import EmulatorSwitches, install, uninstall
from batchdesk.emulator.events import Event
from tests.support.batch_world import BatchWorld
from tests.support.service_jobs import GPU, ManualClock, payload

CROSS_SHARE = "Cross-share preemption triggered to reclaim borrowed capacity"


@contextmanager
def switched(**switches: object) -> Iterator[BatchWorld]:
    clock, events = ManualClock(), list[Event]()
    emulator = install(
        clock,
        publish=events.append,
        seed=1,
        switches=EmulatorSwitches(**switches),  # type: ignore[arg-type]
    )
    try:
        with mock_aws():
            yield BatchWorld(emulator, clock, events)
    finally:
        uninstall()


def test_the_first_runs_on_its_own_the_second_borrows_the_third_waits(world: BatchWorld) -> None:
    world.three_shares()
    high, med, low = (world.submit(name, priority=n) for name, n in (("h", 3), ("m", 2), ("l", 1)))
    assert world.status(high, med, low) == ["SUBMITTED"] * 3
    world.pass_seconds(30)
    assert world.status(high, med, low) == ["RUNNING", "RUNNING", "RUNNABLE"]


def test_an_owner_takes_back_what_it_lent_though_a_reserve_share_idles(world: BatchWorld) -> None:
    world.three_shares()
    high, med, low = (world.submit(name, priority=n) for name, n in (("h", 3), ("m", 2), ("l", 1)))
    world.pass_seconds(30)
    owner = world.submit("owner", "product")
    world.pass_seconds(1)
    assert world.status(high, med, owner) == ["RUNNING", "RUNNING", "RUNNABLE"]
    assert world.job(med)["statusReason"] == f"PREEMPTION_IN_PROGRESS: {CROSS_SHARE}"
    world.pass_seconds(35)
    assert world.status(high, med, low, owner) == ["RUNNING", "RUNNABLE", "RUNNABLE", "RUNNING"]
    assert "statusReason" not in world.job(med)
    summary = world.job(med)["preemptionSummary"]
    assert summary["preemptedAttemptCount"] == 1
    assert summary["recentPreemptedAttempts"][0]["statusReason"] == CROSS_SHARE
    assert "preemptionSummary" not in world.job(high)


def test_a_raised_job_takes_the_place_of_a_lower_one_of_its_share(world: BatchWorld) -> None:
    world.three_shares()
    high, med, low = (world.submit(name, priority=n) for name, n in (("h", 3), ("m", 2), ("l", 1)))
    world.pass_seconds(30)
    owner = world.submit("owner", "product")
    world.pass_seconds(40)
    answer = world.batch.update_service_job(jobId=low, schedulingPriority=4)
    assert answer["jobId"] == low
    world.pass_seconds(60)
    assert world.status(high, med, low, owner) == ["RUNNABLE", "RUNNABLE", "RUNNING", "RUNNING"]
    counts = [
        world.job(job).get("preemptionSummary", {}).get("preemptedAttemptCount", 0)
        for job in (high, med, low, owner)
    ]
    assert counts == [1, 1, 0, 0]
    stops = [
        (each.facts["cause"], each.facts["job_id"], each.facts["for_job_id"])
        for each in world.emulator.history.of("stop")
    ]
    assert stops == [("cross_share", med, owner), ("in_share", high, low)]


def test_everything_drains_and_use_is_zero(world: BatchWorld) -> None:
    world.three_shares()
    jobs = [world.submit(f"job-{n}", share) for n in range(4) for share in ("research", "product")]
    world.run_to_the_end()
    assert set(world.status(*jobs)) == {"SUCCEEDED"}
    assert set(world.use().values()) == {0}
    assert world.emulator.next_due() is None


def test_a_preempted_job_goes_through_its_events_in_order(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit("borrower", priority=1)
    world.pass_seconds(30)
    world.submit("owner", "product")
    world.run_to_the_end()
    assert world.seen(borrower) == [
        "RUNNABLE", "SCHEDULED", "STARTING", "RUNNING",
        "Preemption Started", "Preemption Completed",
        "RUNNABLE", "SCHEDULED", "STARTING", "RUNNING", "SUCCEEDED",
    ]  # fmt: skip


def test_a_job_without_preemption_retries_fails_at_its_first_preemption(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit(
        "borrower", preemptionConfiguration={"preemptionRetriesBeforeTermination": 0}
    )
    world.pass_seconds(30)
    world.submit("owner", "product")
    world.pass_seconds(25)
    job = world.job(borrower)
    assert job["status"] == "FAILED"
    assert job["statusReason"] == CROSS_SHARE
    assert job["attempts"] == []
    assert job["preemptionSummary"]["preemptedAttemptCount"] == 1
    assert world.seen(borrower)[-3:] == ["Preemption Started", "Preemption Completed", "FAILED"]
    completed = [e for e in world.events if e["detail-type"].endswith("Preemption Completed")]
    assert completed[0]["detail"]["status"] == "FAILED"


def test_preemption_uses_no_retry_attempts(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit("borrower", retryStrategy={"attempts": 1})
    world.pass_seconds(30)
    world.submit("owner", "product")
    world.run_to_the_end()
    job = world.job(borrower)
    assert job["status"] == "SUCCEEDED"
    assert len(job["attempts"]) == 1


def test_a_job_preempted_before_it_ran_has_no_start(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit("borrower")
    world.pass_seconds(3)
    world.submit("owner", "product")
    world.pass_seconds(1)
    started = [e for e in world.events if e["detail-type"].endswith("Preemption Started")]
    assert [event["detail"]["status"] for event in started] == ["SCHEDULED"]
    world.pass_seconds(30)
    attempt = world.job(borrower)["preemptionSummary"]["recentPreemptedAttempts"][0]
    assert "startedAt" not in attempt
    assert world.seen(borrower)[:4] == [
        "RUNNABLE", "SCHEDULED", "Preemption Started", "Preemption Completed",
    ]  # fmt: skip


def test_a_job_that_ends_well_in_its_grace_period_has_succeeded(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit("borrower", request=payload(run_seconds=20))
    world.pass_seconds(30)
    world.submit("owner", "product")
    world.run_to_the_end()
    assert world.seen(borrower)[-2:] == ["Preemption Started", "SUCCEEDED"]
    assert "preemptionSummary" not in world.job(borrower)


def test_a_script_that_fails_in_its_grace_period_changes_nothing(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    failing = {"BATCHDESK_RUN_SECONDS": "60", "BATCHDESK_FAIL_AFTER": "20"}
    borrower = world.submit("borrower", request=payload(Environment=failing))
    world.pass_seconds(30)
    world.submit("owner", "product", request=payload(run_seconds=20))
    world.pass_seconds(25)
    assert world.status(borrower) == ["RUNNABLE"]
    assert world.job(borrower)["attempts"] == []
    world.run_to_the_end()
    assert world.status(borrower) == ["FAILED"]


def test_a_timeout_inside_the_grace_period_changes_nothing(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit("borrower", timeoutConfig={"attemptDurationSeconds": 20})
    world.pass_seconds(30)
    world.submit("owner", "product")
    world.pass_seconds(25)
    assert world.status(borrower) == ["RUNNABLE"]
    assert "Preemption Completed" in world.seen(borrower)


def test_lowering_a_limit_lets_a_waiting_owner_take_it_back(world: BatchWorld) -> None:
    world.queue(capacity={GPU: 2})
    research = world.share("research", "LEND", capacity={GPU: 2})
    first, second = world.submit("first"), world.submit("second")
    world.pass_seconds(30)
    world.batch.update_quota_share(
        quotaShareArn=research, capacityLimits=[{"maxCapacity": 1, "capacityUnit": GPU}]
    )
    assert world.status(first, second) == ["RUNNING", "RUNNING"]
    world.share("product", "LEND")
    owner = world.submit("owner", "product")
    world.pass_seconds(40)
    assert world.status(owner) == ["RUNNING"]
    assert sorted(world.status(first, second)) == ["RUNNABLE", "RUNNING"]
    assert [stop.facts["cause"] for stop in world.emulator.history.of("stop")] == ["limit_lowered"]


def test_the_window_forgets_old_preemptions_and_the_count_does_not() -> None:
    with switched(recent_window=2) as world:
        world.three_shares()
        world.submit("own", priority=2, request=payload(run_seconds=100_000))
        borrower = world.submit("borrower", request=payload(run_seconds=100_000))
        for _ in range(3):
            world.pass_seconds(60)
            world.submit("owner", "product", request=payload(run_seconds=10))
            world.pass_seconds(60)
        summary = world.job(borrower)["preemptionSummary"]
        stops = [attempt["stoppedAt"] for attempt in summary["recentPreemptedAttempts"]]
        assert summary["preemptedAttemptCount"] == 3
        assert len(stops) == 2
        assert stops == sorted(stops, reverse=True)


def test_the_completed_event_may_follow_the_state_change() -> None:
    with switched(completed_event="after") as world:
        world.three_shares()
        world.submit("own", priority=2)
        borrower = world.submit("borrower")
        world.pass_seconds(30)
        world.submit("owner", "product")
        world.pass_seconds(25)
        assert world.seen(borrower)[-3:] == [
            "Preemption Started", "RUNNABLE", "Preemption Completed",
        ]  # fmt: skip


@pytest.mark.parametrize(("text", "recognisable"), [("ours", True), ("foreign", False)])
def test_the_in_share_wording_is_a_switch(text: str, recognisable: bool) -> None:
    with switched(in_share_text=text) as world:
        world.three_shares()
        low = world.submit("low", "safety", 1)
        world.pass_seconds(30)
        world.submit("high", "safety", 2)
        world.pass_seconds(1)
        reason = world.job(low)["statusReason"]
        assert reason.startswith("PREEMPTION_IN_PROGRESS: ")
        assert ("in-share" in reason.lower()) is recognisable


def test_documented_event_detail_leaves_out_what_is_only_inferred() -> None:
    with switched(event_detail="documented") as world:
        world.three_shares()
        world.submit("job")
        world.run_to_the_end()
        for event in world.events:
            assert (
                not {"quotaShareName", "schedulingPriority", "capacityUsage"}
                & event["detail"].keys()
            )
