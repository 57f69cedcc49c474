"""One occurrence: a job, one stopped attempt, and the facts known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from batchshares.domain.facts import Closed, Completed, Enriched, Listed, RunningAgain, Started
from batchshares.domain.job_view import Attempt
from batchshares.domain.moments import epoch_seconds

PROVISIONAL = "~"


def provisional_name(at: datetime) -> str:
    """Return the name of an occurrence whose attempt is not known: "~" and the event's second."""
    return f"{PROVISIONAL}{epoch_seconds(at)}"


@dataclass(frozen=True)
class Occurrence:
    """The facts of one stop. `name` is the training job's, or "~<epoch>" while unknown.

    `at` orders listings and is fixed at first sight; `story` counts facts that change
    what a message would say, and `told` how much of it each channel has been told.
    """

    job_id: str
    name: str
    job_arn: str | None
    at: datetime
    first_seen_at: datetime
    last_changed_at: datetime
    started: Started | None = None
    completed: Completed | None = None
    listed: Listed | None = None
    closed: Closed | None = None
    running_again: RunningAgain | None = None
    enriched: Enriched | None = None
    story: int = 0
    told: Mapping[str, Any] | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether the attempt is still unknown."""
        return self.name.startswith(PROVISIONAL)

    @property
    def is_over(self) -> bool:
        """Whether the stop took effect: an event or Batch's own list says so."""
        return self.completed is not None or self.listed is not None

    def with_facts_of(self, other: Occurrence) -> Occurrence:
        """Return the stop with the completion and the description of either."""
        return replace(
            self,
            completed=self.completed or other.completed,
            enriched=self.enriched or other.enriched,
        )

    @property
    def attempt(self) -> Attempt | None:
        """The stopped attempt as Batch told it, from the best fact there is."""
        if self.completed and self.completed.attempt:
            return self.completed.attempt
        return self.listed.attempt if self.listed else None

    @property
    def attempt_started_at(self) -> datetime | None:
        """When the attempt reached RUNNING, if it did and Batch said so."""
        told = self.attempt.started_at if self.attempt else None
        return told or (self.enriched.attempt_started_at if self.enriched else None)

    @property
    def stopped_at(self) -> datetime | None:
        """When the attempt's training job had stopped, by Batch's own word."""
        told = self.attempt.stopped_at if self.attempt else None
        return told or (self.enriched.attempt_stopped_at if self.enriched else None)

    @property
    def over_at(self) -> datetime | None:
        """By when the stop was over: as told, else when the event said so."""
        return self.stopped_at or (self.completed.at if self.completed else None)
