"""What is due next, over all parts of the lab, and one part at a time in a fixed order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from batchdesk.lab.errors import StuckError

ROUNDS_AT_ONE_INSTANT = 100_000


class Component(Protocol):
    """A part of the lab that does things by itself. Instants are epoch milliseconds."""

    name: str

    def next_due(self) -> int | None:
        """When it next has something to do; None if nothing is in sight."""

    def run_due(self, now_ms: int) -> None:
        """Do at least one of the things due by now."""


class Agenda:
    """The components in the order in which they act at one instant."""

    def __init__(
        self, components: Sequence[Component], rounds: int = ROUNDS_AT_ONE_INSTANT
    ) -> None:
        self._components = tuple(components)
        self._rounds = rounds
        self.stopping = False

    def next_due(self, but: Sequence[str] = ()) -> int | None:
        """The nearest instant at which a component, other than those named, has to act."""
        dues = (part.next_due() for part in self._components if part.name not in but)
        return min((due for due in dues if due is not None), default=None)

    def settle(self, now_ms: int) -> None:
        """Run whatever is due by now, and what that makes due, until nothing is left."""
        for _ in range(self._rounds):
            part = self._first_due(now_ms)
            if part is None or self.stopping:
                return
            part.run_due(now_ms)
        raise StuckError(f"the lab's {part.name if part else '?'} is due for ever at {now_ms} ms")

    def _first_due(self, now_ms: int) -> Component | None:
        for part in self._components:
            due = part.next_due()
            if due is not None and due <= now_ms:
                return part
        return None
