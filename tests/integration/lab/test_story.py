"""Jobs run, borrow, are stopped, and the stack's own function writes it down."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from batchdesk.lab import Lab, LabSettings, boot
from batchdesk.lab.delivery.invocations import Invocation
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
            runs.append([ids_and_time(run) for run in lab.invocations])
    assert ledgers[0] == ledgers[1]
    assert runs[0] == runs[1]


def ids_and_time(run: Invocation) -> tuple[str, datetime, list[str]]:
    """What identifies a run: its own id, when it was, and the messages it got."""
    messages = [record["messageId"] for record in run.event.get("Records", [])]
    return run.request_id, run.at, messages
