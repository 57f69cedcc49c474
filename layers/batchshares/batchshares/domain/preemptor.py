"""Who most likely took the capacity: Batch names no job, the fronts of the shares suggest one."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from batchshares.domain.facts import Cause, Preemptor


@dataclass(frozen=True)
class Snapshot:
    """A queue at one moment: the first waiting job of each share, and each share's use.

    `used` is instances per type. Batch documents the list as the *top* shares: one that is
    absent may use nothing, or be cut off. `total` is the whole queue's use, None if not told.
    """

    fronts: Mapping[str, str] = field(default_factory=dict)
    used: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    total: Mapping[str, int] | None = None

    def used_at_most(self, share: str, kind: str) -> int:
        """Return how many instances of the type the share uses, or can use where not listed.

        That is what the listed shares leave of the queue's total: nothing, unless the list
        was cut off. Assumed: without a total it was not.
        """
        if share in self.used or self.total is None:
            return self.used.get(share, {}).get(kind, 0)
        listed = sum(of.get(kind, 0) for of in self.used.values())
        return max(0, self.total.get(kind, 0) - listed)


@dataclass(frozen=True)
class Front:
    """The first waiting job of a share, as far as it is known."""

    job_id: str
    share: str
    name: str | None
    priority: int | None
    blocked: bool


def owners_waiting(
    snapshot: Snapshot,
    limits: Mapping[str, Mapping[str, int]],
    victim_share: str,
    kinds: Set[str],
) -> list[str]:
    """Return the other shares with a waiting job that use less than their own limit.

    Only the instance types the stopped job holds count: nothing else came free.
    """
    return sorted(
        share
        for share in snapshot.fronts
        if share != victim_share
        and any(
            snapshot.used_at_most(share, kind) < limits.get(share, {}).get(kind, 0)
            for kind in kinds
        )
    )


def preemptor_of(
    cause: Cause, victim_priority: int | None, own: Front | None, owners: list[Front]
) -> Preemptor | None:
    """Return the job the stop made room for, None where it is not clear.

    In-share: the front of the same share, if strictly higher. Otherwise the one front,
    not blocked, among the shares below their limit; two candidates are none.
    """
    if cause == "in_share":
        return _named(own) if own and _higher(own.priority, victim_priority) else None
    candidates = [front for front in owners if not front.blocked]
    return _named(candidates[0]) if len(candidates) == 1 else None


def _higher(front: int | None, victim: int | None) -> bool:
    return front is not None and victim is not None and front > victim


def _named(front: Front) -> Preemptor:
    return Preemptor(job_id=front.job_id, job_name=front.name, share=front.share)
