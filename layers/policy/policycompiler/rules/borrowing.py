"""Shares: who lends, who borrows, and what that does to their work."""

from __future__ import annotations

from collections.abc import Iterator

from policycompiler.findings import Problem, warning
from policycompiler.place import Place
from policycompiler.words import quote

BORROWS = "lend_and_borrow"
KEEPS = "reserve"


def _shares(root: Place) -> Iterator[tuple[str, Place, Place]]:
    for _, queue in root["queues"].fields():
        for name, share in queue["shares"].fields():
            yield name, share, queue


def _may_borrow(share: Place) -> bool:
    return share["sharing"].text == BORROWS and share["borrow_limit"].value != 0


def only_borrowers_have_a_bound(root: Place) -> Iterator[Problem]:
    """borrow_limit belongs to lend_and_borrow (documented: Batch API)."""
    for name, share, _ in _shares(root):
        limit, sharing = share["borrow_limit"], share["sharing"].text
        if limit.value is not None and sharing in (KEEPS, "lend"):
            yield Problem(
                limit.path,
                f"{quote(limit.value)} is not allowed here: only a share with sharing: {BORROWS} "
                f"borrows. {name} has sharing: {sharing}. Remove borrow_limit or change sharing",
            )


def bound_rounds_to_nothing(root: Place) -> Iterator[Problem]:
    """A percentage of a small limit may come to less than one instance."""
    for name, share, _ in _shares(root):
        percent = share["borrow_limit"].number
        if share["sharing"].text != BORROWS or not percent or percent < 0:
            continue
        for kind, limit in share["limits"].fields():
            if limit.number and limit.number > 0 and percent * limit.number < 100:
                yield warning(
                    share["borrow_limit"].path,
                    f"{percent} % of {limit.number} is less than one instance: {name} can never "
                    f"borrow {kind}. Write 0 if that is meant",
                )


def nobody_lends(root: Place) -> Iterator[Problem]:
    """A share that may borrow needs another one that lends."""
    for name, share, queue in _shares(root):
        others = [other for other_name, other in queue["shares"].fields() if other_name != name]
        if _may_borrow(share) and all(other["sharing"].text == KEEPS for other in others):
            message = f"{name} may borrow, but no other share of its queue lends"
            yield warning(share["sharing"].path, message)


def borrowed_is_not_protected(root: Place) -> Iterator[Problem]:
    """in_share_preemption says nothing about owners who take their instances back."""
    for _, share, _ in _shares(root):
        if _may_borrow(share) and share["in_share_preemption"].is_no:
            yield warning(
                share.path,
                "in_share_preemption: false does not protect borrowed nodes: owners can always "
                "take theirs back",
            )


def work_that_must_not_stop(root: Place) -> Iterator[Problem]:
    """A share that is not interruptible should not live on borrowed instances."""
    for name, share, _ in _shares(root):
        if _may_borrow(share) and share["interruptible"].is_no:
            yield warning(
                share["interruptible"].path,
                f"{name} is not interruptible but may borrow: its jobs on borrowed nodes can be "
                "stopped at any time. Set sharing: lend, or borrow_limit: 0",
            )


RULES = (
    only_borrowers_have_a_bound,
    bound_rounds_to_nothing,
    nobody_lends,
    borrowed_is_not_protected,
    work_that_must_not_stop,
)
