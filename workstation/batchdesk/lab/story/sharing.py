"""How the nodes of one type are shared at one instant: own, lent, borrowed, idle.

Loans are pooled: Batch does not say whose node a borrower uses. What is lent is split among the
lending shares in proportion to what each has idle (assumed; said wherever it is shown).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

LENDS = frozenset({"lend", "lend_and_borrow"})


@dataclass(frozen=True)
class Holding:
    """One share's limit and use of one type, in instances."""

    limit: int
    used: int
    lends: bool

    @property
    def excess(self) -> int:
        """Instances used beyond the limit: borrowed."""
        return max(0, self.used - self.limit)

    @property
    def lendable(self) -> int:
        """Instances of the limit that others may have now."""
        return max(0, self.limit - self.used) if self.lends else 0


@dataclass(frozen=True)
class Split:
    """Instances of one share: own + lent + idle = its limit, borrowed comes on top."""

    own: int
    lent: Fraction
    borrowed: int
    idle: Fraction


def split(holdings: Mapping[str, Holding]) -> dict[str, Split]:
    """Split every share's nodes; fractions appear only where several shares lend at once."""
    borrowed = sum(h.excess for h in holdings.values())
    lendable = sum(h.lendable for h in holdings.values())
    part = min(Fraction(1), Fraction(borrowed, lendable)) if lendable else Fraction(0)
    return {name: _one(holding, holding.lendable * part) for name, holding in holdings.items()}


def free_to_borrow(holdings: Mapping[str, Holding]) -> int:
    """Instances that lending shares have idle and nobody has borrowed yet."""
    lendable = sum(h.lendable for h in holdings.values())
    return max(0, lendable - sum(h.excess for h in holdings.values()))


def _one(holding: Holding, lent: Fraction) -> Split:
    own = min(holding.used, holding.limit)
    return Split(own, lent, holding.excess, holding.limit - own - lent)
