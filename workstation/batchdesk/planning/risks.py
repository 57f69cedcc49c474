"""Which changes may stop running jobs, in a sentence for whoever is asked."""

from __future__ import annotations

from batchdesk.planning.changes import CAPACITY, LIMITS, UNLIMITED, Change, Value


def risk(change: Change) -> str | None:
    """Say what a change may do to running jobs; None if it stops none by itself.

    Documented: a share above its lowered limit becomes eligible for preemption (User
    Guide, quota-shares). Whether at once or when somebody waits, and what a lowered
    environment does, AWS does not say.
    """
    if change.action == "create":
        return None
    if lowers(change, CAPACITY):
        return "lowers the capacity: what AWS does to jobs running above it is not documented"
    if lowers(change, LIMITS):
        return "lowers a limit: running jobs above it may be stopped, even without borrowing"
    if _borrows_less(change):
        return "may borrow less: running jobs above the new bound may be stopped"
    if change.fields.get("in_share_preemption") == (False, True):
        return "turns in-share preemption on: higher priorities may stop lower ones that run"
    return None


def lowers(change: Change, prefix: str) -> bool:
    """Whether a count of that kind goes down or away."""
    counts = [values for name, values in change.fields.items() if name.startswith(prefix)]
    return any(_number(after) < _number(before) for before, after in counts)


def _borrows_less(change: Change) -> bool:
    before, after = change.fields.get("borrow_limit", (None, None))
    return before is not None and _percent(after) < _percent(before)


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _percent(value: Value) -> float:
    return float("inf") if value == UNLIMITED else _number(value)
