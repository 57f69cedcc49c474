"""Cases that went wrong in other schedulers, and corners of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from batchdesk.scheduler import BookError, Job, Promise, decide, settle
from tests.unit.scheduler.builders import (
    book_of,
    borrower,
    settled,
    share,
    started,
    stopped,
    submit,
)
from tests.unit.scheduler.player import Work, Workload


def test_e2_two_borrowers_take_from_each_other_a_finite_number_of_times() -> None:
    """Limits of 5 on 11, jobs of 6 and 5 that never end: at most one stop for each own job."""
    works = []
    for number in range(6):
        for name in "AB":
            needs, job_id = 5 + number % 2, f"{name}{number}"
            works.append(Work(Job(job_id, name, {"g": needs}, number % 3, number), number))
    shares = borrower("A", 5, in_share=True), borrower("B", 5, in_share=True)
    world = Workload({"g": 11}, shares, tuple(works)).world()
    world.run(1_000_000)
    assert sum(event == "preempt" for _, _, event in world.log) <= len(works)
    assert not world.due


def test_e3_a_victim_older_than_its_preemptor_does_not_come_back_before_it() -> None:
    works = [
        Work(Job("old", "B", {"g": 1}, 0, 0)),
        Work(Job("older", "B", {"g": 1}, 5, 0)),
        Work(Job("owner", "A", {"g": 1}, 0, 10), 10, dur=30),
        *(Work(Job(f"n{at}", "A", {"g": 1}, 0, at), at, dur=30) for at in range(100, 1000, 100)),
    ]
    world = Workload({"g": 2}, (share("A", 1), borrower("B", 1)), tuple(works)).world()
    world.run(1_000_000)
    owners = [w.job for w in works if w.job.share == "A"]
    starts = {name: at for at, name, event in world.log if event == "start" and name != "old"}
    assert [starts[job.job_id] for job in owners] == [job.created_at + 20 for job in owners]
    stops = [at for at, name, event in world.log if (name, event) == ("old", "preempt")]
    assert stops == [job.created_at for job in owners]


def test_e6_whatever_shares_stand_by_an_owner_takes_back_from_the_borrower_only() -> None:
    bystanders = [share(f"R{number}", 1, "reserve") for number in range(3)]
    book = book_of(7, *bystanders, borrower("B", 2), share("L", 2))
    for bystander in bystanders:
        submit(book, 0, bystander.name, f"own-{bystander.name}", priority=0)
    submit(book, 0, "B", "b1", "b2", "b3", "b4")
    settle(book, 0)
    submit(book, 5, "L", "l1", "l2")
    assert settled(book, 5) == (
        [],
        [("b1", "l1", "cross_share"), ("b2", "l2", "cross_share")],
    )


@pytest.mark.parametrize("needs", [{}, {"g": 0}, {"g": -1}, {"g": 1, "p": 0}])
def test_j4_a_request_below_one_instance_is_refused(needs: dict[str, int]) -> None:
    with pytest.raises(BookError, match="job j: asks for"):
        Job("j", "A", needs, 0, 0)


def test_a_limit_lowered_below_use_stops_nobody_until_somebody_needs_the_room() -> None:
    book = book_of(4, share("A", 2, "reserve"), share("B", 2))
    submit(book, 0, "A", "a1", "a2")
    settle(book, 0)
    book.set_share(share("A", 1, "reserve"), 10)
    book.set_share(share("B", 3), 10)
    assert settle(book, 10) == ()
    submit(book, 20, "B", "b", needs=3)
    assert settled(book, 20) == ([], [("a1", "b", "limit_lowered")])


def test_a_lowered_capacity_stops_nobody_and_nothing_starts_until_use_is_below_it() -> None:
    book = book_of(3, share("A", 3), share("B", 1))
    submit(book, 0, "A", "a1", "a2", "a3")
    settle(book, 0)
    book.set_capacity({"g": 2}, 10)
    submit(book, 10, "B", "b")
    assert settled(book, 10) == ([], [])
    book.finish("a1", 20)
    assert settled(book, 20) == ([], [])
    book.finish("a2", 30)
    assert settled(book, 30) == (["b"], [])


def test_reclaim_stops_all_it_needs_or_nobody() -> None:
    """Two are short: one loan could end, the other began in this very pass and may not."""
    owner, idle = borrower("L", {"g": 2, "p": 1}), share("Y", {"p": 1})
    book = book_of({"g": 4, "p": 2}, owner, idle, borrower("B", 1), borrower("D", 1))
    submit(book, 0, "B", "b0", "b1")
    settle(book, 0)
    submit(book, 1, "D", "d", needs=2)
    submit(book, 1, "L", "first", needs={"p": 2}, priority=1)
    submit(book, 1, "L", "second", needs=2)
    first_pass = decide(book)
    assert started(first_pass) == ["d", "first"]
    assert stopped(first_pass) == []
    assert settled(book, 1)[1] == [("d", "second", "cross_share")]


def test_a_later_larger_stop_makes_an_earlier_one_needless() -> None:
    book = book_of(6, share("X", 1), share("Y", 3), borrower("B", 1), borrower("D", 1))
    submit(book, 0, "B", "b0", "b1")
    submit(book, 0, "D", "d", needs=4)
    settle(book, 0)
    submit(book, 1, "X", "x")
    submit(book, 2, "Y", "y", needs=3)
    assert settled(book, 2) == ([], [("d", "y", "cross_share")])
    assert book.promised == ("x", "y")
    book.stopped("d", 22)
    assert settled(book, 22) == (["x", "y"], [])


def test_a_victim_whose_job_lost_its_promise_is_booked_to_the_first_job_in_need() -> None:
    """h stops v1 and p stops v2 in its share; then k stops v3, and h no longer needs v1.

    Without that, p's promise cannot be kept, but h and k do need what v2 holds.
    """
    book = book_of(
        {"g": 9, "m": 2, "w": 2},
        borrower("S", {"g": 1, "m": 2}, in_share=True),
        borrower("U", {"g": 1}),
        share("T", {"g": 2}),
        borrower("W", {"g": 4, "w": 1}),
        share("X", {"g": 1, "w": 1}),
    )
    submit(book, 0, "S", "v1", "v2", needs={"g": 2, "m": 1})
    submit(book, 0, "U", "v3", needs=5)
    settle(book, 0)
    submit(book, 1, "T", "h", needs=2)
    submit(book, 1, "S", "p", needs={"m": 2}, priority=9)
    submit(book, 1, "W", "q", needs={"w": 2}, priority=9)
    submit(book, 1, "W", "k", needs=4)
    decisions = decide(book)
    assert stopped(decisions) == [("v2", "h", "cross_share"), ("v3", "k", "cross_share")]
    assert Promise(("h", "k")) in decisions


def test_sagemaker_without_machines_does_not_start_the_job_again_before_its_time() -> None:
    book = book_of(2, share("A", 1), borrower("B", 1))
    submit(book, 0, "A", "a1", "a2")
    assert settled(book, 0) == (["a1"], [])
    book.no_machines("a1", 10, not_before=50)
    assert settled(book, 10) == ([], [])
    assert book.queue("A") == ["a1", "a2"]
    submit(book, 11, "B", "b1", "b2")
    assert settled(book, 11) == (["b1", "b2"], [])
    assert settle(book, 49) == ()
    assert settled(book, 50) == ([], [("b1", "a1", "cross_share")])


def test_a_promised_job_keeps_its_turn_past_one_that_waits_for_machines() -> None:
    book = book_of(2, share("A", 1), borrower("B", 1))
    submit(book, 0, "A", "a1", priority=5)
    submit(book, 0, "B", "b1")
    settle(book, 0)
    book.no_machines("a1", 10, not_before=1000)
    submit(book, 10, "B", "b2")
    assert settled(book, 10) == (["b2"], [])
    book.set_priority("a1", 0, 11)
    submit(book, 11, "A", "a2", priority=1)
    assert settled(book, 11) == ([], [("b2", "a2", "cross_share")])
    book.set_priority("a1", 9, 12)
    assert settled(book, 12) == ([], [])
    book.stopped("b2", 31)
    assert settled(book, 31) == (["a2"], [])


def test_promises_are_told_when_they_change_and_only_then() -> None:
    book = book_of(2, share("A", 1), borrower("B", 1))
    submit(book, 0, "B", "b1", "b2")
    settle(book, 0)
    submit(book, 5, "A", "a")
    assert Promise(("a",)) in settle(book, 5)
    assert settle(book, 6) == ()
    book.cancel("a", 7)
    assert book.promised == ()
    assert settle(book, 7) == ()
    book.set_share(replace(book.terms.shares["A"], limits={"g": 0}), 8)
    assert settle(book, 8) == ()
