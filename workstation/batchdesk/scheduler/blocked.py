"""Jobs that can never fit, and why.

Documented: User Guide, sm_job_stuck_in_runnable_misconfiguration. Assumed: judged per share, for
the job at its front, and judged again when a limit or the capacity changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from batchdesk.scheduler.book import Book
from batchdesk.scheduler.capacity import Ledger, Terms
from batchdesk.scheduler.words import Block, BlockReason, Job, Unblock


def never_fits(terms: Terms, job: Job) -> BlockReason | None:
    """The first reason that applies, were the job alone; None if it would fit."""
    alone = Ledger(terms)
    needs = job.instances.items()
    if any(count > terms.capacity.get(kind, 0) for kind, count in needs):
        return BlockReason.SERVICE_ENVIRONMENT_MAX_RESOURCE
    if not all(terms.within(job.share, kind, count) for kind, count in needs):
        borrows = terms.shares[job.share].borrows
        return BlockReason.LIMIT_AND_BORROW_EXCEEDED if borrows else BlockReason.LIMIT_EXCEEDED
    if alone.short(job, alone):
        return BlockReason.BORROWABLE_EXCEEDED
    return None


def unblocked(book: Book) -> Iterator[Unblock]:
    """Blocked jobs that could fit by now."""
    for job_id in sorted(book.blocked):
        if never_fits(book.terms, book.entry(job_id).job) is None:
            yield Unblock(job_id)


def blocked(book: Book, fronts: Iterable[str]) -> Iterator[Block]:
    """Jobs at a front that can never fit, unless that is noted already."""
    for job_id in sorted(fronts):
        reason = never_fits(book.terms, book.entry(job_id).job)
        if reason is not None and reason != book.blocked.get(job_id):
            yield Block(job_id, reason)
