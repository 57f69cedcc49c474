"""Terminating service jobs, and changing their priority."""

from __future__ import annotations

import pytest

from tests.support.batch_calls import (
    refused,
)
from tests.support.batch_world import BatchWorld
from tests.support.service_jobs import payload


def test_a_waiting_job_is_terminated_at_once(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts")
    world.batch.terminate_service_job(jobId=job, reason="no longer needed")
    described = world.job(job)
    assert (described["status"], described["statusReason"]) == ("FAILED", "no longer needed")
    assert described["isTerminated"]
    assert world.seen(job) == ["FAILED"]


def test_a_running_job_is_stopped_first_and_holds_its_instance_meanwhile(
    world: BatchWorld,
) -> None:
    world.three_shares()
    job, behind = world.submit("tts", "safety"), world.submit("next", "safety")
    world.pass_seconds(30)
    world.batch.terminate_service_job(jobId=job, reason="no longer needed")
    described = world.job(job)
    assert (described["status"], described["isTerminated"]) == ("RUNNING", True)
    world.pass_seconds(19)
    assert world.status(job, behind) == ["RUNNING", "RUNNABLE"]
    world.pass_seconds(1)
    assert world.status(job, behind) == ["FAILED", "SCHEDULED"]
    assert world.job(job)["statusReason"] == "no longer needed"
    assert len(world.job(job)["attempts"]) == 1
    assert "Preemption Started" not in world.seen(job)


def test_a_terminated_job_fails_even_if_its_script_ends_well_meanwhile(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts", request=payload(run_seconds=20), retryStrategy={"attempts": 5})
    world.pass_seconds(30)
    world.batch.terminate_service_job(jobId=job, reason="no longer needed")
    world.run_to_the_end()
    assert world.status(job) == ["FAILED"]
    assert len(world.job(job)["attempts"]) == 1


def test_a_job_terminated_while_it_is_preempted_ends_failed(world: BatchWorld) -> None:
    world.three_shares()
    world.submit("own", priority=2)
    borrower = world.submit("borrower")
    world.pass_seconds(30)
    owner = world.submit("owner", "product")
    world.pass_seconds(2)
    world.batch.terminate_service_job(jobId=borrower, reason="no longer needed")
    world.pass_seconds(40)
    described = world.job(borrower)
    assert (described["status"], described["statusReason"]) == ("FAILED", "no longer needed")
    assert described["preemptionSummary"]["preemptedAttemptCount"] == 1
    assert world.seen(borrower)[-2:] == ["Preemption Completed", "FAILED"]
    assert world.status(owner) == ["RUNNING"]


def test_an_ended_job_is_not_terminated_again(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts")
    world.run_to_the_end()
    world.batch.terminate_service_job(jobId=job, reason="too late")
    assert world.status(job) == ["SUCCEEDED"]
    assert not world.job(job)["isTerminated"]


@pytest.mark.parametrize("seconds", [0, 1, 7, 30])
def test_a_priority_changes_in_every_live_state(world: BatchWorld, seconds: int) -> None:
    world.three_shares()
    job = world.submit("tts")
    world.pass_seconds(seconds)
    world.batch.update_service_job(jobId=job, schedulingPriority=0)
    assert world.job(job)["schedulingPriority"] == 0


def test_a_priority_set_before_runnable_counts(world: BatchWorld) -> None:
    world.three_shares()
    first, second = world.submit("first", "safety", 1), world.submit("second", "safety", 1)
    world.batch.update_service_job(jobId=second, schedulingPriority=2)
    world.pass_seconds(2)
    assert world.status(first, second) == ["RUNNABLE", "SCHEDULED"]


def test_the_priority_of_an_ended_job_stays(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("tts")
    world.run_to_the_end()
    assert "SUCCEEDED" in refused(world.batch.update_service_job, jobId=job, schedulingPriority=1)
