"""A cursor over values that may be wrong: rules ask, and get None for what is not there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from policycompiler.findings import Path, Step


@dataclass(frozen=True)
class Place:
    """A value in the file and its path; every question is safe whatever the value is."""

    value: Any
    path: Path = ()

    def __getitem__(self, step: Step) -> Place:
        inside = self.value.get(step) if isinstance(self.value, dict) else None
        return Place(inside, (*self.path, step))

    def __contains__(self, step: Step) -> bool:
        return isinstance(self.value, dict) and step in self.value

    def fields(self) -> Iterator[tuple[str, Place]]:
        """Go through a mapping's fields in the file's order."""
        if isinstance(self.value, dict):
            for name, value in self.value.items():
                yield name, Place(value, (*self.path, name))

    def items(self) -> Iterator[Place]:
        """Go through a list."""
        if isinstance(self.value, list):
            for index, value in enumerate(self.value):
                yield Place(value, (*self.path, index))

    @property
    def names(self) -> list[str]:
        """The field names of a mapping."""
        return [name for name, _ in self.fields()]

    @property
    def text(self) -> str | None:
        """The value if it is text."""
        return self.value if isinstance(self.value, str) else None

    @property
    def number(self) -> int | None:
        """The value if it is a whole number."""
        whole = isinstance(self.value, int) and not isinstance(self.value, bool)
        return self.value if whole else None

    @property
    def is_no(self) -> bool:
        """Whether this is a written false, in any of its spellings."""
        return self.value is False or self.value in ("no", "off")

    @property
    def is_yes(self) -> bool:
        """Whether this is a written true, in any of its spellings."""
        return self.value is True or self.value in ("yes", "on")
