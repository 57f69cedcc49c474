"""An attempt from SCHEDULED to its own end."""

from __future__ import annotations

from batchdesk.emulator import reasons
from batchdesk.emulator.attempts import TrainingRefusedError
from batchdesk.emulator.blocks import Blocks
from batchdesk.emulator.desk import Desk
from batchdesk.emulator.jobs import Attempt, ServiceJob, Status
from batchdesk.emulator.stops import Stops


class AttemptLife:
    """Takes the attempts of one queue through their states (documented workflow)."""

    def __init__(self, desk: Desk, stops: Stops, blocks: Blocks) -> None:
        self._desk = desk
        self._stops = stops
        self._blocks = blocks

    def start(self, job: ServiceJob, at: int) -> None:
        """Create the training job of a new attempt: SCHEDULED."""
        desk = self._desk
        try:
            attempt = desk.training.create(job.request, desk.ids.attempt(), at)
        except TrainingRefusedError as refusal:
            desk.book.finish(job.ticket, at)
            self.refuse(job, str(refusal), at)
            return
        job.latest, job.scheduled_at = attempt, at
        desk.transitions.move(job, Status.SCHEDULED, at)
        job.progress = desk.later(at + desk.times.scheduled_ms, self._provisioned, job)

    def refuse(self, job: ServiceJob, problem: str, at: int) -> None:
        """Fail a job whose request SageMaker does not take; the text is assumed."""
        reason = f"{reasons.FROM_SAGEMAKER}ValidationException: {problem}"
        self._desk.transitions.end(job, Status.FAILED, at, reason)
        self._desk.touch()

    def _provisioned(self, job: ServiceJob, at: int) -> None:
        desk, attempt = self._desk, job.attempt()
        if not desk.machines.available(job.request.instances, desk.place, at):
            self._no_machines(job, attempt, at)
            return
        desk.training.downloading(attempt, at)
        desk.transitions.end_time_limit(job)
        desk.transitions.move(job, Status.STARTING, at)
        job.progress = desk.later(at + desk.times.starting_ms, self._run, job)

    def _no_machines(self, job: ServiceJob, attempt: Attempt, at: int) -> None:
        """Back to RUNNABLE without using an attempt, to be tried again (documented)."""
        desk = self._desk
        attempt.stopped_at, attempt.reason = at, reasons.NO_MACHINES
        desk.training.failed(attempt, reasons.NO_MACHINES_SAGEMAKER, at)
        if job.without_machines is not None:  # only the newest of these is kept (documented)
            desk.training.delete(job.without_machines)
        job.without_machines = attempt
        not_before = at + desk.times.retry_machines_ms
        desk.book.no_machines(job.ticket, at, not_before)
        desk.transitions.requeue(job, at, reasons.NO_MACHINES)
        if desk.book.head(job.share) == job.ticket:
            self._blocks.block(job, reasons.NO_MACHINES, at)
        job.progress = desk.later(not_before, self._try_again, job)
        desk.touch()

    def _try_again(self, job: ServiceJob, at: int) -> None:
        job.progress = None
        self._desk.book.tick(at)
        self._desk.touch()

    def _run(self, job: ServiceJob, at: int) -> None:
        desk, attempt = self._desk, job.attempt()
        attempt.started_at = job.started_at = at
        desk.training.training(attempt, at)
        desk.transitions.move(job, Status.RUNNING, at)
        lasts, fails = job.request.run_ms, job.request.fail_after_ms
        if fails is not None and fails < lasts:
            job.progress = desk.later(at + fails, self._crash, job)
        else:
            job.progress = desk.later(at + lasts, self._succeed, job)
        if job.submission.timeout_seconds is not None:
            limit = at + job.submission.timeout_seconds * 1000
            job.attempt_limit = desk.later(limit, self._stops.time_out, job)

    def _succeed(self, job: ServiceJob, at: int) -> None:
        """End well, also while being preempted (assumed, switch finish_in_grace)."""
        desk, attempt = self._desk, job.attempt()
        desk.training.completed(attempt, at)
        self._keep(job, attempt, reasons.COMPLETED, at)
        desk.book.finish(job.ticket, at)
        desk.transitions.end(job, Status.SUCCEEDED, at, reasons.COMPLETED)
        desk.touch()

    def _crash(self, job: ServiceJob, at: int) -> None:
        desk, attempt = self._desk, job.attempt()
        if job.stop is not None:
            return  # a script that fails while it is being stopped changes nothing (assumed)
        desk.training.failed(attempt, "AlgorithmError: ExecuteUserScriptError, exit code: 1", at)
        reason = reasons.FAILED_BY_ITSELF
        self._keep(job, attempt, reason, at)
        if job.submission.retry.again(reason, used=len(job.attempts)):
            desk.book.retry(job.ticket, at)
            desk.transitions.requeue(job, at)
        else:
            desk.book.finish(job.ticket, at)
            desk.transitions.end(job, Status.FAILED, at, reason)
        desk.touch()

    def _keep(self, job: ServiceJob, attempt: Attempt, reason: str, at: int) -> None:
        attempt.stopped_at, attempt.reason = at, reason
        job.attempts.append(attempt)
