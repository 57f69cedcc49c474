"""Desired against current: what differs is a change, what only looks different is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from batchdesk.planning import (
    Change,
    Current,
    EnvironmentNow,
    Kind,
    Plan,
    QueueNow,
    SchedulingPolicyNow,
    ShareNow,
    plan,
    risk,
)
from batchdesk.planning.current import short
from batchshares.domain.policy import Queue, Share

G5, P5 = "ml.g5.xlarge", "ml.p5.48xlarge"
SHARE = Share("research", None, {G5: 2, P5: 1}, "lend_and_borrow", 100, False, True)
WANTED = Queue(
    name="training",
    service_environment="training-env",
    scheduling_policy="training-policy",
    capacity={G5: 3, P5: 1},
    priority=1,
    state="enabled",
    tags={},
    shares={"research": SHARE},
    blocked_after_minutes=None,
)
SHARE_NOW = ShareNow(
    "research", "arn:…/research", {P5: 1, G5: 2}, "lend_and_borrow", 100, False, "VALID"
)
QUEUE_NOW = QueueNow(
    name="training",
    kind="SAGEMAKER_TRAINING",
    environments=("training-env",),
    scheduling_policy="training-policy",
    priority=1,
    state="enabled",
    tags={"aws:cloudformation:stack-name": "other"},
    time_limits=frozenset(),
    status="VALID",
)
NOW = Current(
    environment=EnvironmentNow("training-env", {P5: 1, G5: 3}, "VALID", ("training",)),
    scheduling_policy=SchedulingPolicyNow("training-policy", "arn:…", True),
    queue=QUEUE_NOW,
    shares={"research": SHARE_NOW},
)
NOTHING = Current(None, None, None, {})


def wanting(**changes: Any) -> Queue:
    return replace(WANTED, shares={"research": replace(SHARE, **changes)})


def having(**changes: Any) -> Current:
    return replace(NOW, shares={"research": replace(SHARE_NOW, **changes)})


def only(plan: Plan) -> Change:
    assert plan.refusals == ()
    (change,) = plan.changes
    return change


def test_what_agrees_needs_nothing() -> None:
    assert plan(WANTED, NOW) == Plan("training", (), ())
    assert plan(WANTED, NOW).nothing_to_do


def test_from_nothing_everything_is_created_in_order() -> None:
    changes = plan(WANTED, NOTHING).changes
    assert [(change.kind, change.action) for change in changes] == [
        (Kind.ENVIRONMENT, "create"),
        (Kind.SCHEDULING_POLICY, "create"),
        (Kind.QUEUE, "create"),
        (Kind.SHARE, "create"),
    ]
    assert changes[-1].fields == {
        f"limits.{G5}": (None, 2),
        f"limits.{P5}": (None, 1),
        "sharing": (None, "lend_and_borrow"),
        "borrow_limit": (None, 100),
        "in_share_preemption": (None, False),
    }


@pytest.mark.parametrize(
    ("wanted", "now", "fields"),
    [
        ({"borrow_limit": 0}, {"borrow_limit": None}, {"borrow_limit": ("unlimited", 0)}),
        ({"borrow_limit": None}, {"borrow_limit": 0}, {"borrow_limit": (0, "unlimited")}),
        ({"borrow_limit": 0}, {"borrow_limit": 0}, {}),
        ({"borrow_limit": None}, {"borrow_limit": None}, {}),
        (
            {"sharing": "lend", "borrow_limit": 0},
            {},
            {"sharing": ("lend_and_borrow", "lend"), "borrow_limit": (100, None)},
        ),
        ({"sharing": "lend", "borrow_limit": 0}, {"sharing": "lend", "borrow_limit": 0}, {}),
        ({"limits": {G5: 2}}, {}, {f"limits.{P5}": (1, None)}),
        ({"limits": {G5: 2, P5: 5}}, {}, {f"limits.{P5}": (1, 5)}),
        ({"in_share_preemption": True}, {}, {"in_share_preemption": (False, True)}),
    ],
)
def test_only_what_differs_of_a_share_is_a_field(
    wanted: dict[str, Any], now: dict[str, Any], fields: dict[str, Any]
) -> None:
    made = plan(wanting(**wanted), having(**now))
    assert made.refusals == ()
    assert [change.fields for change in made.changes] == ([fields] if fields else [])


def test_a_changed_capacity_is_a_change_of_the_environment() -> None:
    change = only(plan(replace(WANTED, capacity={G5: 4, P5: 1}), NOW))
    assert (change.resource, change.action) == ("service environment training-env", "update")
    assert change.fields == {f"capacity.{G5}": (3, 4)}


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        ("training-env", "training-env"),
        ("arn:aws:batch:us-west-2:1:service-environment/training-env", "training-env"),
        ("arn:aws:batch:us-west-2:1:job-queue/training/quota-share/research", "research"),
    ],
)
def test_a_name_and_an_arn_mean_the_same(reference: str, name: str) -> None:
    assert short(reference) == name


@pytest.mark.parametrize(
    ("wanted", "now", "says"),
    [
        ({"limits": {G5: 1, P5: 1}}, {}, "lowers a limit"),
        ({"limits": {G5: 2}}, {}, "lowers a limit"),
        ({"limits": {G5: 3, P5: 1}}, {}, None),
        ({"borrow_limit": 0}, {}, "may borrow less"),
        ({"borrow_limit": 500}, {"borrow_limit": None}, "may borrow less"),
        ({"borrow_limit": None}, {}, None),
        ({"sharing": "lend", "borrow_limit": 0}, {}, "may borrow less"),
        ({"in_share_preemption": True}, {}, "higher priorities may stop lower ones"),
        ({}, {"in_share_preemption": True}, None),
    ],
)
def test_a_change_that_may_stop_running_jobs_says_so(
    wanted: dict[str, Any], now: dict[str, Any], says: str | None
) -> None:
    danger = risk(only(plan(wanting(**wanted), having(**now))))
    assert danger is None if says is None else says in (danger or "")


def test_a_lowered_capacity_says_that_nobody_knows() -> None:
    change = only(plan(replace(WANTED, capacity={G5: 2, P5: 1}), NOW))
    assert "not documented" in (risk(change) or "")
    assert all(risk(change) is None for change in plan(WANTED, NOTHING).changes)


def test_shares_are_raised_before_others_are_lowered() -> None:
    other = replace(SHARE, name="another", limits={G5: 1})
    wanted = replace(WANTED, shares={"another": other, "research": replace(SHARE, limits={G5: 5})})
    now = replace(
        NOW,
        shares={
            "another": replace(SHARE_NOW, name="another", limits={G5: 2}),
            "research": replace(SHARE_NOW, limits={G5: 2}),
        },
    )
    names = [change.name for change in plan(wanted, now).changes]
    assert names == ["training/research", "training/another"]


@pytest.mark.parametrize(
    ("queue", "says"),
    [
        ({"status": "DELETING"}, "it is being deleted. Run apply again"),
        ({"status": "INVALID"}, "Batch calls it INVALID"),
        ({"kind": "ECS"}, "it is a queue for ECS"),
        ({"environments": ("a", "training-env")}, "its service environment is a, training-env"),
        ({"scheduling_policy": None}, "its scheduling policy is none"),
    ],
)
def test_a_queue_that_cannot_be_worked_with_is_refused(queue: dict[str, Any], says: str) -> None:
    refusals = plan(WANTED, replace(NOW, queue=replace(QUEUE_NOW, **queue))).refusals
    assert any(says in str(refusal) for refusal in refusals)
