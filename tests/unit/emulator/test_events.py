from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from batchdesk.emulator import events
from batchdesk.emulator.jobs import ServiceJob, Status
from tests.support.service_jobs import (
    CREATED,
    CROSS_SHARE,
    PLACE,
    SECOND,
    a_job,
    an_attempt,
)

SAMPLES = Path(__file__).parent / "samples"
COMPLETED = "Received status from SageMaker: Training job completed"
CRASHED = "Received status from SageMaker: AlgorithmError: ExecuteUserScriptError, exit code: 1"
TOO_BIG = (
    "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - "
    "Job requirements exceed quota share capacity limits and borrow limits."
)
SCHEDULED_AT, STARTED_AT, STOPPED_AT = CREATED + 20_000, CREATED + 123_359, CREATED + 264_669


def sample(name: str) -> dict[str, Any]:
    event: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text())
    return event


def stamp_of(event: dict[str, Any], milliseconds: int = 0) -> events.Stamp:
    """The same id and second; what is below a second must not be seen."""
    at = int(datetime.fromisoformat(event["time"]).timestamp() * 1000) + milliseconds
    return events.Stamp(event["id"], PLACE, at)


def active(status: Status, **changes: Any) -> ServiceJob:
    return a_job(status, latest=an_attempt(), scheduled_at=SCHEDULED_AT, **changes)


def preempted(**changes: Any) -> dict[str, Any]:
    stopped = an_attempt(started_at=STARTED_AT, stopped_at=STOPPED_AT, reason=CROSS_SHARE)
    return {"latest": stopped, "preempted": [stopped], "preempted_count": 1, **changes}


def ended(status: Status, reason: str, attempt: Any, **changes: Any) -> ServiceJob:
    return a_job(
        status,
        **{
            "reason": reason,
            "latest": attempt,
            "attempts": [attempt],
            "started_at": attempt.started_at,
            "stopped_at": attempt.stopped_at,
            **changes,
        },
    )


def succeeded(**changes: Any) -> ServiceJob:
    second = an_attempt(
        SECOND, started_at=1796156000000, stopped_at=1796159400000, reason=COMPLETED
    )
    return ended(Status.SUCCEEDED, COMPLETED, second, **{"scheduled_at": 1796155900000, **changes})


def crashed() -> ServiceJob:
    attempt = an_attempt(started_at=STARTED_AT, stopped_at=CREATED + 310_000, reason=CRASHED)
    return ended(Status.FAILED, CRASHED, attempt, scheduled_at=SCHEDULED_AT)


def exhausted() -> ServiceJob:
    return a_job(
        Status.FAILED,
        retries=0,
        **preempted(
            reason=CROSS_SHARE,
            scheduled_at=SCHEDULED_AT,
            started_at=STARTED_AT,
            stopped_at=STOPPED_AT,
        ),
    )


STATE_CHANGES = {
    "runnable": a_job(),
    "scheduled": active(Status.SCHEDULED),
    "starting": active(Status.STARTING),
    "running": active(Status.RUNNING, started_at=STARTED_AT),
    "runnable_requeued": a_job(**preempted()),
    "succeeded": succeeded(**{key: value for key, value in preempted().items() if key != "latest"}),
    "failed_by_itself": crashed(),
    "failed_exhausted": exhausted(),
}


@pytest.mark.parametrize("name", STATE_CHANGES)
def test_a_state_change_looks_like_its_sample(name: str) -> None:
    expected = sample(f"state_change_{name}")
    assert events.state_change(stamp_of(expected, 999), STATE_CHANGES[name]) == expected


def test_the_documented_detail_has_only_the_members_of_awss_own_sample() -> None:
    expected = sample("state_change_succeeded_documented")
    event = events.state_change(stamp_of(expected), succeeded(), "documented")
    assert event == expected


def test_a_blocked_queue_says_why_in_full_and_in_the_documented_detail() -> None:
    job = a_job(reason=TOO_BIG)
    full, documented = sample("queue_blocked"), sample("queue_blocked_documented")
    assert events.queue_blocked(stamp_of(full), job) == full
    assert events.queue_blocked(stamp_of(documented), job, "documented") == documented


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("preemption_started", Status.RUNNING),
        ("preemption_started_from_scheduled", Status.SCHEDULED),
    ],
)
def test_a_preemption_that_starts_names_only_job_reason_and_status(
    name: str, status: Status
) -> None:
    expected = sample(name)
    job = active(status, reason=f"PREEMPTION_IN_PROGRESS: {CROSS_SHARE}")
    assert events.preemption_started(stamp_of(expected, 17), job) == expected


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("preemption_completed_requeued", Status.RUNNABLE),
        ("preemption_completed_failed", Status.FAILED),
    ],
)
def test_a_completed_preemption_sums_up_and_says_what_the_job_becomes(
    name: str, status: Status
) -> None:
    expected = sample(name)
    job = active(Status.RUNNING)
    for field, value in preempted().items():
        setattr(job, field, value)
    assert events.preemption_completed(stamp_of(expected), job, status) == expected


def test_no_event_carries_tags_or_the_payload() -> None:
    for job in STATE_CHANGES.values():
        detail = events.state_change(events.Stamp("id", PLACE, CREATED), job)["detail"]
        assert not {"tags", "serviceRequestPayload"} & detail.keys()
        assert "owner" not in json.dumps(detail)
