"""The emulator's own record of what happened: the oracle of tests, the source of reports."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, overload


@dataclass(frozen=True)
class Entry:
    """One thing that happened at `at` (epoch ms).

    kind and its facts:
      state     job_id, job_name, share, from, to, reason, training_job
      stop      job_id, share, attempt, cause, for_job_id, for_share
      limits    share, limits, sharing, borrow_limit, in_share_preemption (all None: gone)
      capacity  limits of the service environment
      use       share, type, used: instances of that type in use from now on
      blocked   job_id, share, reason
      priority  job_id, share, from, to
    """

    at: int
    kind: str
    account: str
    region: str
    queue: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", MappingProxyType(dict(self.facts)))

    def as_dict(self) -> dict[str, Any]:
        """Flatten for JSON."""
        own = {name: getattr(self, name) for name in ("at", "kind", "account", "region", "queue")}
        return {**own, **self.facts}


class Entries(Sequence[Entry]):
    """A look at the history that cannot change it; it grows as the history does."""

    def __init__(self, entries: list[Entry]) -> None:
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> Entry: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Entry, ...]: ...

    def __getitem__(self, index: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(index, slice):
            return tuple(self._entries[index])
        return self._entries[index]


class History:
    """Grows at the end, never changes."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        """Record one more thing."""
        self._entries.append(entry)

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries in the order they happened; a slice is cheap and stays as it is."""
        return Entries(self._entries)

    def of(self, kind: str) -> Iterator[Entry]:
        """The entries of one kind, in order."""
        return (entry for entry in self._entries if entry.kind == kind)

    def to_json(self) -> str:
        """Render as a JSON array with one entry per line."""
        rows = (json.dumps(entry.as_dict(), sort_keys=True) for entry in self._entries)
        body = ",\n".join(rows)
        return f"[\n{body}\n]\n" if body else "[]\n"
