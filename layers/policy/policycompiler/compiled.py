"""From the checked file to the content of policy.json: defaults in, absent sections out."""

from __future__ import annotations

from typing import Any

from batchshares.domain.policy import seal
from policycompiler.models.policy_file import PolicyFile

ALWAYS_THERE = ("owner_tag",)
_NULLS_STAY = ("platform", "people", "queues", "teams", "notify")


def compiled(policy: PolicyFile) -> str:
    """Return policy.json's text: the same policy gives the same bytes."""
    content = policy.model_dump(mode="json", by_alias=True)
    for queue in content["queues"].values():
        for share in queue["shares"].values():
            share["borrow_limit"] = _bound(share)
    sections = {
        name: value if name in _NULLS_STAY else _without_nulls(value)
        for name, value in content.items()
        if value is not None or name in ALWAYS_THERE
    }
    return seal(sections)


def _bound(share: dict[str, Any]) -> int | None:
    """Percent of the limit; None is unlimited, and who does not borrow has 0."""
    if share["sharing"] != "lend_and_borrow":
        return 0
    limit = share["borrow_limit"]
    return None if limit == "unlimited" else int(limit)


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(one) for key, one in value.items() if one is not None}
    return [_without_nulls(one) for one in value] if isinstance(value, list) else value
