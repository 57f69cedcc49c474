"""Why an attempt was stopped: Batch's words first, then what capacity and policy imply."""

from __future__ import annotations

from collections.abc import Mapping

from batchshares.domain.facts import Cause

# Documented: User Guide, "Service job preemption events". The attempt keeps the rest.
IN_PROGRESS = "PREEMPTION_IN_PROGRESS:"


def plain_reason(text: str | None) -> str | None:
    """Return Batch's words without the prefix they carry while the stop is under way."""
    if text is None:
        return None
    return text.removeprefix(IN_PROGRESS).strip() or None


def cause_of_text(text: str | None) -> Cause:
    """Return the cause Batch's words name. Only the cross-share text is documented."""
    words = (text or "").lower()
    if "cross-share" in words:
        return "cross_share"
    return "in_share" if "in-share" in words else "unknown"


def inferred_cause(
    *,
    used: Mapping[str, int] | None,
    limits: Mapping[str, int] | None,
    limits_at_start: Mapping[str, int] | None,
    in_share: bool,
) -> Cause:
    """Return the cause where the words say nothing; unknown unless the figures force one.

    `used` and `limits` are the stopped job's share now, instances per type, the stopped
    job still counted; `limits_at_start` are those that held when its attempt began.
    """
    if limits is None or (in_share and used is None):
        return "unknown"
    if in_share and used and all(count <= limits.get(kind, 0) for kind, count in used.items()):
        return "in_share"
    lowered = limits_at_start and any(
        limits.get(kind, 0) < count for kind, count in limits_at_start.items()
    )
    return "limit_lowered" if lowered else "unknown"
