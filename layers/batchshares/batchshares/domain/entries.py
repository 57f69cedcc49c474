"""What use cases hand to the ledger and get back: keys, debts, writes, stories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from batchshares.domain.facts import Fact
from batchshares.domain.job_state import JobState
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.run import Run

Work = Literal["ENRICH", "CLOSE"]


@dataclass(frozen=True)
class Debt:
    """Work owed at `due`. An item owes one thing at a time: `keep` yields to an older debt."""

    work: Work
    due: datetime
    keep: bool = False


@dataclass(frozen=True)
class Entry:
    """One write: `fact` is what it is about and is written once.

    `beside` are facts set only where they are absent, `at` orders listings if this is the
    first the ledger hears of the occurrence.
    """

    job_id: str
    name: str
    job_arn: str | None
    at: datetime
    fact: Fact
    beside: tuple[Fact, ...] = ()
    owes: Debt | None = None


@dataclass(frozen=True)
class Written:
    """The occurrence after a write; `new` is False where the fact stood there before."""

    new: bool
    stop: Occurrence


@dataclass(frozen=True)
class Story:
    """All that the ledger holds of one job, read at once and strongly consistent."""

    job_id: str
    job: JobState | None = None
    stops: tuple[Occurrence, ...] = ()
    runs: tuple[Run, ...] = ()


@dataclass(frozen=True)
class Blocked:
    """A job that cannot start although it is at the front; `reason` is Batch's whole text."""

    job_id: str
    code: str
    at: datetime
    reason: str | None
    job_name: str | None
    queue: str | None
    share: str | None
    team: str | None


@dataclass(frozen=True)
class Owing:
    """An entry of the index of owed work: only a hint, the item itself decides."""

    job_id: str
    name: str
    work: Work
    due: datetime


@dataclass(frozen=True)
class LimitsFrom:
    """A share's limits, instances per type, from `at` on."""

    at: datetime
    limits: Mapping[str, int] = field(default_factory=dict)
