"""The loop of the lab: from due instant to due instant, skipping none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock

from batchdesk.lab.agenda import Agenda
from batchdesk.lab.clock import LabClock


class World:
    """Moves the clock and runs what falls due. One thread at a time drives it.

    `wake` tells whoever paces the clock that it stands, or that something new may be due.
    """

    def __init__(self, clock: LabClock, agenda: Agenda) -> None:
        self.clock = clock
        self.agenda = agenda
        self._lock = RLock()
        self.wake: Callable[[], None] = _nobody_waits

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
            over = due is None or (limit_ms is not None and due > limit_ms)
            if due is None or over or self.agenda.stopping:
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
            if not self.agenda.stopping:
                self.clock.move_to(at_ms)
                self.settle()
        self.wake()

    def stop(self) -> None:
        """Run nothing any more, and wait for what runs in another thread."""
        self.agenda.stopping = True
        with self.driving():
            pass


def _nobody_waits() -> None:
    """The wake of a world without a pacer."""
