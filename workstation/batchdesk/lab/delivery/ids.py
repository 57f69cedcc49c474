"""Ids that depend on the seed alone, one stream for each purpose."""

from __future__ import annotations

from random import Random
from uuid import UUID


class Ids:
    """A stream of UUIDs; seed None makes a fresh stream each time."""

    def __init__(self, seed: int | None, purpose: str) -> None:
        self._random = Random() if seed is None else Random(f"{seed}/{purpose}")

    def next(self) -> str:
        """The next id."""
        return str(UUID(int=self._random.getrandbits(128), version=4))
