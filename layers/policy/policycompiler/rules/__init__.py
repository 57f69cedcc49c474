"""Rules that no single field can break: each looks at the raw file, whatever is wrong in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from policycompiler.findings import Problem
from policycompiler.place import Place
from policycompiler.rules import (
    borrowing,
    capacity,
    checkpoints,
    overlaps,
    resubmit,
    teams,
    windows,
)

Rule = Callable[[Place], Iterator[Problem]]

RULES: tuple[Rule, ...] = (
    *capacity.RULES,
    *borrowing.RULES,
    *teams.RULES,
    *windows.RULES,
    *overlaps.RULES,
    *resubmit.RULES,
    *checkpoints.RULES,
)


def broken(root: Place) -> Iterator[Problem]:
    """Apply every rule."""
    for rule in RULES:
        yield from rule(root)
