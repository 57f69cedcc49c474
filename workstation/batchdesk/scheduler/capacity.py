"""All arithmetic on capacity, limits and loans, in whole instances.

Per instance type: capacity C, per share its limit L, use U, excess B = max(0, U - L).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from batchdesk.scheduler.words import Job, Share


@dataclass(frozen=True)
class Terms:
    """What the platform admin has set: the capacity per type, and the shares by name."""

    capacity: Mapping[str, int]
    shares: Mapping[str, Share]

    def limit(self, share: str, kind: str) -> int:
        """L: own instances of this type; 0 where the share names none."""
        return self.shares[share].limits.get(kind, 0)

    def within(self, share: str, kind: str, used: int) -> bool:
        """Whether a share may use that many: L > 0 and U <= L + bound.

        Documented: User Guide, quota-shares (borrowLimit is percent of the own limit).
        Assumed: a fraction is cut off; without an own limit nothing can be borrowed.
        """
        limit, share_ = self.limit(share, kind), self.shares[share]
        if limit == 0:
            return False
        if not share_.borrows:
            return used <= limit
        return share_.borrow_limit is None or used <= limit + share_.borrow_limit * limit // 100

    def promised_limits(self, kind: str) -> int:
        """The sum of all shares' limits."""
        return sum(share.limits.get(kind, 0) for share in self.shares.values())

    def overcommitted(self, kind: str) -> bool:
        """Whether the limits together promise more than there is."""
        return self.promised_limits(kind) > self.capacity.get(kind, 0)


class Ledger:
    """Who uses how much, with sums that follow each change: asking costs nothing.

    Two are kept. *Settled*: jobs being stopped are gone. *Present*: they still count.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._used: dict[tuple[str, str], int] = {}
        self._total: dict[str, int] = {}
        self._excess: dict[str, int] = {}
        self._idle: dict[str, int] = {}
        self._missing: dict[str, int] = {}
        kinds = {kind for share in terms.shares.values() for kind in share.limits}
        for kind in kinds:
            lenders = (share for share in terms.shares.values() if share.lends)
            self._idle[kind] = sum(share.limits.get(kind, 0) for share in lenders)
            surplus = terms.capacity.get(kind, 0) - terms.promised_limits(kind)
            self._missing[kind] = min(0, surplus)

    def copy(self) -> Ledger:
        """One that can be changed without changing this one."""
        twin = object.__new__(Ledger)
        twin.terms, twin._missing = self.terms, self._missing
        twin._used, twin._total = dict(self._used), dict(self._total)
        twin._excess, twin._idle = dict(self._excess), dict(self._idle)
        return twin

    def on(self, terms: Terms) -> Ledger:
        """The same use under other terms."""
        moved = Ledger(terms)
        for (share, kind), count in self._used.items():
            if count:
                moved._shift(share, kind, count)
        return moved

    def add(self, share: str, instances: Mapping[str, int]) -> None:
        """Let a share use more."""
        for kind, count in instances.items():
            self._shift(share, kind, count)

    def remove(self, share: str, instances: Mapping[str, int]) -> None:
        """Let a share use less."""
        for kind, count in instances.items():
            self._shift(share, kind, -count)

    def _shift(self, share: str, kind: str, count: int) -> None:
        excess, idle = self._moved(share, kind, count)
        self._used[share, kind] = self.used(share, kind) + count
        self._total[kind] = self.total(kind) + count
        self._excess[kind] = self.excess(kind) + excess
        self._idle[kind] = self._idle.get(kind, 0) + idle

    def _moved(self, share: str, kind: str, count: int) -> tuple[int, int]:
        """How the sums of excess and of lendable idleness move with `count` more."""
        limit, used = self.terms.limit(share, kind), self.used(share, kind)
        excess = max(0, used + count - limit) - max(0, used - limit)
        idle = max(0, limit - used - count) - max(0, limit - used)
        return excess, idle if self.terms.shares[share].lends else 0

    def used(self, share: str, kind: str) -> int:
        """U: what a share uses of a type."""
        return self._used.get((share, kind), 0)

    def used_by(self, share: str) -> dict[str, int]:
        """What a share uses, by type; types it does not use are left out."""
        return {kind: n for (name, kind), n in self._used.items() if name == share and n}

    def total(self, kind: str) -> int:
        """What all shares use of a type."""
        return self._total.get(kind, 0)

    def totals(self) -> dict[str, int]:
        """What all shares use, by type; unused types are left out."""
        return {kind: n for kind, n in self._total.items() if n}

    def excess(self, kind: str) -> int:
        """The sum of B: what is borrowed of a type."""
        return self._excess.get(kind, 0)

    def over(self, share: str, kind: str) -> bool:
        """Whether a share uses more than its own limit."""
        return self.used(share, kind) > self.terms.limit(share, kind)

    def lendable(self, kind: str, idle: int = 0) -> int:
        """What idle limits may lend (`idle` more of them).

        Documented: User Guide, quota-shares: a reserve share does not lend. Assumed, switches
        overcommit_reserve and surplus_borrowable: what the limits promise beyond the capacity is
        taken off first, and capacity beyond the limits is nobody's.
        """
        return max(0, self._idle.get(kind, 0) + idle + self._missing.get(kind, 0))

    def uncovered(self, kind: str) -> int:
        """Loans that no idle limit stands behind; 0 unless a limit or the capacity was lowered."""
        return max(0, self.excess(kind) - self.lendable(kind))

    def uncovered_with(self, share: str, kind: str, count: int) -> int:
        """The same, with `count` more used by a share."""
        excess, idle = self._moved(share, kind, count)
        return max(0, self.excess(kind) + excess - self.lendable(kind, idle))

    def own(self, job: Job) -> bool:
        """Whether a job stays within its share's own limits."""
        return all(
            self.used(job.share, kind) + count <= self.terms.limit(job.share, kind)
            for kind, count in job.instances.items()
        )

    def fits(self, job: Job, bare: Ledger) -> bool:
        """Whether there is room for a job, in every type it asks for and looking at no other.

        `bare` is this ledger without promised jobs: a job must not make loans uncovered that
        were covered there. Assumed; a notebook of AWS shows that idleness alone is not enough.
        """
        return not self.short(job, bare) and all(
            self.terms.within(job.share, kind, self.used(job.share, kind) + count)
            for kind, count in job.instances.items()
        )

    def short(self, job: Job, bare: Ledger) -> dict[str, int]:
        """How much others must give back before a job has room, by type; nothing if it has."""
        short = {
            kind: max(
                self.total(kind) + count - self.terms.capacity.get(kind, 0),
                self.uncovered_with(job.share, kind, count) - bare.uncovered(kind),
            )
            for kind, count in job.instances.items()
        }
        return {kind: count for kind, count in short.items() if count > 0}

    def sound(self, kind: str, bare: Ledger) -> bool:
        """Whether what is in fits the capacity and leaves no loan newly uncovered."""
        within = self.total(kind) <= self.terms.capacity.get(kind, 0)
        return within and self.uncovered(kind) <= bare.uncovered(kind)
