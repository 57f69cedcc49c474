"""Names that Batch makes up: random, or the same in every run when a seed is given."""

from __future__ import annotations

import random
import uuid


class Ids:
    """A source of uuid4-shaped ids and attempt suffixes."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def uuid(self) -> str:
        """Make a job or event id."""
        return str(uuid.UUID(int=self._random.getrandbits(128), version=4))

    def attempt(self) -> str:
        """Make the 32 hex digits that end a training job's name."""
        return f"{self._random.getrandbits(128):032x}"
