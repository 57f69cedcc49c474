"""Asking AWS Batch during one invocation: with patience, and each question once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from batchshares.domain.entries import LimitsFrom
from batchshares.domain.job_state import JobState, blocked_reason
from batchshares.domain.job_view import JobView
from batchshares.domain.preemptor import Front, Snapshot
from batchshares.errors import BatchUnavailableError
from batchshares.usecases.desk import Desk

# Two refusals, or a message that comes for the third time: record without an answer and
# owe it. The record must not wait for Batch, and waiting would not make Batch faster.
REFUSALS = 2
RECEIVES = 3
# A question may last 15 s: three tries of 5 s. Whoever asks later dies before the bare
# record is written.
SECONDS_TO_ASK = 17.0


class AskBatch:
    """One invocation's questions; what an answer costs is asked once per batch of events."""

    def __init__(self, desk: Desk, seconds_left: Callable[[], float]) -> None:
        """Begin without refusals; `seconds_left` says how long the invocation may last."""
        self._desk = desk
        self._seconds_left = seconds_left
        self._refusals = 0
        self._snapshots: dict[str, Snapshot | None] = {}
        self._states: dict[str, JobState] = {}
        self._described: dict[str, JobView | None] = {}
        self._limits: dict[tuple[str, str], Sequence[LimitsFrom]] = {}

    def describe(self, job_id: str, receives: int = 1) -> JobView | None:
        """Return the job, None if Batch knows none; BatchUnavailableError once it is enough."""
        if receives >= RECEIVES:
            raise BatchUnavailableError(f"job {job_id} was not asked for after {receives} tries")
        while self._refusals < REFUSALS:
            self._need_time()
            try:
                return self._desk.batch.describe(job_id)
            except BatchUnavailableError as error:
                self._refusals += 1
                self._desk.log.warning("Batch refused", extra={"job_id": job_id, "why": str(error)})
        raise BatchUnavailableError("AWS Batch refused twice: not asked again in this run")

    def snapshot(self, queue: str) -> Snapshot | None:
        """Return the queue's snapshot, None where Batch gives none."""
        if queue not in self._snapshots:
            self._snapshots[queue] = self._take(queue)
        return self._snapshots[queue]

    def limits(self, queue: str, share: str) -> Sequence[LimitsFrom]:
        """Return the recorded limits of a share, oldest first."""
        if (queue, share) not in self._limits:
            self._limits[queue, share] = self._desk.ledger.limits(queue, share)
        return self._limits[queue, share]

    def front(self, snapshot: Snapshot, share: str, above: int | None = None) -> Front | None:
        """Return the first waiting job of a share, None if none waits.

        The ledger knows most of it. Batch is asked where the ledger does not know the job,
        or shows no priority above `above`: no event tells of a changed priority.
        """
        job_id = snapshot.fronts.get(share)
        if job_id is None:
            return None
        known = _front_of(self._states[job_id]) if job_id in self._states else None
        if known and known.name and (above is None or (known.priority or 0) > above):
            return known
        return self._ask_front(job_id, share) or known or _nameless(job_id, share)

    def _take(self, queue: str) -> Snapshot | None:
        try:
            self._need_time()
            taken = self._desk.batch.snapshot(queue)
        except BatchUnavailableError as error:
            self._desk.log.warning("no snapshot", extra={"queue": queue, "why": str(error)})
            return None
        self._states.update(self._known(taken.fronts))
        return taken

    def _need_time(self) -> None:
        if self._seconds_left() < SECONDS_TO_ASK:
            raise BatchUnavailableError("too little time is left in this run to ask AWS Batch")

    def _known(self, fronts: Mapping[str, str]) -> Mapping[str, JobState]:
        return self._desk.ledger.jobs(sorted(set(fronts.values()))) if fronts else {}

    def _ask_front(self, job_id: str, share: str) -> Front | None:
        if job_id not in self._described:
            try:
                self._described[job_id] = self.describe(job_id)
            except BatchUnavailableError:
                return None
        job = self._described[job_id]
        if job is None:
            return None
        blocked = blocked_reason(job) is not None
        return Front(job_id, job.share or share, job.name, job.priority, blocked)


def _front_of(state: JobState) -> Front | None:
    if state.share is None:
        return None
    return Front(state.job_id, state.share, state.name, state.priority, state.blocked is not None)


def _nameless(job_id: str, share: str) -> Front:
    return Front(job_id, share, None, None, blocked=False)
