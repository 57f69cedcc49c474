"""Which jobs ListServiceJobs shows."""

from __future__ import annotations

from collections.abc import Iterator

from batchdesk.emulator.jobs import ServiceJob, Status
from batchdesk.emulator.paging import Key
from batchdesk.emulator.region import Region
from batchdesk.emulator.wire.submissions import ListQuery

# Only with these does jobStatus count beside a filter (documented).
WITH_STATUS = (None, "SHARE_IDENTIFIER", "QUOTA_SHARE_NAME")


def select(region: Region, query: ListQuery) -> Iterator[ServiceJob]:
    """Pick a queue's jobs; without a status and such a filter only RUNNING ones (documented)."""
    queue = region.queue(query.queue)
    status = query.status or Status.RUNNING
    for job in region.jobs.values():
        if job.queue is not queue or not _passes(job, query):
            continue
        if query.filter_name not in WITH_STATUS or job.status is status:
            yield job


def newest_first(job: ServiceJob) -> Key:
    """Order by creation, newest first (documented), then later submissions first."""
    return -job.created_at, f"{10**12 - int(job.ticket):012d}"


def _passes(job: ServiceJob, query: ListQuery) -> bool:
    match query.filter_name:
        case None:
            return True
        case "JOB_NAME":
            return any(_named(job.submission.name, value) for value in query.values)
        case "BEFORE_CREATED_AT":
            return any(job.created_at < int(value) for value in query.values)
        case "AFTER_CREATED_AT":
            return any(job.created_at > int(value) for value in query.values)
        case "QUOTA_SHARE_NAME":
            return job.submission.share in query.values
        case _:
            return False  # SHARE_IDENTIFIER: no queue served here has fair-share identifiers


def _named(name: str, wanted: str) -> bool:
    """Compare without case; a trailing * stands for any rest (documented)."""
    name, wanted = name.lower(), wanted.lower()
    return name.startswith(wanted[:-1]) if wanted.endswith("*") else name == wanted
