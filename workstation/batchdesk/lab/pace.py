"""Lets the lab's clock follow the wall: from due instant to due instant, at most at a speed."""

from __future__ import annotations

from threading import Event, Thread

from batchdesk.lab.world import World

LONGEST_NAP = 3_600.0
"""Seconds of the wall; a wait cannot be of any length, and looking again costs nothing."""


class Pacer:
    """A thread that delivers what is due, then lets the clock flow up to the next due instant."""

    def __init__(self, world: World, speed: float) -> None:
        self._world = world
        self._speed = speed
        self._woken = Event()
        self._stopping = False
        self._thread = Thread(target=self._run, name="lab-pacer", daemon=True)
        self.failure: BaseException | None = None
        self._failed = Event()

    def start(self) -> None:
        """Time flows from now on."""
        self._world.wake = self.wake
        self._thread.start()

    def wake(self) -> None:
        """Something may have become due: look again."""
        self._woken.set()

    def wait(self) -> None:
        """Wait until the pace breaks, and raise what broke it."""
        self._failed.wait()
        if self.failure is not None:
            raise self.failure

    def stop(self) -> None:
        """Time stands from now on; for a lab whose world is stopped already."""
        self._stopping = True
        self.wake()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            while self._goes_on():
                self._woken.wait(self._flow_on())
        except BaseException as error:  # noqa: BLE001 - the main thread reports it
            self.failure = error
            self._failed.set()

    def _goes_on(self) -> bool:
        # Cleared before the look: a stop that comes after it wakes the wait.
        self._woken.clear()
        # A stopped world delivers nothing, so its next instant stays due: going on would only
        # take the world from whoever waits in World.stop for it, again and again.
        return not self._stopping and not self._world.agenda.stopping

    def _flow_on(self) -> float | None:
        """Deliver, flow, and tell how many seconds of the wall it takes to the next instant."""
        with self._world.driving():
            self._world.settle()
            due = self._world.agenda.next_due()
            self._world.clock.flow(self._speed, due)
            now = self._world.clock.now_ms()
        return None if due is None else min(max(0.0, (due - now) / 1000 / self._speed), LONGEST_NAP)
