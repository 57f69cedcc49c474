"""Jobs that cannot start and stand at the front of their share."""

from __future__ import annotations

from functools import partial

from batchdesk.emulator import reasons
from batchdesk.emulator.desk import Desk
from batchdesk.emulator.jobs import ServiceJob
from batchdesk.emulator.stops import Stops


class Blocks:
    """Says that a queue is blocked, and ends jobs that block it too long."""

    def __init__(self, desk: Desk, stops: Stops) -> None:
        self._desk = desk
        self._stops = stops

    def block(self, job: ServiceJob, reason: str, at: int) -> None:
        """Publish that the queue is blocked, once as long as the reason stays the same.

        jobStateTimeLimitActions begin to count: they name the part before " - "
        (documented).
        """
        if job.blocked == reason.split(" - ")[0]:
            return
        desk = self._desk
        desk.transitions.end_time_limit(job)
        desk.transitions.blocked(job, at, reason)
        for limit in desk.queue.time_limits:
            if limit.reason == job.blocked:
                end = partial(self._out_of_time, limit.reason)
                job.time_limit = desk.later(at + limit.seconds * 1000, end, job)

    def _out_of_time(self, reason: str, job: ServiceJob, at: int) -> None:
        self._stops.end_early(job, reasons.time_limit(reason), at)
