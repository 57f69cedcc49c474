"""The loop of the lab: from due instant to due instant, skipping none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from batchdesk.lab.agenda import Agenda
from batchdesk.lab.clock import LabClock


class World:
    """Moves the clock and runs what falls due. One thread at a time drives it."""

    def __init__(self, clock: LabClock, agenda: Agenda) -> None:
        self.clock = clock
        self.agenda = agenda
        self._lock = RLock()

    @contextmanager
    def driving(self) -> Iterator[None]:
        """The calling thread drives, and the clock stands."""
        with self._lock:
            self.clock.stand()
            yield

    def settle(self) -> None:
        """Deliver all that is due now."""
        with self.driving():
            self.agenda.settle(self.clock.now_ms())

    def step(self, limit_ms: int | None = None) -> bool:
        """Go to the next due instant, not past the limit; False if there is none."""
        with self.driving():
            due = self.agenda.next_due()
            if due is None or (limit_ms is not None and due > limit_ms):
                return False
            self.clock.move_to(due)
            self.agenda.settle(self.clock.now_ms())
            return True

    def run_until(self, at_ms: int) -> None:
        """Pass through every due instant up to an instant, then stand there."""
        with self.driving():
            self.settle()
            while self.step(at_ms):
                pass
            self.clock.move_to(at_ms)
            self.settle()
