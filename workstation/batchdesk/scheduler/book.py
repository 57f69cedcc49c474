"""The book: what has happened so far, with sums and queues that follow each event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from batchdesk.scheduler.capacity import Ledger, Terms
from batchdesk.scheduler.entry import Entry
from batchdesk.scheduler.errors import BookError
from batchdesk.scheduler.queues import Queue
from batchdesk.scheduler.switches import Switches
from batchdesk.scheduler.words import (
    Block,
    BlockReason,
    Decision,
    Ending,
    Job,
    Preempt,
    Promise,
    Share,
    Start,
    State,
    Unblock,
)


class Book:
    """One job queue with its shares and jobs.

    Each event names its time `at`, a whole number in the caller's unit; an earlier one than the
    last counts as the last. Within one instant the order of events does not matter. Raises
    BookError for a job or share it does not know, and for an event the job's state does not allow.
    """

    def __init__(
        self,
        capacity: Mapping[str, int],
        shares: Iterable[Share],
        switches: Switches | None = None,
    ) -> None:
        self.switches = switches or Switches()
        self.terms = Terms(dict(capacity), {share.name: share for share in shares})
        self.settled = Ledger(self.terms)
        self.present = Ledger(self.terms)
        self.now = 0
        self.promised: tuple[str, ...] = ()
        self.blocked: dict[str, BlockReason] = {}
        self.queues = {name: Queue() for name in self.terms.shares}
        self._entries: dict[str, Entry] = {}
        self._running: dict[str, dict[str, Entry]] = {name: {} for name in self.terms.shares}
        self._stopping: dict[str, Entry] = {}

    # --- jobs come and go

    def submit(self, job: Job, at: int) -> None:
        """A job becomes RUNNABLE."""
        if job.job_id in self._entries:
            raise BookError(f"job {job.job_id} is in the book already; give each job its own id")
        if job.share not in self.terms.shares:
            raise BookError(f"job {job.job_id}: share {job.share} does not exist; add it first")
        self._advance(at)
        self._entries[job.job_id] = entry = Entry(job)
        self._enqueue(entry)

    def cancel(self, job_id: str, at: int) -> None:
        """A RUNNABLE job leaves."""
        entry = self._of(job_id, "cancelled", "runnable")
        self._advance(at)
        self._dequeue(entry)
        del self._entries[job_id]

    def finish(self, job_id: str, at: int) -> None:
        """A job has ended by itself, also while being stopped (assumed, switch finish_in_grace)."""
        entry = self._of(job_id, "finished", "running", "stopping")
        self._advance(at)
        self._release(entry)
        del self._entries[job_id]

    def terminate(self, job_id: str, at: int) -> None:
        """A user ends a job: RUNNABLE it leaves, running it is stopped, stopping it won't return.

        Documented: User Guide, terminate-service-jobs.
        """
        entry = self._of(job_id, "terminated", "runnable", "running", "stopping")
        if entry.state == "runnable":
            self.cancel(job_id, at)
            return
        self._advance(at)
        entry.terminated = True
        if entry.state == "running":
            self._stop(entry)

    def stopped(self, job_id: str, at: int) -> Ending:
        """A stop is over: its room is free, and the job RUNNABLE again or gone.

        Documented: User Guide, preemption. Assumed: it comes back with its old creation time.
        """
        entry = self._of(job_id, "stopped", "stopping")
        self._advance(at)
        self._release(entry)
        if not entry.terminated and not entry.exhausted:
            self._enqueue(entry)
            return "requeued"
        del self._entries[job_id]
        return "terminated" if entry.terminated else "exhausted"

    def retry(self, job_id: str, at: int) -> None:
        """A running attempt failed and is tried again: RUNNABLE, no preemption counted."""
        entry = self._of(job_id, "retried", "running")
        self._advance(at)
        self._release(entry)
        self._enqueue(entry)

    def no_machines(self, job_id: str, at: int, not_before: int) -> None:
        """SageMaker had no machines: RUNNABLE again, at the front, not started before then."""
        self.retry(job_id, at)
        self._entries[job_id].not_before = not_before

    # --- time and terms

    def tick(self, at: int) -> None:
        """Time passes: what had to wait until now need not wait any more."""
        self._advance(at)

    def set_priority(self, job_id: str, priority: int, at: int) -> None:
        """A job's priority changes, in whatever state it is."""
        entry = self._of(job_id, "given a priority", "runnable", "running", "stopping")
        self._advance(at)
        if entry.state != "runnable":
            entry.job = replace(entry.job, priority=priority)
            return
        self._unqueue(entry)
        entry.job = replace(entry.job, priority=priority)
        self._enqueue(entry)

    def set_share(self, share: Share, at: int) -> None:
        """A share is added, or its limits and sharing change."""
        self._advance(at)
        self._set_terms(replace(self.terms, shares={**self.terms.shares, share.name: share}))
        self.queues.setdefault(share.name, Queue())
        self._running.setdefault(share.name, {})

    def remove_share(self, name: str, at: int) -> None:
        """A share goes. Raises BookError while jobs of it are left."""
        left = sorted(key for key, entry in self._entries.items() if entry.job.share == name)
        if name not in self.terms.shares:
            raise BookError(f"share {name} does not exist; known: {', '.join(self.terms.shares)}")
        if left:
            raise BookError(f"share {name} still has jobs, {left[0]} first; end them before")
        self._advance(at)
        shares = {key: share for key, share in self.terms.shares.items() if key != name}
        self._set_terms(replace(self.terms, shares=shares))
        del self.queues[name], self._running[name]

    def set_capacity(self, capacity: Mapping[str, int], at: int) -> None:
        """The service environment's capacity changes; nothing running is touched.

        Assumed, switch capacity_lowered.
        """
        self._advance(at)
        self._set_terms(replace(self.terms, capacity=dict(capacity)))

    def _set_terms(self, terms: Terms) -> None:
        self.settled, self.present = self.settled.on(terms), self.present.on(terms)
        self.terms = terms

    # --- decisions are applied

    def apply(self, decision: Decision, at: int) -> None:
        """Do what `decide` decided."""
        self._advance(at)
        match decision:
            case Start(job_id):
                self._start(self._of(job_id, "started", "runnable"))
            case Preempt(job_id, for_job_id):
                self._preempt(self._of(job_id, "preempted", "running"), for_job_id)
            case Promise(job_ids):
                self.promised = job_ids
            case Block(job_id, reason):
                self.blocked[job_id] = reason
            case Unblock(job_id):
                del self.blocked[job_id]
            case _:
                assert_never(decision)

    def _start(self, entry: Entry) -> None:
        self._dequeue(entry)
        entry.state, entry.started_at, entry.not_before = "running", self.now, None
        self._running[entry.job.share][entry.job.job_id] = entry
        self.settled.add(entry.job.share, entry.job.instances)
        self.present.add(entry.job.share, entry.job.instances)

    def _preempt(self, entry: Entry, for_job_id: str) -> None:
        entry.preempted += 1
        entry.stopping_for = for_job_id
        self._stop(entry)

    def _stop(self, entry: Entry) -> None:
        entry.state = "stopping"
        del self._running[entry.job.share][entry.job.job_id]
        self._stopping[entry.job.job_id] = entry
        self.settled.remove(entry.job.share, entry.job.instances)

    def _release(self, entry: Entry) -> None:
        if entry.state == "running":
            del self._running[entry.job.share][entry.job.job_id]
            self.settled.remove(entry.job.share, entry.job.instances)
        else:
            del self._stopping[entry.job.job_id]
        self.present.remove(entry.job.share, entry.job.instances)
        entry.state, entry.stopping_for = "runnable", None

    # --- queues

    def _enqueue(self, entry: Entry) -> None:
        self.queues[entry.job.share].add(entry.job, self.now)

    def _unqueue(self, entry: Entry) -> None:
        self.queues[entry.job.share].remove(entry.job, self.now)

    def _dequeue(self, entry: Entry) -> None:
        """Out of the queue, and nothing of its waiting is left."""
        self._unqueue(entry)
        job_id = entry.job.job_id
        self.promised = tuple(other for other in self.promised if other != job_id)
        self.blocked.pop(job_id, None)

    def _advance(self, at: int) -> None:
        self.now = max(self.now, at)

    def _of(self, job_id: str, deed: str, *allowed: State) -> Entry:
        entry = self._entries.get(job_id)
        if entry is None:
            raise BookError(f"job {job_id} is not in the book; submit it first")
        if entry.state not in allowed:
            raise BookError(
                f"job {job_id} is {entry.state} and cannot be {deed}; "
                f"only a {' or '.join(allowed)} job can"
            )
        return entry

    # --- questions

    def entry(self, job_id: str) -> Entry:
        """What the book notes about a job; to read only."""
        return self._entries[job_id]

    def running(self, share: str) -> Iterable[Entry]:
        """The jobs of a share in SCHEDULED, STARTING or RUNNING."""
        return self._running[share].values()

    def stopping(self) -> Iterable[Entry]:
        """The jobs being stopped."""
        return self._stopping.values()

    def queue(self, share: str) -> list[str]:
        """The RUNNABLE jobs of a share, first one first."""
        return self.queues[share].ids()

    def head(self, share: str) -> str | None:
        """The job at the front of a share."""
        return self.queues[share].head()

    def at_front_since(self, share: str) -> int | None:
        """Since when the head of a share stands there."""
        head = self.head(share)
        return None if head is None else self.front_since(share, head)

    def front_since(self, share: str, job_id: str) -> int:
        """Since when this job stands at the front of its share; now, if it does not yet."""
        return self.queues[share].front_since(job_id, self.now)

    def used(self, share: str) -> dict[str, int]:
        """Instances a share uses per type, jobs being stopped included; no zeros."""
        return self.present.used_by(share)

    def total_used(self) -> dict[str, int]:
        """Instances in use per type, jobs being stopped included; no zeros."""
        return self.present.totals()

    def lendable(self, kind: str) -> int:
        """Instances of a type that idle limits can lend in all, lent ones included."""
        return self.present.lendable(kind)

    def state(self, job_id: str) -> State:
        """Where a job stands. Raises BookError for one that is gone."""
        return self._of(job_id, "asked", "runnable", "running", "stopping").state

    def preempted_count(self, job_id: str) -> int:
        """How often a job was preempted, a preemption in progress included."""
        return self._of(job_id, "asked", "runnable", "running", "stopping").preempted

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())
