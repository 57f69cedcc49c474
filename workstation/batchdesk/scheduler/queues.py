"""A share's virtual queue, and since when its first job stands in front."""

from __future__ import annotations

from bisect import bisect_left, insort

from batchdesk.scheduler.ordering import QueueKey, queue_key
from batchdesk.scheduler.words import Job


class Queue:
    """The RUNNABLE jobs of a share, in order. Times are those of the book."""

    def __init__(self) -> None:
        self.keys: list[QueueKey] = []
        self._changed_at = 0
        self._front: tuple[str | None, int] = None, 0

    def add(self, job: Job, now: int) -> None:
        """A job takes its place."""
        self._note_front(now)
        insort(self.keys, queue_key(job))

    def remove(self, job: Job, now: int) -> None:
        """A job leaves."""
        self._note_front(now)
        del self.keys[bisect_left(self.keys, queue_key(job))]

    def head(self) -> str | None:
        """The job in front."""
        return self.keys[0][2] if self.keys else None

    def ids(self) -> list[str]:
        """All jobs, first one first."""
        return [job_id for _, _, job_id in self.keys]

    def front_since(self, job_id: str, now: int) -> int:
        """Since when this job stands in front; now, if it does not yet.

        Only instants count: who comes and goes within one never stood in front.
        """
        front, since = self._front
        if job_id == front:
            return since
        return self._changed_at if job_id == self.head() else now

    def _note_front(self, now: int) -> None:
        """Before the queue changes, note who stood in front when the last instant ended."""
        if self._changed_at < now:
            head = self.head()
            self._front = head, now if head is None else self.front_since(head, now)
            self._changed_at = now
