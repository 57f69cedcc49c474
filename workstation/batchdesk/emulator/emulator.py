"""The emulated Batch: one agenda and one history for all accounts and regions."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import RLock

from batchdesk import scheduler
from batchdesk.emulator.arns import Place
from batchdesk.emulator.attempts import TrainingJobs
from batchdesk.emulator.clock import Clock, SystemClock
from batchdesk.emulator.desk import Desk
from batchdesk.emulator.engine import Engine
from batchdesk.emulator.history import History
from batchdesk.emulator.ids import Ids
from batchdesk.emulator.machines import Machines
from batchdesk.emulator.resources import JobQueue
from batchdesk.emulator.switches import EmulatorSwitches, JobTimes
from batchdesk.emulator.timers import Timers
from batchdesk.emulator.transitions import Publish, Transitions


@dataclass(frozen=True)
class Settings:
    """How an emulator is to work.

    publish gets whole EventBridge envelopes, in order, with the emulator's lock held;
    it must not wait for another thread that calls Batch.
    """

    clock: Clock = field(default_factory=SystemClock)
    publish: Publish | None = None
    seed: int | None = None
    switches: EmulatorSwitches = field(default_factory=EmulatorSwitches)
    times: JobTimes = field(default_factory=JobTimes)


class Emulator:
    """Time is epoch ms. Nothing happens by itself: `run_due` or an API call moves jobs on."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lock = RLock()
        self.history = History()
        self._rules = scheduler.Switches.of(settings.switches.scheduler)
        self._ids = Ids(settings.seed)
        self._timers = Timers()
        self._machines = Machines()
        self._dirty: dict[int, Engine] = {}
        self._queues = 0
        self._jobs = 0
        self._now = 0

    # --- time

    def next_due(self) -> int | None:
        """When the next thing happens by itself, in any account or region."""
        with self.lock:
            return self._timers.next_due()

    def run_due(self, now_ms: int) -> None:
        """Do everything that is due by now, in order; one instant's events before its pass."""
        with self.lock:
            while (due := self._timers.next_due()) is not None and due <= now_ms:
                self._now = max(self._now, due)
                while (timer := self._timers.take(due)) is not None:
                    timer.action(due)
                self.settle(due)
            self._now = max(self._now, now_ms)

    def catch_up(self) -> int:
        """Bring everything up to the clock's present and tell it; it never runs backwards."""
        with self.lock:
            self.run_due(self.settings.clock.now_ms())
            return self._now

    def settle(self, at: int) -> None:
        """Let the scheduler look at every queue whose book has changed."""
        while self._dirty:
            self._dirty.pop(min(self._dirty)).settle(at)

    # --- things that are played

    def out_of_machines(
        self,
        instance_type: str,
        until_ms: int,
        account: str | None = None,
        region: str | None = None,
    ) -> None:
        """Let SageMaker have no machines of a type until then; None means everywhere."""
        with self.lock:
            self._machines.run_out(instance_type, until_ms, account, region)

    # --- for the operations

    def forget(self, place: Place) -> None:
        """Drop what is pending in an account and region that moto resets."""
        with self.lock:
            self._timers.forget(place)

    def new_job_id(self) -> tuple[str, str]:
        """Make a job's id and its ticket."""
        self._jobs += 1
        return self._ids.uuid(), f"{self._jobs:012d}"

    def engine(self, queue: JobQueue, place: Place) -> Engine:
        """Set a queue to work."""
        self._queues += 1
        number, settings = self._queues, self.settings
        shares = [queue.whole()] if queue.policy is None else []
        engine = Engine(
            Desk(
                place=place,
                queue=queue,
                book=scheduler.Book(dict(queue.environment.limits), shares, self._rules),
                times=settings.times,
                switches=settings.switches,
                timers=self._timers,
                ids=self._ids,
                machines=self._machines,
                training=TrainingJobs(place),
                transitions=Transitions(
                    place, self._ids, self.history, settings.switches, settings.publish
                ),
                touch=lambda: self._dirty.__setitem__(number, engine),
            )
        )
        return engine
