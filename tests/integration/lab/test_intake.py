"""Events put on the lab's bus, many times and in any order, become one record each."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from batchdesk.lab import Lab
from tests.support.lab_jobs import failures, put, records, submit, waiting
from tests.support.ledger_events import attempt, completed, envelope, started

# `BATCHDESK_TEST_STOPS=500` is the burst the lab is made for; it takes minutes.
STOPS = int(os.environ.get("BATCHDESK_TEST_STOPS", "20"))
MALFORMED = 20


def foreign_id(number: int) -> str:
    """The id of a job that Batch does not know."""
    return f"{number:08x}-0f6b-4d0f-9a6e-1f2d3c4b5a69"


def stop_of(number: int, job_id: str) -> list[dict[str, Any]]:
    """Both events of one stop, minutes apart."""
    window = [attempt(job_id=job_id, started=number, stopped=number + 300)]
    outcome = "FAILED" if number % 10 == 0 else "RUNNABLE"
    events = [
        started(number + 120, job_id=job_id),
        completed(number + 303, job_id=job_id, status=outcome, attempts=window),
    ]
    if number % 3 == 0:
        events[0]["detail"]["somethingNew"] = {"nested": [1, 2]}
    if number % 4 == 0:
        events[0]["detail"].pop("statusReason")
        events[1]["detail"]["preemptionSummary"].pop("preemptedAttemptCount")
    return events


def malformed(number: int) -> dict[str, Any]:
    """A preemption that names no job."""
    event = envelope("Batch Service Job Preemption Started", number, "", {"status": "RUNNING"})
    event["resources"] = []
    return event


@pytest.mark.parametrize("order", ["started first", "completed first"])
def test_every_stop_put_three_times_and_shuffled_becomes_one_record(lab: Lab, order: str) -> None:
    rng = random.Random(order)
    known = {
        number: submit(lab, f"wide-{number}", "safety", instances=2)
        for number in range(0, STOPS, 4)
    }  # Batch knows them, and they never start: nothing but the events put here is about a stop
    copies = [
        event
        for number in range(STOPS)
        for event in stop_of(number, known.get(number) or foreign_id(number))
        for _ in range(3)
    ]
    rng.shuffle(copies)
    copies.sort(key=lambda event: event["detail-type"], reverse=order == "started first")
    bad = [malformed(number) for number in range(MALFORMED)]
    put(lab, copies[:70] + bad + copies[70:])
    lab.run_for(minutes=30)

    found = records(lab)
    assert len(found) == STOPS
    assert sum(record["outcome"] == "failed" for record in found) == STOPS // 10
    assert sum(record["outcome"] == "requeued" for record in found) == STOPS * 9 // 10
    owners = {record["job_id"]: record["owner"] for record in found}
    assert {job_id for job_id, owner in owners.items() if owner} == set(known.values())
    assert not any(record["occurrence_id"].split("/")[1].startswith("~") for record in found)
    assert failures(lab) == []
    assert waiting(lab, "IntakeQueue") == 0
    assert waiting(lab, "IntakeDlq") == MALFORMED


def test_a_message_set_aside_says_why(lab: Lab) -> None:
    put(lab, [malformed(1)])
    lab.settle()
    (message,) = lab.client("sqs").receive_message(
        QueueUrl=lab.stack.outputs["IntakeDlq"], MessageAttributeNames=["All"]
    )["Messages"]
    assert message["MessageAttributes"]["reason"]["StringValue"]


def test_events_that_no_rule_wants_go_nowhere(lab: Lab) -> None:
    job_event = stop_of(1, foreign_id(1))[0] | {"detail-type": "Batch Job State Change"}
    put(lab, [job_event, stop_of(1, foreign_id(1))[0] | {"source": "my.app"}])
    lab.settle()
    assert list(lab.invocations) == []


def test_a_disabled_rule_delivers_nothing(lab: Lab) -> None:
    events = lab.client("events")
    for rule in events.list_rules()["Rules"]:
        events.disable_rule(Name=rule["Name"])
    put(lab, stop_of(1, foreign_id(1)))
    lab.settle()
    assert list(lab.invocations) == []
