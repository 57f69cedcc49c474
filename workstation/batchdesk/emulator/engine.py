"""One queue at work: it keeps the scheduler's book and does what the scheduler decides."""

from __future__ import annotations

from batchdesk import scheduler
from batchdesk.emulator import reasons
from batchdesk.emulator.attempt_life import AttemptLife
from batchdesk.emulator.blocks import Blocks
from batchdesk.emulator.desk import Desk
from batchdesk.emulator.jobs import ACTIVE, TERMINAL, ServiceJob, Status
from batchdesk.emulator.resources import DELETING, ENABLED, WHOLE_QUEUE, QuotaShare
from batchdesk.emulator.stops import Stops


class Engine:
    """The jobs of one queue, known to the scheduler by their tickets."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._stops = Stops(desk)
        self._blocks = Blocks(desk, self._stops)
        self._life = AttemptLife(desk, self._stops, self._blocks)
        self._jobs: dict[str, ServiceJob] = {}
        self._used: dict[tuple[str, str], int] = {}
        self.queue = desk.queue
        self.book = desk.book

    # --- jobs

    def accept(self, job: ServiceJob) -> None:
        """Take a submitted job; it becomes RUNNABLE a little later."""
        desk = self._desk
        self._jobs[job.ticket] = job
        desk.transitions.submitted(job)
        due = job.created_at + desk.times.submitted_ms
        job.progress = desk.later(due, self._become_runnable, job)

    def set_priority(self, job: ServiceJob, priority: int, at: int) -> None:
        """Change a job's priority in any state but the last."""
        facts = {"job_id": job.id, "share": job.share, "from": job.priority, "to": priority}
        self._desk.transitions.note("priority", self.queue.name, at, **facts)
        job.priority = priority
        if job.status is not Status.SUBMITTED:
            self.book.set_priority(job.ticket, priority, at)
            self._desk.touch()

    def end_early(self, job: ServiceJob, reason: str, at: int) -> None:
        """Terminate a job."""
        self._stops.end_early(job, reason, at)

    def _become_runnable(self, job: ServiceJob, at: int) -> None:
        demand = job.demand
        if not demand:
            self._life.refuse(job, job.request.problem or "no instances", at)
            return
        job.progress, job.runnable_since = None, at
        self.book.submit(
            scheduler.Job(
                job_id=job.ticket,
                share=job.share,
                instances=demand,
                priority=job.priority,
                created_at=job.created_at,
                retries=job.submission.preemption_retries,
            ),
            at,
        )
        self._desk.transitions.move(job, Status.RUNNABLE, at)
        self._desk.touch()

    # --- shares and capacity

    def set_share(self, share: QuotaShare, at: int) -> None:
        """Add a share or change its terms."""
        self.book.set_share(share.as_scheduled(), at)
        self._note_limits(share, at, gone=False)
        self._desk.touch()

    def close_share(self, share: QuotaShare, at: int) -> None:
        """End a share's jobs; the share goes when the last one has stopped (documented)."""
        share.status = DELETING
        self._end_all(share.name, reasons.SHARE_DELETED, at)

    def set_capacity(self, at: int) -> None:
        """Take over the service environment's limits."""
        limits = dict(self.queue.environment.limits)
        self.book.set_capacity(limits, at)
        if self.queue.policy is None:
            self.book.set_share(self.queue.whole(), at)
        self._desk.transitions.note("capacity", self.queue.name, at, limits=limits)
        self._desk.touch()

    def close(self, at: int) -> None:
        """End all jobs of a queue that is being deleted."""
        self._end_all(None, reasons.QUEUE_DELETED, at)

    def touch(self) -> None:
        """Have the scheduler look again."""
        self._desk.touch()

    def is_idle(self, share: str | None = None) -> bool:
        """Whether no job of the share (or queue) is left that has not ended."""
        return not self._live(share)

    def _live(self, share: str | None) -> list[ServiceJob]:
        return [
            job
            for job in self._jobs.values()
            if job.status not in TERMINAL and share in (None, job.share)
        ]

    def _end_all(self, share: str | None, reason: str, at: int) -> None:
        for job in self._live(share):
            self.end_early(job, reason, at)
        self._desk.touch()

    # --- decisions

    def settle(self, at: int) -> None:
        """Let the scheduler decide until nothing is left to decide, and do it.

        Nothing is placed into a DISABLED service environment (documented).
        """
        if self.queue.environment.state == ENABLED:
            for decision in scheduler.settle(self.book, at):
                self._enact(decision, at)
        self._note_use(at)
        self._drop_closed_shares(at)

    def _enact(self, decision: scheduler.Decision, at: int) -> None:
        match decision:
            case scheduler.Start(ticket):
                self._life.start(self._jobs[ticket], at)
            case scheduler.Preempt(ticket, for_ticket, cause):
                if self._jobs[ticket].status in ACTIVE:  # else its start was just refused
                    self._stops.preempt(self._jobs[ticket], cause, self._jobs[for_ticket], at)
            case scheduler.Block(ticket, reason):
                self._blocks.block(self._jobs[ticket], reasons.BLOCKED[reason], at)
            case scheduler.Unblock(ticket):
                self._desk.transitions.unblocked(self._jobs[ticket])
            case scheduler.Promise():
                pass  # only the book needs to know

    # --- history

    def _note_use(self, at: int) -> None:
        used = {
            (share, kind): count
            for share in self.book.queues
            for kind, count in self.book.used(share).items()
        }
        for share, kind in sorted(used.keys() | self._used.keys()):
            count = used.get((share, kind), 0)
            if count != self._used.get((share, kind), 0):
                facts = {"share": share, "type": kind, "used": count}
                self._desk.transitions.note("use", self.queue.name, at, **facts)
        self._used = used

    def _note_limits(self, share: QuotaShare, at: int, gone: bool) -> None:
        self._desk.transitions.note(
            "limits",
            self.queue.name,
            at,
            share=share.name,
            limits=None if gone else dict(share.limits),
            sharing=None if gone else share.sharing,
            borrow_limit=None if gone else share.borrow_limit,
            in_share_preemption=None if gone else share.in_share_preemption,
        )

    def _drop_closed_shares(self, at: int) -> None:
        for share in [*self.queue.shares.values()]:
            if share.status == DELETING and self.is_idle(share.name):
                self.book.remove_share(share.name, at)
                del self.queue.shares[share.name]
                self._note_limits(share, at, gone=True)
                self._desk.touch()

    def head(self, share: str = WHOLE_QUEUE) -> ServiceJob | None:
        """The job at the front of a share."""
        ticket = self.book.head(share)
        return None if ticket is None else self._jobs[ticket]

    def waiting(self) -> list[ServiceJob]:
        """The RUNNABLE jobs, in the order assumed for dispatch: priority, age, number."""
        tickets = [ticket for share in self.book.queues for ticket in self.book.queue(share)]
        return sorted(
            (self._jobs[ticket] for ticket in tickets),
            key=lambda job: (-job.priority, job.created_at, job.ticket),
        )
