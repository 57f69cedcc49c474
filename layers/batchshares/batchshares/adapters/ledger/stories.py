"""All items of one job's partition, sorted out."""

from __future__ import annotations

from collections.abc import Iterable

from batchshares.adapters.ledger.job_items import job_of, run_of_item
from batchshares.adapters.ledger.keys import JOB, OCCURRENCE, RUN
from batchshares.adapters.ledger.occurrence_items import occurrence_of
from batchshares.adapters.ledger.wire import Item
from batchshares.domain.entries import Story


def story_of(job_id: str, partition: Iterable[Item]) -> Story:
    """Return the job, its stops and its runs; what else lies there is left out."""
    items = list(partition)
    jobs = [job_of(item) for item in items if item["sk"] == JOB]
    return Story(
        job_id=job_id,
        job=jobs[0] if jobs else None,
        stops=tuple(occurrence_of(one) for one in items if one["sk"].startswith(OCCURRENCE)),
        runs=tuple(run_of_item(one) for one in items if one["sk"].startswith(RUN)),
    )
