"""What the use cases need from outside, in our words; adapters and test fakes provide it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from batchshares.domain.entries import (
    Blocked,
    Debt,
    Entry,
    LimitsFrom,
    Owing,
    Story,
    Work,
    Written,
)
from batchshares.domain.job_state import JobState
from batchshares.domain.job_view import JobView
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.preemptor import Snapshot
from batchshares.domain.run import Run, RunOwner


class Clock(Protocol):
    """Time as everybody in the process sees it."""

    def now(self) -> datetime:
        """Return the present instant, aware and in UTC."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait that many seconds."""
        ...


class Log(Protocol):
    """Structured log lines; `extra` holds names and counts, never a payload."""

    def info(self, message: str, /, *, extra: Mapping[str, object]) -> None:
        """Write what was done."""
        ...

    def warning(self, message: str, /, *, extra: Mapping[str, object]) -> None:
        """Write what could not be done and who will."""
        ...

    def exception(self, message: str, /, *, extra: Mapping[str, object]) -> None:
        """Write an error with the traceback of the exception being handled."""
        ...


class Meter(Protocol):
    """Counts per queue, sent once the invocation is over."""

    def count(self, metric: str, queue: str | None) -> None:
        """Add one; an unknown queue is counted as such."""
        ...

    def heartbeat(self, metric: str, value: float) -> None:
        """Set a figure of the whole stack."""
        ...


class BatchPort(Protocol):
    """AWS Batch, asked about jobs. Throttling and outages raise BatchUnavailableError."""

    def describe(self, job_id: str) -> JobView | None:
        """Return the job, None if Batch knows no such job."""
        ...

    def snapshot(self, queue: str) -> Snapshot:
        """Return the queue's fronts and use."""
        ...


class DeadLetters(Protocol):
    """Where messages go that nobody can ever understand."""

    def send(self, body: str, reason: str) -> None:
        """Set the message aside with the reason as an attribute."""
        ...


class LedgerPort(Protocol):
    """The ledger's table. Whatever keeps it from answering raises LedgerError."""

    def write(self, entry: Entry, now: datetime) -> Written:
        """Write a fact once; a second time changes nothing and is not new."""
        ...

    def restarted(self, job_id: str, name: str, at: datetime, now: datetime) -> bool:
        """Note that the job runs again; of two such times the earlier stays."""
        ...

    def merge(
        self, source: Occurrence, target: Occurrence, now: datetime, owes: Debt | None = None
    ) -> None:
        """Move all facts and remove the source; LedgerMovedError if either has changed.

        The target need not exist yet.
        """
        ...

    def part(self, stop: Occurrence, now: datetime) -> None:
        """Undo a merge: the start, or the end of a provisional stop, stands alone again.

        LedgerMovedError if the stop has changed.
        """
        ...

    def settle(self, owing: Owing, debt: Debt | None) -> None:
        """Replace the debt, or clear it, unless the item meanwhile owes something else."""
        ...

    def delete(self, job_id: str, name: str) -> None:
        """Remove a stop that turned out to be none of ours."""
        ...

    def story(self, job_id: str) -> Story:
        """Return all items of a job, strongly consistent."""
        ...

    def names(self, job_id: str) -> frozenset[str]:
        """Return the names of a job's stops, keys only, strongly consistent."""
        ...

    def update_job(self, job: JobState) -> JobState:
        """Let the newest state win and fill in what was unknown; return the item as it is."""
        ...

    def complete_job(self, job: JobState, known: JobState) -> JobState:
        """Fill in what no event told, whatever the state; return the item as it is."""
        ...

    def write_run(self, run: Run, owner: RunOwner) -> None:
        """Write the begin or end of a run once."""
        ...

    def write_blocked(self, blocked: Blocked) -> None:
        """Write that a job is blocked; of two such events the earlier stays."""
        ...

    def name_blocked(self, job: JobState) -> None:
        """Say whose job it is on those of its blocked rows that do not know."""
        ...

    def jobs(self, job_ids: Iterable[str]) -> Mapping[str, JobState]:
        """Return the job items there are."""
        ...

    def limits(self, queue: str, share: str) -> Sequence[LimitsFrom]:
        """Return the recorded limits of a share, oldest first."""
        ...

    def due(self, work: Work, until: datetime) -> Sequence[Owing]:
        """Return what is due, oldest first."""
        ...

    def take_lease(self, verb: str, holder: str, now: datetime, until: datetime) -> bool:
        """Become the one who works; False while another's lease runs."""
        ...

    def end_lease(self, verb: str, holder: str) -> None:
        """Give the lease back if it is still ours."""
        ...
