"""Who gets room, who only waits for it, and what nobody can take from whom it was promised."""

from __future__ import annotations

from batchdesk.scheduler import Book, Promise, decide, settle
from tests.unit.scheduler.builders import (
    book_of,
    borrower,
    settled,
    share,
    started,
    stopped,
    submit,
)


def reclaiming() -> Book:
    """At 5, A's h waits for two stops, v1 and v2; B's b0 and Z's z run; all is in use."""
    book = book_of(4, share("A", 2), borrower("B", 1), share("Z", 1))
    submit(book, 0, "Z", "z")
    submit(book, 0, "B", "b0", priority=5)
    submit(book, 0, "B", "v1", "v2")
    settle(book, 0)
    submit(book, 5, "A", "h", needs=2)
    settle(book, 5)
    return book


def test_room_set_free_for_a_job_is_kept_though_a_borrower_counts_on_another_stop() -> None:
    book = reclaiming()
    book.terminate("z", 10)
    book.stopped("v1", 25)
    assert settled(book, 25) == ([], [])
    book.stopped("v2", 115)
    assert settled(book, 115) == (["h"], [])
    book.stopped("z", 310)
    assert settled(book, 310) == (["v1"], [])


def test_room_that_nobody_waits_for_is_used_while_stops_are_under_way() -> None:
    book = book_of(5, share("A", 2), borrower("B", 2), share("R", 1, "reserve"))
    submit(book, 0, "B", "b1", "b2", "b3")
    settle(book, 0)
    submit(book, 5, "A", "a", needs=2)
    submit(book, 5, "R", "r")
    decisions = decide(book)
    assert started(decisions) == ["r"]
    assert stopped(decisions) == [("b1", "a", "cross_share")]


def test_nobody_starts_past_a_promised_job_of_its_share() -> None:
    book = book_of(4, share("A", 3), borrower("B", 1))
    submit(book, 0, "B", "b1", needs=3)
    settle(book, 0)
    submit(book, 5, "A", "a1", needs=2)
    submit(book, 6, "A", "a2")
    assert settled(book, 6) == ([], [("b1", "a1", "cross_share")])
    assert book.promised == ("a1", "a2")
    book.stopped("b1", 25)
    assert settled(book, 25) == (["a1", "a2"], [])


def test_a_needless_victim_is_let_go_before_the_next_job_is_served() -> None:
    book = book_of(18, share("A", 16), borrower("B", 1), share("K", 1))
    submit(book, 0, "B", "b0", "b1")
    submit(book, 0, "B", "b4", needs=4)
    submit(book, 0, "B", "b8", needs=8)
    settle(book, 0)
    submit(book, 5, "A", "a", needs=8)
    submit(book, 6, "K", "k")
    assert settled(book, 6) == ([], [("b4", "a", "cross_share"), ("b0", "k", "cross_share")])


def test_an_excess_of_one_does_not_cost_a_job_of_five() -> None:
    book = book_of(6, borrower("X", 4), borrower("Y", 4))
    submit(book, 0, "X", "x", needs=5)
    assert settled(book, 0) == (["x"], [])
    submit(book, 5, "Y", "y", needs=4)
    assert settled(book, 5) == ([], [])


def test_a_job_that_took_from_others_stays_within_its_limit() -> None:
    """Its lower job could be spared, but then it would borrow what it took as an owner."""
    book = book_of(6, borrower("A", 2), share("B", 1), borrower("C", 3, in_share=True))
    submit(book, 0, "A", "a", needs=3)
    submit(book, 0, "C", "low")
    submit(book, 0, "C", "high", priority=3)
    submit(book, 0, "B", "b")
    settle(book, 0)
    submit(book, 5, "C", "mid", needs=2, priority=1)
    assert settled(book, 5) == ([], [("low", "mid", "in_share"), ("a", "mid", "cross_share")])


def test_a_head_served_nothing_takes_another_turn_once_stops_are_made() -> None:
    book = book_of(3, share("A", 2), share("D", 1), borrower("B", 2))
    submit(book, 0, "B", "big", needs=3)
    settle(book, 0)
    submit(book, 5, "A", "a", needs=2)
    assert settled(book, 5) == ([], [])
    submit(book, 6, "D", "d")
    decisions = decide(book)
    assert stopped(decisions) == [("big", "d", "cross_share")]
    assert Promise(("d", "a")) in decisions


def test_a_head_whose_share_is_brought_back_within_its_limit_is_own_at_once() -> None:
    book = book_of(3, share("A", 2), borrower("B", 1))
    submit(book, 0, "B", "big", needs=3)
    settle(book, 0)
    submit(book, 1, "B", "small")
    assert settled(book, 1) == ([], [])
    submit(book, 5, "A", "a", needs=2)
    assert Promise(("a", "small")) in decide(book)


