from __future__ import annotations

from typing import Any

from batchdesk.lab.story.facts import Blocked, Bounds, Capacity, Moved, Raised, Stopped, Use
from batchdesk.lab.story.reading import facts_of
from tests.support.tapes import GPU, NO_MACHINES, TOO_BIG


def entry(kind: str, **facts: Any) -> dict[str, Any]:
    place = {"account": "123456789012", "region": "us-west-2", "queue": "training"}
    return {"at": 7, "kind": kind, **place, **facts}


def test_each_kind_of_entry_becomes_its_fact() -> None:
    state = {"from": "RUNNABLE", "to": "SCHEDULED", "reason": None, "training_job": "AWSBatchx"}
    limits = {"limits": {GPU: 1}, "sharing": "lend", "borrow_limit": 0}
    entries = [
        entry("capacity", limits={GPU: 3}),
        entry("limits", share="research", in_share_preemption=True, **limits),
        entry("state", job_id="j", job_name="fold", share="research", **state),
        entry("stop", job_id="j", share="r", attempt="AWSBatchx", cause="in_share", for_job_id="k"),
        entry("use", share="research", type=GPU, used=1),
        entry("blocked", job_id="j", share="research", reason=TOO_BIG),
        entry("priority", job_id="j", share="research", **{"from": 1, "to": 4}),
    ]

    assert list(facts_of(entries)) == [
        Capacity(7, {GPU: 3}),
        Bounds(7, "research", {GPU: 1}, "lend", 0),
        Moved(7, "j", "RUNNABLE", "SCHEDULED", None, "AWSBatchx"),
        Stopped(7, "j", "in_share", "k", "AWSBatchx"),
        Use(7, "research", GPU, 1),
        Blocked(7, "j", TOO_BIG),
        Raised(7, "j", 4),
    ]


def test_a_share_that_is_gone_and_missing_machines_are_passed_over() -> None:
    gone = {"limits": None, "sharing": None, "borrow_limit": None}
    entries = [
        entry("limits", share="research", **gone),
        entry("blocked", job_id="j", share="research", reason=NO_MACHINES),
        entry("something new"),
    ]

    assert list(facts_of(entries)) == []


def test_other_queues_are_left_out_where_one_is_named() -> None:
    entries = [entry("capacity", limits={}) | {"queue": "other"}, entry("capacity", limits={})]

    assert len(list(facts_of(entries, "training"))) == 1
