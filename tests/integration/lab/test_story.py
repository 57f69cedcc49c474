"""Jobs run, borrow, are stopped, and the stack's own function writes it down."""

from __future__ import annotations

import json
from datetime import timedelta

from batchdesk.lab import Lab, LabSettings, boot
from tests.support.lab_jobs import START, borrow_and_reclaim, failures, records, waiting


def played(lab: Lab) -> str:
    borrow_and_reclaim(lab)
    lab.run_until_idle(START + timedelta(hours=3))
    return json.dumps(records(lab))


def test_a_stop_stands_in_the_ledger_with_its_story(lab: Lab) -> None:
    stopped, owner = borrow_and_reclaim(lab)
    lab.run_until_idle(START + timedelta(hours=3))
    (record,) = records(lab)
    assert record["job_id"] == stopped
    assert (record["cause"], record["outcome"]) == ("cross_share", "requeued")
    assert record["preemptor"]["job_id"] == owner
    assert record["owner"] == "mira"
    assert record["restarted_at"] is not None
    assert failures(lab) == []
    assert (waiting(lab, "IntakeQueue"), waiting(lab, "IntakeDlq")) == (0, 0)


def test_idle_means_that_only_schedules_are_due(lab: Lab) -> None:
    borrow_and_reclaim(lab)
    assert not lab.idle
    end = lab.run_until_idle(START + timedelta(hours=3))
    assert lab.idle
    assert end < START + timedelta(hours=1)


def test_the_same_seed_gives_the_same_ledger_and_ids() -> None:
    ledgers, runs = [], []
    for _ in range(2):
        with boot(LabSettings(start=START, seed=7)) as lab:
            ledgers.append(played(lab))
            runs.append([(run.request_id, run.at, run.event) for run in lab.invocations])
    assert ledgers[0] == ledgers[1]
    assert ids_and_times(runs[0]) == ids_and_times(runs[1])


def ids_and_times(runs: list[tuple[str, object, dict[str, object]]]) -> list[object]:
    """Requests, instants and message ids; receipt handles may differ."""
    return [
        (request, at, [record["messageId"] for record in event.get("Records", [])])  # type: ignore[attr-defined]
        for request, at, event in runs
    ]