def test_where_limits_overcommit_an_owner_does_not_take_what_is_promised() -> None:
    book = book_of(2, borrower("X", 1, in_share=True), share("Y", 2))
    submit(book, 0, "X", "x1", priority=1)
    submit(book, 0, "X", "x2")
    settle(book, 0)
    submit(book, 5, "X", "h", priority=9)
    assert settled(book, 5) == ([], [("x2", "h", "in_share")])
    submit(book, 6, "Y", "y")
    assert settled(book, 6) == ([], [])
    assert book.promised == ("h",)


def test_a_promise_on_borrowed_room_is_not_lost_to_a_head_that_can_stop_lower_jobs() -> None:
    """x1 ranks above h, so h is not own, not even but for lower jobs; z2 is, but for z1.

    z2 gets room by stopping z1. As an owner it may start first; h then starts in z1's place.
    """
    book = book_of(
        3, share("L", 1), borrower("X", 1, in_share=True), borrower("Z", 1, in_share=True)
    )
    submit(book, 0, "X", "x1", priority=9)
    submit(book, 0, "Z", "z1")
    submit(book, 1, "X", "x2")
    settle(book, 1)
    submit(book, 5, "X", "h", priority=5)
    assert settled(book, 5) == ([], [("x2", "h", "in_share")])
    submit(book, 10, "Z", "z2", priority=5)
    assert settled(book, 10) == ([], [("z1", "z2", "in_share")])
    book.stopped("x2", 25)
    assert settled(book, 25) == (["z2"], [])
    book.stopped("z1", 30)
    assert settled(book, 30) == (["h"], [])


def test_a_promise_on_borrowed_room_outlives_the_stops_made_for_it() -> None:
    """x2 is stopped for h, the rest of its room comes from z1, whose stop takes longer."""
    book = book_of(
        4, share("L", 1), borrower("X", 1, in_share=True), share("Z", 1), borrower("W", 1)
    )
    submit(book, 0, "Z", "z1")
    submit(book, 0, "W", "w1", priority=9)
    submit(book, 0, "X", "x1", priority=9)
    submit(book, 1, "X", "x2")
    settle(book, 1)
    book.terminate("z1", 2)
    submit(book, 5, "X", "h", needs=2, priority=5)
    assert settled(book, 5) == ([], [("x2", "h", "in_share")])
    submit(book, 6, "W", "w2")
    assert settled(book, 6) == ([], [])
    book.stopped("x2", 25)
    assert settled(book, 25) == ([], [])
    assert book.promised == ("h",)
    book.stopped("z1", 102)
    assert settled(book, 102) == (["h"], [])


def test_behind_a_promise_on_borrowed_room_nobody_is_promised_room() -> None:
    """The job behind asks for another type and would be own; but h borrows."""
    team = share("L", 1), borrower("X", {"g": 2, "m": 1}, in_share=True)
    book = book_of({"g": 3, "m": 1}, *team)
    submit(book, 0, "X", "x1", needs=2, priority=9)
    submit(book, 0, "X", "x2")
    settle(book, 0)
    submit(book, 5, "X", "h", priority=5)
    submit(book, 5, "X", "after", needs={"m": 1}, priority=4)
    assert settled(book, 5) == ([], [("x2", "h", "in_share")])
    assert book.promised == ("h",)


def test_past_a_job_that_cannot_be_served_nobody_comes_but_who_was_promised_before() -> None:
    book = book_of(5, share("A", 3), borrower("B", 2))
    submit(book, 0, "B", "b1", "b2", needs=2)
    settle(book, 0)
    submit(book, 5, "A", "a1", needs=2)
    assert settled(book, 5) == ([], [("b1", "a1", "cross_share")])
    submit(book, 6, "A", "too-big", needs=9, priority=5)
    submit(book, 7, "A", "behind")
    settle(book, 7)
    assert book.promised == ("a1",)
    book.stopped("b1", 25)
    assert settled(book, 25) == (["a1"], [])


def test_behind_a_promised_job_nobody_stops_lower_ones_of_the_share() -> None:
    book = book_of(2, share("X", 3, in_share=True))
    submit(book, 0, "X", "low1", "low2")
    settle(book, 0)
    submit(book, 5, "X", "first", priority=9)
    submit(book, 5, "X", "second", priority=8)
    assert settled(book, 5) == ([], [("low1", "first", "in_share")])
    book.stopped("low1", 25)
    assert settled(book, 25) == (["first"], [("low2", "second", "in_share")])
