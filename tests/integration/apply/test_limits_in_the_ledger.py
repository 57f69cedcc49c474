"""The ledger knows from when on which limits held, and who set them."""

from __future__ import annotations

import pytest

from batchdesk.aws import AwsError
from tests.support.apply_desk import ApplyDesk
from tests.support.policies import scenario

LOWER = ("borrow_limit: 200", "borrow_limit: 0")
OPEN = ("borrow_limit: 200", "borrow_limit: unlimited")


def test_a_new_share_is_noted_with_its_limits(desk: ApplyDesk) -> None:
    desk.apply(scenario())
    assert desk.limits("research") == [
        {
            "at": "2026-12-01T10:00:00.000Z",
            "by": "l.haas",
            "limits": {"ml.g5.xlarge": 1},
            "sharing": "lend_and_borrow",
            "borrow_limit": 200,
            "in_share_preemption": True,
        }
    ]
    assert desk.limits("safety")[0]["borrow_limit"] == 0


def test_only_what_changed_is_noted_again_and_the_old_one_ends_some_day(desk: ApplyDesk) -> None:
    desk.apply(scenario())
    desk.apply(scenario(LOWER), who="mira")
    before, after = desk.limits("research")
    assert (after["at"], after["by"]) == ("2026-12-01T11:00:00.000Z", "mira")
    assert (before["borrow_limit"], after["borrow_limit"]) == (200, 0)
    assert "ttl" in before
    assert "ttl" not in after
    assert len(desk.limits("product")) == 1


def test_no_bound_is_noted_as_null_and_not_as_zero(desk: ApplyDesk) -> None:
    desk.apply(scenario(OPEN))
    assert desk.limits("research")[0]["borrow_limit"] is None


def test_limits_older_than_the_ledger_are_noted_before_they_change(desk: ApplyDesk) -> None:
    desk.apply_without_ledger(scenario())
    desk.apply(scenario(LOWER))
    before, after = desk.limits("research")
    assert (before["by"], before["borrow_limit"]) == ("found by apply", 200)
    assert (after["by"], after["borrow_limit"]) == ("l.haas", 0)


def test_what_somebody_else_changed_is_noted_as_found(desk: ApplyDesk) -> None:
    desk.apply(scenario())
    desk.clients.batch.update_quota_share(
        quotaShareArn=desk.share("product")["quotaShareArn"],
        capacityLimits=[{"capacityUnit": "ml.g5.xlarge", "maxCapacity": 9}],
    )
    desk.apply(
        scenario(("product: {limits: {ml.g5.xlarge: 1}", "product: {limits: {ml.g5.xlarge: 9}"))
    )
    assert [item["by"] for item in desk.limits("product")] == ["l.haas", "found by apply"]


def test_a_run_that_died_before_it_could_note_is_noted_by_the_next(desk: ApplyDesk) -> None:
    desk.apply(scenario())
    desk.refuse("PutItem", "AccessDeniedException", service="dynamodb")
    with pytest.raises(AwsError, match="0 of 1 changes are done"):
        desk.apply(scenario(LOWER))
    assert len(desk.limits("research")) == 1
    assert desk.apply(scenario(LOWER)) == []
    assert [item["borrow_limit"] for item in desk.limits("research")] == [200, 0]
