"""What everybody who moves a queue's jobs needs at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from batchdesk.emulator.arns import Place
from batchdesk.emulator.attempts import TrainingJobs
from batchdesk.emulator.ids import Ids
from batchdesk.emulator.jobs import ServiceJob
from batchdesk.emulator.machines import Machines
from batchdesk.emulator.resources import JobQueue
from batchdesk.emulator.switches import EmulatorSwitches, JobTimes
from batchdesk.emulator.timers import Timer, Timers
from batchdesk.emulator.transitions import Transitions
from batchdesk.scheduler import Book

Step = Callable[[ServiceJob, int], None]


@dataclass(frozen=True)
class Desk:
    """One queue with its book.

    touch: say that the book has changed, so that the scheduler looks at it.
    """

    place: Place
    queue: JobQueue
    book: Book
    times: JobTimes
    switches: EmulatorSwitches
    timers: Timers
    ids: Ids
    machines: Machines
    training: TrainingJobs
    transitions: Transitions
    touch: Callable[[], None]

    def later(self, at: int, step: Step, job: ServiceJob) -> Timer:
        """Take a step of a job at a later time."""
        return self.timers.schedule(at, partial(step, job), self.place)
