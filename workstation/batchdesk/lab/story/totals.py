"""Node-hours of a run by share, added up instant by instant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from batchdesk.lab.story.facts import Fact, Moved
from batchdesk.lab.story.sharing import Split, split
from batchdesk.lab.story.world import World


@dataclass
class Total:
    """One share over the whole run, all types together; amounts in node-milliseconds."""

    own: Fraction = Fraction(0)
    lent: Fraction = Fraction(0)
    borrowed: Fraction = Fraction(0)
    idle: Fraction = Fraction(0)
    cut_short: int = 0
    stops: int = 0

    def add(self, part: Split, milliseconds: int) -> None:
        """Let time pass with nodes split like this."""
        self.own += part.own * milliseconds
        self.lent += part.lent * milliseconds
        self.borrowed += part.borrowed * milliseconds
        self.idle += part.idle * milliseconds


@dataclass
class Totals:
    """All shares; call `pass_time` before the facts of an instant change the world."""

    shares: dict[str, Total] = field(default_factory=dict)
    _until: int | None = None

    def pass_time(self, world: World, at: int) -> None:
        """Count the time since the last call, in which nothing changed."""
        passed = at - self._until if self._until is not None else 0
        self._until = at
        for type_ in world.types():
            for name, part in split(world.holdings(type_)).items():
                self._of(name).add(part, passed)

    def count(self, world: World, fact: Fact) -> None:
        """Count a stop once it is over; call it before the world takes the fact."""
        job = world.jobs.get(fact.job) if isinstance(fact, Moved) else None
        if job is None or job.stopping is None or fact.at < job.stopping.at:
            return
        total = self._of(job.share)
        total.stops += 1
        ran = fact.at - job.running_since if job.running_since is not None else 0
        total.cut_short += ran * sum(job.instances.values())

    def _of(self, share: str) -> Total:
        return self.shares.setdefault(share, Total())


def added_up(totals: Iterable[Total]) -> Total:
    """All shares together."""
    whole = Total()
    for total in totals:
        whole.own += total.own
        whole.lent += total.lent
        whole.borrowed += total.borrowed
        whole.idle += total.idle
        whole.cut_short += total.cut_short
        whole.stops += total.stops
    return whole
