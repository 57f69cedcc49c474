"""Stopping jobs: preempted, terminated, out of time. A stop takes a while."""

from __future__ import annotations

from batchdesk.emulator import reasons
from batchdesk.emulator.desk import Desk
from batchdesk.emulator.jobs import TERMINAL, ServiceJob, Status, Stop


class Stops:
    """The stops of one queue. While a job stops, its status stays what it was."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def preempt(self, job: ServiceJob, cause: str, for_job: ServiceJob, at: int) -> None:
        """Begin to stop a job for another one; the book has it as stopping already."""
        desk = self._desk
        reason = reasons.preemption(cause, desk.switches.in_share_text)
        job.reason = reasons.IN_PROGRESS + reason
        self._begin(job, Stop("preemption", reason), at)
        desk.transitions.note(
            "stop",
            desk.queue.name,
            at,
            job_id=job.id,
            share=job.share,
            attempt=job.attempt().name,
            cause=cause,
            for_job_id=for_job.id,
            for_share=for_job.share,
        )
        desk.transitions.preemption_started(job, at)

    def end_early(self, job: ServiceJob, reason: str, at: int) -> None:
        """End a job before its time: it becomes FAILED, at once unless it runs.

        Documented: terminating stops the training job and ends FAILED; that it is not
        retried and carries the given reason is assumed.
        """
        desk = self._desk
        if job.status in TERMINAL or job.end_reason is not None:
            return
        if job.status in (Status.SUBMITTED, Status.RUNNABLE):
            if job.status is Status.RUNNABLE:
                desk.book.cancel(job.ticket, at)
            desk.transitions.end(job, Status.FAILED, at, reason)
        else:
            job.end_reason = reason
            desk.book.terminate(job.ticket, at)
            if job.stop is None:
                self._begin(job, Stop("terminated", reason), at)
            self._cut_short(job)
        desk.touch()

    def time_out(self, job: ServiceJob, at: int) -> None:
        """End an attempt that lasted longer than its timeout; not retried (assumed)."""
        if job.stop is None:
            self.end_early(job, reasons.TIMED_OUT, at)

    def _begin(self, job: ServiceJob, stop: Stop, at: int) -> None:
        desk = self._desk
        job.stop = stop
        if job.status is not Status.RUNNING:
            self._cut_short(job)
        desk.training.stopping(job.attempt(), at)
        job.stop_timer = desk.later(at + desk.times.stop_ms, self._over, job)

    def _cut_short(self, job: ServiceJob) -> None:
        # A preempted script may still end well in its grace period; nothing else goes on.
        if job.progress is not None:
            job.progress.cancel()

    def _over(self, job: ServiceJob, at: int) -> None:
        desk, attempt, stop = self._desk, job.attempt(), job.stop
        assert stop is not None
        outcome = desk.book.stopped(job.ticket, at)
        desk.touch()
        attempt.stopped_at, attempt.reason = at, stop.reason
        desk.training.stopped(attempt, at)
        if stop.kind != "preemption":
            job.attempts.append(attempt)
            desk.transitions.end(job, Status.FAILED, at, stop.reason)
            return
        job.preempted_count += 1
        job.preempted = [attempt, *job.preempted][: desk.switches.recent_window]
        if outcome == "requeued":
            desk.transitions.preemption_over(
                job, Status.RUNNABLE, at, lambda: desk.transitions.requeue(job, at)
            )
            return
        # The text of a job that used up its preemption retries is assumed.
        reason = job.end_reason or stop.reason
        desk.transitions.preemption_over(
            job,
            Status.FAILED,
            at,
            lambda: desk.transitions.end(job, Status.FAILED, at, reason),
        )
