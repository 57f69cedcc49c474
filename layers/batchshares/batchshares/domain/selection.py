"""Which records a person asked for, and in which order they are shown."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from batchshares.domain.moments import parse
from batchshares.domain.names import last_part, service_job_id
from batchshares.domain.record import Record

_REFERENCE = re.compile(r"\d{4}-[0-9a-f]{6}")
_MOMENTS = ("preemption_started_at", "stopped_at", "completed_at", "first_seen_at")
# What only stops have, or stops and blocked jobs: nothing else can be selected by it.
_LACKS = {
    "blocked": ("owner", "cause", "outcome"),
    "priority": ("owner", "team", "share", "cause", "outcome"),
}


@dataclass(frozen=True)
class Selection:
    """The filters of `ledger list`; None lets everything pass.

    `share` is `research` or `training/research`. `job` is an id, an ARN, a training job,
    a reference or a name. `since` counts in, `until` does not.
    """

    job: str | None = None
    owner: str | None = None
    team: str | None = None
    share: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    cause: str | None = None
    outcome: str | None = None

    def takes(self, record: Record) -> bool:
        """Whether the record passes every filter."""
        checks: list[Callable[[Record], bool]] = [
            lambda one: self.job is None or is_of_job(one, self.job),
            lambda one: self.share is None or _is_of_share(one, self.share),
            lambda one: self._is_in_time(one),
        ]
        wanted = {name: getattr(self, name) for name in ("owner", "team", "cause", "outcome")}
        equal = all(record.get(name) == value for name, value in wanted.items() if value)
        return equal and all(check(record) for check in checks)

    def in_vain(self, kind: str) -> list[str]:
        """Return the filters given that rows of this kind could never pass."""
        return [name for name in _LACKS.get(kind, ()) if getattr(self, name)]

    def _is_in_time(self, record: Record) -> bool:
        at = moment_of(record)
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)


def newest_first(records: Iterable[Record]) -> list[Record]:
    """Return the records by moment, the newest first; of one moment by occurrence id."""
    by_id = sorted(records, key=_id)
    return sorted(by_id, key=moment_of, reverse=True)


def moment_of(record: Record) -> datetime:
    """Return the first known moment of a stop, or when another kind of row happened."""
    known = [record[name] for name in (*_MOMENTS, "at") if record.get(name)]
    return parse(known[0])


def reference_of(record: Record) -> str:
    """Return the short reference that messages carry: month, day, and 6 hex of the id."""
    digest = hashlib.sha256(_id(record).encode()).hexdigest()[:6]
    return f"{moment_of(record):%m%d}-{digest}"


def is_reference(text: str) -> bool:
    """Whether the text looks like a reference."""
    return _REFERENCE.fullmatch(text) is not None


def is_of_job(record: Record, word: str) -> bool:
    """Whether a person who says `word` may mean this record."""
    training_job = record.get("training_job_arn")
    named = {
        record.get("job_id"),
        record.get("job_arn"),
        record.get("job_name"),
        record.get("occurrence_id"),
        training_job,
        last_part(training_job) if training_job else None,
    }
    by_arn = service_job_id(word) == record.get("job_id")  # a row need not hold its ARN
    return word in named or by_arn or (is_reference(word) and reference_of(record) == word)


def _is_of_share(record: Record, share: str) -> bool:
    queue, _, name = share.rpartition("/")
    return record.get("share") == name and (not queue or record.get("queue") == queue)


def _id(record: Record) -> str:
    return str(record.get("occurrence_id") or record.get("job_id") or "")
