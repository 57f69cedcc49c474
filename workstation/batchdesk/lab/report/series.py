"""How each share's nodes were used over time: steps, from the facts of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from batchdesk.lab.story.facts import Fact
from batchdesk.lab.story.sharing import Split, split
from batchdesk.lab.story.world import World


@dataclass(frozen=True)
class Step:
    """From `at` (epoch ms) on, until the next step, the nodes are split like this."""

    at: int
    split: Split
    limit: int


@dataclass
class Series:
    """One share and one instance type over the whole run."""

    share: str
    type: str
    sharing: str
    steps: list[Step] = field(default_factory=list)


def use_over_time(facts: Sequence[Fact], end: int) -> list[Series]:
    """One series for each share and type, in the order the shares were made.

    A step stands only where something changes, and one at `end` closes the series.
    """
    world = World()
    series: dict[tuple[str, str], Series] = {}
    for at, group in groupby(facts, key=lambda fact: fact.at):
        for fact in group:
            world.take(fact)
        _extend(series, world, at)
    for one in series.values():
        if one.steps[-1].at < end:
            one.steps.append(Step(end, one.steps[-1].split, one.steps[-1].limit))
    return list(series.values())


def _extend(series: dict[tuple[str, str], Series], world: World, at: int) -> None:
    for type_ in world.types():
        holdings = world.holdings(type_)
        for share, part in split(holdings).items():
            sharing = world.shares[share].sharing
            one = series.setdefault((share, type_), Series(share, type_, sharing))
            limit = holdings[share].limit
            if not one.steps or (one.steps[-1].split, one.steps[-1].limit) != (part, limit):
                one.steps.append(Step(at, part, limit))
