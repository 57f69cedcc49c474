"""A run that fails midway says how far it came, and the next one completes it."""

from __future__ import annotations

import pytest
from botocore.exceptions import EndpointConnectionError

from batchdesk.aws import AwsError
from tests.support.apply_desk import ApplyDesk
from tests.support.policies import scenario

STEPS = [
    ("CreateServiceEnvironment", 0),
    ("CreateSchedulingPolicy", 1),
    ("CreateJobQueue", 2),
    ("CreateQuotaShare", 3),
]


@pytest.mark.parametrize(("operation", "done"), STEPS)
def test_a_call_that_is_refused_is_named_and_made_the_next_time(
    desk: ApplyDesk, operation: str, done: int
) -> None:
    desk.refuse(operation, "ThrottlingException")
    with pytest.raises(AwsError) as caught:
        desk.apply(scenario())
    assert "AWS is throttling or failing (ThrottlingException)" in str(caught.value)
    assert f"{done} of 6 changes are done: apply again to go on" in str(caught.value)
    assert len(desk.apply(scenario())) == 6 - done
    assert desk.plan(scenario()).nothing_to_do


@pytest.mark.parametrize("operation", [operation for operation, _ in STEPS])
def test_an_answer_that_is_lost_after_the_call_took_effect_does_no_harm(
    desk: ApplyDesk, operation: str
) -> None:
    desk.break_after(operation)
    with pytest.raises(AwsError, match="AWS cannot be reached"):
        desk.apply(scenario())
    desk.apply(scenario())
    assert desk.plan(scenario()).nothing_to_do
    assert {len(desk.limits(share)) for share in ("research", "product", "safety")} == {1}


def test_a_permission_that_lacks_is_named(desk: ApplyDesk) -> None:
    desk.refuse("DescribeJobQueues", "AccessDeniedException")
    with pytest.raises(AwsError) as caught:
        desk.apply(scenario())
    assert "Reading queue training: access denied" in str(caught.value)
    assert "may not DescribeJobQueues" in str(caught.value)


def test_an_endpoint_that_nobody_answers_at_is_named(desk: ApplyDesk) -> None:
    def nobody(**_: object) -> None:
        raise EndpointConnectionError(endpoint_url="http://127.0.0.1:1")

    desk.clients.batch.meta.events.register("before-call.batch.DescribeJobQueues", nobody)
    with pytest.raises(AwsError, match=r"cannot be reached.*127\.0\.0\.1:1.*AWS_ENDPOINT_URL"):
        desk.apply(scenario())
