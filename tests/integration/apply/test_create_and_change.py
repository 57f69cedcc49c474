"""From nothing to the policy, from one policy to the next, and then nothing more to do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.apply_desk import ApplyDesk
from tests.support.policies import SCENARIO, changed, scenario

BOUND = "borrow_limit: 200"
PRODUCT = "product: {limits: {ml.g5.xlarge: 1}, sharing: lend}"
CAPACITY = "capacity: {ml.g5.xlarge: 3}"


def made(desk: ApplyDesk) -> list[str]:
    return [name for name, _ in desk.calls]


def test_everything_is_created_in_the_order_in_which_it_stands_on_each_other(
    desk: ApplyDesk,
) -> None:
    told = desk.apply(scenario())
    assert made(desk) == [
        "CreateServiceEnvironment",
        "CreateSchedulingPolicy",
        "CreateJobQueue",
        "CreateQuotaShare",
        "CreateQuotaShare",
        "CreateQuotaShare",
    ]
    assert told[0] == "service environment training-env: done"
    assert told[-1] == "share training/safety: done"


def test_what_was_created_is_what_the_policy_says(desk: ApplyDesk) -> None:
    desk.apply(scenario(("    capacity", "    blocked_after_minutes: 20\n    capacity")))
    (queue,) = desk.clients.batch.describe_job_queues(jobQueues=["training"])["jobQueues"]
    assert queue["jobQueueType"] == "SAGEMAKER_TRAINING"
    assert {limit["maxTimeSeconds"] for limit in queue["jobStateTimeLimitActions"]} == {1200}
    research = desk.share("research")
    assert research["capacityLimits"] == [{"capacityUnit": "ml.g5.xlarge", "maxCapacity": 1}]
    assert research["resourceSharingConfiguration"] == {
        "strategy": "LEND_AND_BORROW",
        "borrowLimit": 200,
    }
    assert research["preemptionConfiguration"] == {"inSharePreemption": "ENABLED"}


def test_a_second_apply_sends_nothing(desk: ApplyDesk) -> None:
    desk.apply(scenario())
    desk.calls.clear()
    assert desk.apply(scenario()) == []
    assert made(desk) == []
    assert desk.plan(scenario()).nothing_to_do


@pytest.mark.parametrize(
    ("edit", "setting"),
    [
        ((BOUND, "borrow_limit: 0"), ("borrowLimit", 0)),
        ((BOUND, "borrow_limit: 50"), ("borrowLimit", 50)),
        ((BOUND, "borrow_limit: unlimited"), ("borrowLimit", -1)),
        (("        borrow_limit: 200\n", ""), ("borrowLimit", -1)),
    ],
)
def test_a_borrow_limit_is_changed_and_0_is_really_sent(
    desk: ApplyDesk, edit: tuple[str, str], setting: tuple[str, Any]
) -> None:
    desk.apply(scenario())
    desk.calls.clear()
    desk.apply(scenario(edit))
    ((name, request),) = desk.calls
    assert name == "UpdateQuotaShare"
    assert request["resourceSharingConfiguration"][setting[0]] == setting[1]
    assert desk.plan(scenario(edit)).nothing_to_do


@pytest.mark.parametrize(
    "edit",
    [
        (PRODUCT, PRODUCT.replace("1", "2")),
        (PRODUCT, PRODUCT.replace("sharing: lend", "sharing: reserve")),
        ("        in_share_preemption: true\n", "        in_share_preemption: false\n"),
        ("        borrow_limit: 200\n        in_share_preemption: true\n", ""),
    ],
)
def test_limits_sharing_and_in_share_preemption_are_changed(
    desk: ApplyDesk, edit: tuple[str, str]
) -> None:
    desk.apply(scenario())
    desk.calls.clear()
    desk.apply(scenario(edit))
    assert made(desk) == ["UpdateQuotaShare"]
    assert desk.plan(scenario(edit)).nothing_to_do


def test_a_type_that_left_the_policy_is_gone_from_batch_as_well(desk: ApplyDesk) -> None:
    two = (
        (CAPACITY, "capacity: {ml.g5.xlarge: 3, ml.p5.48xlarge: 2}"),
        (PRODUCT, PRODUCT.replace("1}", "1, ml.p5.48xlarge: 2}")),
    )
    desk.apply(scenario(*two))
    assert len(desk.share("product")["capacityLimits"]) == 2
    desk.apply(scenario())
    assert desk.share("product")["capacityLimits"] == [
        {"capacityUnit": "ml.g5.xlarge", "maxCapacity": 1}
    ]
    assert desk.plan(scenario()).nothing_to_do


def test_raised_first_and_lowered_last_the_environment_at_the_very_end(desk: ApplyDesk) -> None:
    bigger = ((CAPACITY, "capacity: {ml.g5.xlarge: 5}"), (PRODUCT, PRODUCT.replace("1", "3")))
    desk.apply(scenario())
    desk.calls.clear()
    desk.apply(scenario(*bigger))
    assert made(desk) == ["UpdateServiceEnvironment", "UpdateQuotaShare"]
    desk.calls.clear()
    desk.apply(scenario())
    assert made(desk) == ["UpdateQuotaShare", "UpdateServiceEnvironment"]


def test_a_new_share_joins_a_queue_that_is_there(desk: ApplyDesk) -> None:
    desk.apply(scenario())
    desk.calls.clear()
    more = scenario(("teams:", "      evals: {limits: {ml.g5.xlarge: 1}, sharing: lend}\nteams:"))
    desk.apply(more)
    assert made(desk) == ["CreateQuotaShare"]


def test_the_order_of_limits_and_names_in_place_of_arns_mean_nothing(desk: ApplyDesk) -> None:
    policy = scenario(
        (CAPACITY, "capacity: {ml.p5.48xlarge: 2, ml.g5.xlarge: 3}"),
        (PRODUCT, "product: {limits: {ml.p5.48xlarge: 2, ml.g5.xlarge: 1}, sharing: lend}"),
    )
    desk.apply(policy)
    share = desk.share("product")
    desk.clients.batch.update_quota_share(
        quotaShareArn=share["quotaShareArn"], capacityLimits=share["capacityLimits"][::-1]
    )
    assert desk.plan(policy).nothing_to_do


def test_pages_are_read_to_the_end(desk: ApplyDesk) -> None:
    strategy = {"idleResourceAssignmentStrategy": "FIFO"}
    for number in range(105):
        desk.clients.batch.create_scheduling_policy(
            name=f"policy-{number}",
            quotaSharePolicy=strategy,  # type: ignore[arg-type]
        )
    desk.apply(scenario())
    assert desk.plan(scenario()).nothing_to_do


def test_two_queues_are_applied_one_after_the_other(desk: ApplyDesk) -> None:
    queue = SCENARIO[SCENARIO.index("  training:") : SCENARIO.index("teams:")]
    night = changed(queue, ("  training:", "  night:"), ("training-env", "night-env"))
    policy = scenario(("teams: {}", f"{night}teams: {{}}"))
    desk.apply(policy)
    assert made(desk).count("CreateJobQueue") == 2
    assert made(desk).count("CreateSchedulingPolicy") == 1
    assert desk.plan(policy, "night").nothing_to_do
