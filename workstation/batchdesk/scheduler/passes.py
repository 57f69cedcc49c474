"""One pass: what is decided now. Pure: the book is read, never changed."""

from __future__ import annotations

from collections.abc import Iterator

from batchdesk.scheduler.blocked import blocked, unblocked
from batchdesk.scheduler.book import Book
from batchdesk.scheduler.draft import Draft
from batchdesk.scheduler.entry import Entry
from batchdesk.scheduler.spare import first_broken, spare_all
from batchdesk.scheduler.turns import Turns
from batchdesk.scheduler.words import Cause, Decision, Job, Preempt, Promise, Start


def decide(book: Book) -> tuple[Decision, ...]:
    """What to do now, in order. Same book, same decisions; none, if all is as it should be."""
    draft = _draft(book)
    spare_all(draft)
    fronts = _fronts(book, draft)
    return (
        *unblocked(book),
        *(Start(job_id) for job_id in draft.started),
        *_preemptions(draft),
        *_promises(book, draft),
        *blocked(book, fronts),
    )


def settle(book: Book, at: int) -> tuple[Decision, ...]:
    """Decide and apply until a pass decides nothing; all that was decided, in order."""
    book.tick(at)
    decisions: list[Decision] = []
    while made := decide(book):
        for decision in made:
            book.apply(decision, at)
        decisions += made
    return tuple(decisions)


def _draft(book: Book) -> Draft:
    """Play the turns; anew past heads that nothing could serve, if they hold up a promise.

    Assumed, switch promise_overtaken: a promised job overtaken in its share keeps its turn
    while the new head cannot be served.
    """
    passed: set[str] = set()
    while True:
        turns = Turns(book, passed)
        turns.play()
        overtaken = turns.overtaken()
        if not overtaken:
            return turns.draft
        passed |= overtaken


def _preemptions(draft: Draft) -> Iterator[Preempt]:
    for job_id, picked_for in draft.picked_for.items():
        if job_id in draft.victims:
            victim = draft.victims[job_id]
            served = _served(draft, victim, picked_for)
            yield Preempt(job_id, served.job_id, _cause(draft, victim, served))


def _served(draft: Draft, victim: Entry, picked_for: Job) -> Job:
    """The job a victim was picked for or, if that one's promise is gone, the first in need."""
    if picked_for.job_id in draft.promises:
        return picked_for
    broken = first_broken(draft, victim)
    return broken.job if broken else picked_for


def _cause(draft: Draft, victim: Entry, served: Job) -> Cause:
    """Documented: User Guide, preemption; which of two causes is named first is assumed."""
    share, ledger = victim.job.share, draft.book.settled
    if served.share == share:
        return "in_share"
    for kind in victim.job.instances:
        if not draft.terms.within(share, kind, ledger.used(share, kind)):
            return "limit_lowered"
    return "cross_share"


def _promises(book: Book, draft: Draft) -> Iterator[Promise]:
    """Promises that stand keep their order; new ones come after them."""
    old = [job_id for job_id in book.promised if job_id in draft.promises]
    new = [job_id for job_id in draft.promises if job_id not in draft.rank]
    left = [job_id for job_id in book.promised if job_id not in draft.started]
    if old + new != left:
        yield Promise((*old, *new))


def _fronts(book: Book, draft: Draft) -> Iterator[str]:
    """Who stands at the front of each share once the started jobs are gone."""
    for queue in book.queues.values():
        head = next((key[2] for key in queue.keys if key[2] not in draft.started), None)
        if head is not None:
            yield head
