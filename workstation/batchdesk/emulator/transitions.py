"""How a job's state changes: the job itself, the history, the event. Nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from batchdesk.emulator import events
from batchdesk.emulator.arns import Place
from batchdesk.emulator.history import Entry, History
from batchdesk.emulator.ids import Ids
from batchdesk.emulator.jobs import ServiceJob, Status
from batchdesk.emulator.switches import EmulatorSwitches

Publish = Callable[[events.Event], None]


class Transitions:
    """State changes and events of the jobs of one account and region."""

    def __init__(
        self,
        place: Place,
        ids: Ids,
        history: History,
        switches: EmulatorSwitches,
        publish: Publish | None,
    ) -> None:
        self._place = place
        self._ids = ids
        self._history = history
        self._switches = switches
        self._publish = publish

    def note(self, kind: str, queue: str, at: int, **facts: Any) -> None:
        """Write an entry into the history."""
        place = self._place
        self._history.add(Entry(at, kind, place.account, place.region, queue, facts))

    def submitted(self, job: ServiceJob) -> None:
        """A job has appeared; Batch sends no event for that (documented)."""
        self._remember(job, None, job.created_at)

    def move(self, job: ServiceJob, status: Status, at: int, reason: str | None = None) -> None:
        """Let a job reach a state, and say so."""
        before, job.status, job.reason = job.status, status, reason
        self._remember(job, before, at)
        self._send(events.state_change(self._stamp(at), job, self._switches.event_detail))

    def requeue(self, job: ServiceJob, at: int, reason: str | None = None) -> None:
        """Put a job back into RUNNABLE; its attempt's times are no longer the job's."""
        self._settle_stop(job)
        job.scheduled_at = job.started_at = job.stopped_at = None
        job.runnable_since = at
        self.move(job, Status.RUNNABLE, at, reason)

    def end(self, job: ServiceJob, status: Status, at: int, reason: str) -> None:
        """Let a job end; nothing of it is pending any more."""
        self._settle_stop(job)
        self.end_time_limit(job)
        job.stopped_at = at
        self.move(job, status, at, reason)

    def preemption_started(self, job: ServiceJob, at: int) -> None:
        """Publish that a job is being stopped."""
        self._send(events.preemption_started(self._stamp(at), job))

    def preemption_over(
        self, job: ServiceJob, status: Status, at: int, change: Callable[[], None]
    ) -> None:
        """Publish the end of a preemption before or after `change` moves the job (switch)."""
        if self._switches.completed_event == "after":
            change()
        self._send(events.preemption_completed(self._stamp(at), job, status))
        if self._switches.completed_event == "before":
            change()

    def blocked(self, job: ServiceJob, at: int, reason: str) -> None:
        """Publish that a job at the front of its share cannot start, and why."""
        job.reason, job.blocked = reason, reason.split(" - ")[0]
        self.note("blocked", job.queue.name, at, job_id=job.id, share=job.share, reason=reason)
        self._send(events.queue_blocked(self._stamp(at), job, self._switches.event_detail))

    def unblocked(self, job: ServiceJob) -> None:
        """The reason has gone."""
        job.reason = job.blocked = None
        self.end_time_limit(job)

    def end_time_limit(self, job: ServiceJob) -> None:
        """Stop counting how long a job has been blocked."""
        if job.time_limit is not None:
            job.time_limit.cancel()
        job.time_limit = job.blocked = None

    def _settle_stop(self, job: ServiceJob) -> None:
        for timer in (job.progress, job.attempt_limit, job.stop_timer):
            if timer is not None:
                timer.cancel()
        job.progress = job.attempt_limit = job.stop_timer = job.stop = None

    def _remember(self, job: ServiceJob, before: Status | None, at: int) -> None:
        self.note(
            "state",
            job.queue.name,
            at,
            job_id=job.id,
            job_name=job.submission.name,
            share=job.share,
            reason=job.reason,
            training_job=job.latest.name if job.latest else None,
            **{"from": before.value if before else None, "to": job.status.value},
        )

    def _stamp(self, at: int) -> events.Stamp:
        return events.Stamp(self._ids.uuid(), self._place, at)

    def _send(self, event: events.Event) -> None:
        if self._publish is not None:
            self._publish(event)
