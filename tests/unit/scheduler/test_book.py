"""Events of the book: what each does, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from batchdesk.scheduler import Block, Book, BookError, Job, Preempt, Share, Start, Unblock, settle
from batchdesk.scheduler.words import BlockReason
from tests.unit.scheduler.builders import book_of, borrower, settled, share, submit


@pytest.fixture
def lent() -> Book:
    """b1 runs on its own share's instance, b2 on A's."""
    book = book_of(2, share("A", 1), borrower("B", 1))
    submit(book, 0, "B", "b1", priority=1)
    submit(book, 0, "B", "b2", retries=1)
    settle(book, 0)
    return book


def test_a_queue_is_ordered_by_priority_then_creation_then_id() -> None:
    book = book_of(0, share("A", 1))
    submit(book, 5, "A", "late", "also-late")
    submit(book, 3, "A", "early")
    submit(book, 9, "A", "urgent", priority=2)
    assert book.queue("A") == ["urgent", "early", "also-late", "late"]
    assert book.head("A") == "urgent"


def test_a_preempted_job_returns_with_its_old_place_and_its_count(lent: Book) -> None:
    submit(lent, 10, "A", "a")
    assert settled(lent, 10) == ([], [("b2", "a", "cross_share")])
    submit(lent, 11, "B", "b3")
    assert lent.state("b2") == "stopping"
    assert lent.preempted_count("b2") == 1
    assert lent.used("B") == {"g": 2}
    assert lent.stopped("b2", 30) == "requeued"
    assert lent.state("b2") == "runnable"
    assert lent.queue("B") == ["b2", "b3"]
    assert lent.at_front_since("B") == 30
    assert lent.used("B") == {"g": 1}


def test_a_job_whose_preemption_retries_are_used_up_is_gone_at_its_stop(lent: Book) -> None:
    for at, ending in ((10, "requeued"), (110, "exhausted")):
        submit(lent, at, "A", f"a{at}")
        settle(lent, at)
        assert lent.stopped("b2", at + 20) == ending
        settle(lent, at + 20)
        lent.finish(f"a{at}", at + 50)
        settle(lent, at + 50)
    with pytest.raises(BookError, match="job b2 is not in the book"):
        lent.state("b2")


def test_a_job_terminated_while_preempted_ends_terminated_and_frees_its_room_once(
    lent: Book,
) -> None:
    submit(lent, 10, "A", "a")
    settle(lent, 10)
    lent.terminate("b2", 15)
    assert lent.total_used() == {"g": 2}
    assert lent.stopped("b2", 30) == "terminated"
    assert lent.total_used() == {"g": 1}


def test_a_running_job_that_is_terminated_keeps_its_room_until_its_stop_is_over(
    lent: Book,
) -> None:
    lent.terminate("b1", 10)
    assert lent.state("b1") == "stopping"
    assert lent.preempted_count("b1") == 0
    assert lent.total_used() == {"g": 2}
    assert lent.stopped("b1", 30) == "terminated"


def test_a_waiting_job_that_is_terminated_just_leaves(lent: Book) -> None:
    submit(lent, 10, "B", "b3")
    lent.terminate("b3", 11)
    assert lent.queue("B") == []
    assert lent.head("B") is None
    assert lent.at_front_since("B") is None


def test_a_job_that_ends_within_its_grace_period_has_finished(lent: Book) -> None:
    submit(lent, 10, "A", "a")
    settle(lent, 10)
    lent.finish("b2", 15)
    assert settled(lent, 15) == (["a"], [])


def test_a_retried_job_waits_again_and_no_preemption_is_counted(lent: Book) -> None:
    lent.retry("b2", 10)
    assert lent.state("b2") == "runnable"
    assert lent.preempted_count("b2") == 0
    assert settled(lent, 10) == (["b2"], [])


def test_the_priority_of_a_running_job_decides_who_is_stopped(lent: Book) -> None:
    lent.set_priority("b1", 0, 5)
    lent.set_priority("b2", 7, 5)
    submit(lent, 10, "A", "a")
    assert settled(lent, 10) == ([], [("b1", "a", "cross_share")])


def test_time_at_the_front_counts_from_the_instant_a_job_came_to_stand_there() -> None:
    book = book_of(0, share("A", 1))
    submit(book, 1, "A", "a1", "a2")
    assert book.at_front_since("A") == 1
    submit(book, 5, "A", "urgent", priority=1)
    assert (book.head("A"), book.at_front_since("A")) == ("urgent", 5)
    book.cancel("urgent", 9)
    assert (book.head("A"), book.at_front_since("A")) == ("a1", 9)
    book.cancel("a2", 12)
    assert book.at_front_since("A") == 9


def test_who_comes_and_goes_within_one_instant_never_stood_in_front() -> None:
    book = book_of(1, share("A", 1))
    submit(book, 1, "A", "a1", needs=2)
    submit(book, 5, "A", "urgent", priority=1)
    assert settled(book, 5) == (["urgent"], [])
    assert book.at_front_since("A") == 1


def test_an_event_that_comes_late_counts_as_of_the_last() -> None:
    book = book_of(1, share("A", 1))
    submit(book, 10, "A", "a1")
    settle(book, 10)
    book.finish("a1", 8)
    assert book.now == 10


def test_lendable_is_what_lending_shares_do_not_use() -> None:
    book = book_of(6, share("R", 2, "reserve"), share("A", 2), borrower("B", 2))
    assert book.lendable("g") == 4
    submit(book, 0, "A", "a1")
    settle(book, 0)
    assert book.lendable("g") == 3
    book.set_capacity({"g": 5}, 1)
    assert book.lendable("g") == 2
    assert book.lendable("unknown") == 0


def test_shares_come_and_go() -> None:
    book = book_of(1)
    book.set_share(share("A", 1), 1)
    submit(book, 2, "A", "a")
    with pytest.raises(BookError, match="share A still has jobs, a first; end them before"):
        book.remove_share("A", 3)
    book.cancel("a", 3)
    book.remove_share("A", 4)
    with pytest.raises(BookError, match="share A does not exist"):
        submit(book, 5, "A", "a")
    with pytest.raises(BookError, match="share A does not exist"):
        book.remove_share("A", 5)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (lambda book: submit(book, 1, "A", "b1"), "job b1 is in the book already"),
        (lambda book: book.cancel("nobody", 1), "job nobody is not in the book"),
        (lambda book: book.cancel("b1", 1), "job b1 is running and cannot be cancelled"),
        (lambda book: book.stopped("b1", 1), "only a stopping job can"),
        (lambda book: book.finish("b3", 1), "only a running or stopping job can"),
        (lambda book: book.retry("b3", 1), "job b3 is runnable and cannot be retried"),
        (lambda book: book.apply(Start("b1"), 1), "job b1 is running and cannot be started"),
        (lambda book: book.apply(Preempt("b3", "a", "in_share"), 1), "cannot be preempted"),
    ],
)
def test_an_event_that_cannot_be_is_refused(
    lent: Book, event: Callable[[Book], None], message: str
) -> None:
    submit(lent, 0, "B", "b3")
    with pytest.raises(BookError, match=message):
        event(lent)


@pytest.mark.parametrize(
    ("limits", "sharing", "borrow_limit", "message"),
    [
        ({"g": -1}, "lend", None, "share A: a limit is below 0"),
        ({"g": 1}, "give", None, "share A: sharing 'give' is none of reserve, lend, lend_and"),
        ({"g": 1}, "lend_and_borrow", -1, "share A: borrow limit -1 is below 0"),
    ],
)
def test_a_share_that_cannot_be_is_refused(
    limits: dict[str, int], sharing: str, borrow_limit: int | None, message: str
) -> None:
    with pytest.raises(BookError, match=message):
        Share("A", limits, sharing, borrow_limit)  # type: ignore[arg-type]  # the point


REASONS = [
    (Job("j", "R", {"g": 9}, 0, 0), BlockReason.SERVICE_ENVIRONMENT_MAX_RESOURCE),
    (Job("j", "R", {"unknown": 1}, 0, 0), BlockReason.SERVICE_ENVIRONMENT_MAX_RESOURCE),
    (Job("j", "R", {"g": 3}, 0, 0), BlockReason.LIMIT_EXCEEDED),
    (Job("j", "R", {"p": 1}, 0, 0), BlockReason.LIMIT_EXCEEDED),
    (Job("j", "B", {"g": 5}, 0, 0), BlockReason.LIMIT_AND_BORROW_EXCEEDED),
    (Job("j", "B", {"p": 1}, 0, 0), BlockReason.LIMIT_AND_BORROW_EXCEEDED),
    (Job("j", "U", {"g": 7}, 0, 0), BlockReason.BORROWABLE_EXCEEDED),
    (Job("j", "R", {"g": 3, "p": 2}, 0, 0), BlockReason.SERVICE_ENVIRONMENT_MAX_RESOURCE),
    (Job("j", "R", {"g": 2}, 0, 0), None),
    (Job("j", "B", {"g": 4}, 0, 0), None),
    (Job("j", "U", {"g": 6}, 0, 0), None),
]


@pytest.mark.parametrize(("job", "reason"), REASONS)
def test_a_job_that_can_never_fit_is_blocked_with_the_first_reason_that_applies(
    job: Job, reason: BlockReason | None
) -> None:
    book = Book(
        {"g": 8, "p": 1},
        [
            share("R", 2, "reserve"),
            share("B", 2, "lend_and_borrow", 100),
            borrower("U", 2),
            share("L", {"g": 2, "p": 1}),
        ],
    )
    book.submit(job, 0)
    expected = Start("j") if reason is None else Block("j", reason)
    assert settle(book, 0) == (expected,)
    assert settle(book, 1) == ()


def test_a_blocked_job_blocks_its_share_until_a_limit_lets_it_fit() -> None:
    book = book_of(4, share("A", 1), share("B", 1))
    submit(book, 0, "A", "big", needs=3)
    submit(book, 1, "A", "small")
    submit(book, 1, "B", "other")
    assert settle(book, 1) == (Start("other"), Block("big", BlockReason.LIMIT_EXCEEDED))
    book.set_capacity({"g": 2}, 2)
    assert settle(book, 2) == (Block("big", BlockReason.SERVICE_ENVIRONMENT_MAX_RESOURCE),)
    book.set_capacity({"g": 4}, 3)
    book.set_share(share("A", 3), 3)
    assert settle(book, 3) == (Unblock("big"), Start("big"))
    book.finish("big", 4)
    assert settle(book, 4) == (Start("small"),)


def test_a_blocked_job_that_leaves_is_forgotten() -> None:
    book = book_of(4, share("A", 1))
    submit(book, 0, "A", "big", needs=3)
    submit(book, 1, "A", "small")
    settle(book, 1)
    book.cancel("big", 2)
    assert settle(book, 2) == (Start("small"),)
    assert book.blocked == {}
