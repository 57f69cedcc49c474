"""Small shares and jobs with defaults, for tests that look at one thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from batchdesk.scheduler import Book, Decision, Job, Preempt, Share, Sharing, Start, settle


def share(
    name: str,
    limits: int | Mapping[str, int],
    sharing: Sharing = "lend",
    borrow_limit: int | None = None,
    in_share: bool = False,
) -> Share:
    """A share; a bare number is its limit of type g."""
    limits = {"g": limits} if isinstance(limits, int) else limits
    return Share(name, limits, sharing, borrow_limit, in_share)


def borrower(name: str, limits: int | Mapping[str, int], in_share: bool = False) -> Share:
    """A share that borrows without bound."""
    return share(name, limits, "lend_and_borrow", in_share=in_share)


def book_of(capacity: int | Mapping[str, int], *shares: Share) -> Book:
    """A book; a bare number is its capacity of type g."""
    return Book({"g": capacity} if isinstance(capacity, int) else capacity, shares)


def submit(book: Book, at: int, share: str, *names: str, **more: int | Mapping[str, int]) -> None:
    """Submit jobs; needs (default one g), priority, retries by name."""
    needs = more.get("needs", 1)
    instances = {"g": needs} if isinstance(needs, int) else needs
    priority, retries = more.get("priority", 0), more.get("retries")
    assert isinstance(priority, int)
    assert retries is None or isinstance(retries, int)
    for name in names:
        book.submit(Job(name, share, instances, priority, at, retries), at)


def started(decisions: Iterable[Decision]) -> list[str]:
    """Who starts, in order."""
    return [made.job_id for made in decisions if isinstance(made, Start)]


def stopped(decisions: Iterable[Decision]) -> list[tuple[str, str, str]]:
    """Who is stopped, for whom, with which cause, in order."""
    return [
        (made.job_id, made.for_job_id, made.cause)
        for made in decisions
        if isinstance(made, Preempt)
    ]


def settled(book: Book, at: int) -> tuple[list[str], list[tuple[str, str, str]]]:
    """Settle; who starts and who is stopped."""
    decisions = settle(book, at)
    return started(decisions), stopped(decisions)
