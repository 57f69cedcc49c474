"""What apply does not do: it says so by name, and does nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from batchdesk.aws import RefusedError
from tests.support.apply_desk import ApplyDesk
from tests.support.policies import scenario

Act = Callable[[Any], Any]
SAFETY = "      safety: {limits: {ml.g5.xlarge: 1}, sharing: reserve}\n"
ENVIRONMENT = "    service_environment: training-env"
POLICY = "    scheduling_policy: training-policy"


def refused(desk: ApplyDesk, *edits: tuple[str, str]) -> str:
    desk.calls.clear()
    with pytest.raises(RefusedError) as caught:
        desk.apply(scenario(*edits))
    assert desk.calls == [], "something was done although apply refused"
    return str(caught.value)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ((SAFETY, ""), "share training/safety: it is in Batch and not in the policy"),
        (("      safety:", "      guard:"), "share training/safety: it is in Batch and not in"),
        (
            (ENVIRONMENT, f"{ENVIRONMENT}-2"),
            "queue training: its service environment is training-env",
        ),
        ((POLICY, f"{POLICY}-2"), "queue training: its scheduling policy is training-policy"),
        (
            (POLICY, f"{POLICY}\n    priority: 7"),
            "update-job-queue --job-queue training --priority 7",
        ),
        ((POLICY, f"{POLICY}\n    state: disabled"), "it is enabled, the policy says disabled"),
        (
            (POLICY, f"{POLICY}\n    tags: {{cost: a1}}"),
            "its tag cost is absent, the policy says a1",
        ),
        ((POLICY, f"{POLICY}\n    blocked_after_minutes: 30"), "blocked_after_minutes: 30"),
    ],
)
def test_deleting_renaming_and_rewiring_are_refused_by_name(
    desk: ApplyDesk, edit: tuple[str, str], says: str
) -> None:
    desk.apply(scenario())
    assert says in refused(desk, edit)


def test_one_refusal_keeps_every_other_change_back(desk: ApplyDesk) -> None:
    desk.apply(scenario())
    text = refused(desk, (SAFETY, ""), ("borrow_limit: 200", "borrow_limit: 0"))
    assert "nothing has been done" in text
    assert desk.share("research")["resourceSharingConfiguration"]["borrowLimit"] == 200


def test_all_refusals_are_told_at_once(desk: ApplyDesk) -> None:
    desk.apply(scenario())
    text = refused(desk, (SAFETY, ""), (POLICY, f"{POLICY}\n    priority: 7"))
    assert "share training/safety" in text
    assert "its priority is 1" in text


def test_an_environment_of_another_queue_or_of_another_kind_is_refused(desk: ApplyDesk) -> None:
    desk.apply(scenario())
    text = refused(desk, ("  training:", "  night:"))
    assert "service environment training-env: it already serves queue training" in text
    desk.clients.batch.create_service_environment(
        serviceEnvironmentName="any",
        serviceEnvironmentType="SAGEMAKER_TRAINING",
        capacityLimits=[{"capacityUnit": "NUM_INSTANCES", "maxCapacity": 3}],
    )
    text = refused(desk, ("  training:", "  night:"), (ENVIRONMENT, "    service_environment: any"))
    assert "service environment any: it counts NUM_INSTANCES" in text


def test_a_fair_share_policy_is_refused(desk: ApplyDesk) -> None:
    desk.clients.batch.create_scheduling_policy(name="training-policy", fairsharePolicy={})
    assert "scheduling policy training-policy: it is a fair-share policy" in refused(desk)
