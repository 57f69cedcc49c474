"""A Batch that answers what a test tells it, counts its calls and can be throttled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from batchshares.domain.job_view import JobView
from batchshares.domain.preemptor import Snapshot
from batchshares.errors import BatchUnavailableError


@dataclass
class FakeBatch:
    """Answers from `jobs`; each describe while `throttled` is above 0 is refused.

    A describe lasts `seconds_each` on whatever clock `sleep` moves.
    """

    jobs: dict[str, JobView] = field(default_factory=dict)
    fronts: Snapshot = field(default_factory=Snapshot)
    throttled: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    seconds_each: float = 0.0
    sleep: Callable[[float], object] = float  # passes no time

    def describe(self, job_id: str) -> JobView | None:
        """Return the job, None if there is none."""
        self.calls["describe"] += 1
        self.sleep(self.seconds_each)
        if self.throttled > 0:
            self.throttled -= 1
            raise BatchUnavailableError("too many requests")
        return self.jobs.get(job_id)

    def snapshot(self, queue: str) -> Snapshot:
        """Return the fronts set by the test."""
        self.calls["snapshot"] += 1
        self.calls[f"snapshot {queue}"] += 1
        return self.fronts
