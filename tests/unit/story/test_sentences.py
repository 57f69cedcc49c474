from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from batchdesk.lab.story.facts import (
    Blocked,
    Bounds,
    Capacity,
    Fact,
    MachinesOut,
    Raised,
    Withdrawn,
)
from batchdesk.lab.story.sentences import Line, Narrator
from tests.support.tapes import (
    GPU,
    NINE,
    NO_MACHINES,
    TOO_BIG,
    a_whole_run,
    at,
    bounds,
    moved,
    runs,
    stopped,
    submitted,
    three_shares,
)


def told(facts: Iterable[Fact]) -> list[Line]:
    narrator = Narrator()
    return [
        line
        for _, instant in groupby(facts, key=lambda fact: fact.at)
        for line in narrator.tell(list(instant))
    ]


def texts(facts: Iterable[Fact], *kinds: str) -> list[str]:
    return [line.text for line in told(facts) if not kinds or line.kind in kinds]


def waiting(job: str, share: str = "research", **more: Any) -> list[Fact]:
    return [*submitted(job, share, **more), moved(job, "RUNNABLE", 0)]


def test_a_job_within_the_limit_gets_a_node_of_its_own_share() -> None:
    facts = [*three_shares(), *waiting("fold"), *runs("fold", 0)]

    assert texts(facts, "start") == ["fold gets 1 node of research's own"]


def test_a_job_beyond_the_limit_names_who_lends() -> None:
    facts = [*three_shares(), *waiting("fold"), *waiting("screen")]
    facts += [moved("fold", "SCHEDULED", 0), moved("screen", "SCHEDULED", 0)]

    assert texts(facts, "start")[1] == "screen gets 1 node that product lends"


def test_a_job_may_use_own_and_borrowed_nodes_together() -> None:
    facts = [*three_shares(), *waiting("wide", instances={GPU: 2}), *runs("wide", 0)]

    assert texts(facts, "start") == [
        "wide gets 1 node of research's own and 1 node that product lends"
    ]


def test_a_waiting_borrower_learns_who_does_not_lend() -> None:
    facts = [*three_shares(), *waiting("fold"), *waiting("screen"), *waiting("third")]
    facts += [moved("fold", "SCHEDULED", 0), moved("screen", "SCHEDULED", 0)]

    assert texts(facts, "wait") == [
        "third waits: research may borrow, but no node is lent now (safety does not lend)"
    ]


def test_a_share_that_borrows_nothing_says_so() -> None:
    facts = [*three_shares(borrow_limit=0), *waiting("fold"), *waiting("screen")]
    facts.append(moved("fold", "SCHEDULED", 0))

    assert texts(facts, "wait") == [
        "screen waits: research uses its own 1 node and does not borrow"
    ]


def test_a_share_at_its_borrow_limit_says_so() -> None:
    lender = Bounds(NINE, "product", {GPU: 4}, "lend", 0)
    facts: list[Fact] = [bounds("research", "lend_and_borrow", borrow_limit=100), lender]
    facts += [*waiting("a"), *waiting("b"), *waiting("c")]
    facts += [moved("a", "SCHEDULED", 0), moved("b", "SCHEDULED", 0)]

    assert texts(facts, "wait") == ["c waits: research has borrowed all it may (1 node)"]


def test_a_job_behind_a_higher_priority_of_its_share_says_who_comes_first() -> None:
    facts = [*three_shares(), *waiting("low", priority=1), *waiting("high", priority=9)]

    assert "low waits: high of its own share comes first" in texts(facts, "wait")


def test_a_job_that_starts_at_once_is_not_told_as_waiting() -> None:
    facts = [*three_shares(), *waiting("fold"), moved("fold", "SCHEDULED", 0)]

    assert texts(facts, "wait") == []


def test_a_reclaimed_node_names_the_owner_and_the_job_it_is_for() -> None:
    assert (
        "ligand-screen is stopped after 20 min: product needs its node again, for "
        "ranker-nightly; research had borrowed it"
    ) in texts(a_whole_run(), "stop")


def test_an_in_share_stop_names_both_priorities() -> None:
    assert (
        "protein-fold is stopped after 35 min: pocket-ablation of its own share has a higher "
        "priority (4, this job has 3)"
    ) in texts(a_whole_run(), "stop")


def test_a_stop_by_a_lowered_limit_says_so() -> None:
    facts = [*three_shares(), *waiting("fold"), *runs("fold", 0)]
    facts += stopped("fold", None, 5, cause="limit_lowered")

    assert texts(facts, "stop") == [
        "fold is stopped after 5 min: the limit of research was lowered"
    ]


def test_a_stop_for_an_unknown_job_admits_it() -> None:
    facts = [*three_shares(), *waiting("fold"), *runs("fold", 0), *stopped("fold", None, 5)]

    assert texts(facts, "stop")[0].endswith("nobody knows for whom")


def test_a_stop_before_the_run_began_names_no_length() -> None:
    facts = [*three_shares(), *waiting("fold"), moved("fold", "SCHEDULED", 0)]
    facts += stopped("fold", None, 0.05)

    assert texts(facts, "stop")[0].startswith("fold is stopped: ")


def test_a_stopped_job_is_back_with_the_count_of_its_stops() -> None:
    facts = [*three_shares(), *waiting("fold"), *runs("fold", 0), *stopped("fold", None, 5)]
    facts += [*runs("fold", 9), *stopped("fold", None, 12)]

    assert texts(facts, "back") == [
        "fold is back in the queue (1st stop)",
        "fold is back in the queue (2nd stop)",
    ]


def test_a_job_without_returns_has_ended_for_good() -> None:
    assert (
        "quick-eval has ended for good: it may not come back after a stop, as its owner set"
        in texts(a_whole_run(), "ended")
    )


def test_a_job_whose_returns_are_used_up_says_how_many_it_had() -> None:
    facts = [*three_shares(), *waiting("fold", retries=2), *runs("fold", 0)]
    facts += stopped("fold", None, 5, then="FAILED")

    assert texts(facts, "ended") == [
        "fold has ended for good: it may come back twice, as its owner set"
    ]


def test_a_job_that_fails_by_itself_keeps_its_own_words() -> None:
    facts = [*three_shares(), *waiting("fold"), *runs("fold", 0)]
    facts.append(moved("fold", "FAILED", 5, "RUNNING", "AlgorithmError: out of memory"))

    assert texts(facts, "ended") == [
        "fold has ended: it failed by itself (AlgorithmError: out of memory)"
    ]


def test_missing_machines_are_told_once_however_often_the_job_is_tried() -> None:
    facts = [*three_shares(), *waiting("fold")]
    for minute in (1, 6, 11):
        facts.append(moved("fold", "SCHEDULED", minute, "RUNNABLE"))
        facts.append(moved("fold", "RUNNABLE", minute + 0.1, "SCHEDULED", NO_MACHINES))
    facts += runs("fold", 16)

    lines = texts(facts, "start", "machines")

    assert lines == [
        "fold gets 1 node of research's own",
        "AWS has no machine for fold; it keeps its turn and tries again",
        "fold has a machine after 15 min without",
    ]


def test_a_job_that_can_never_start_says_what_it_asks_and_what_its_share_may_use() -> None:
    facts = [*three_shares(), *waiting("wide", "product", instances={GPU: 2})]
    facts.append(Blocked(NINE, "wide", TOO_BIG))

    assert texts(facts, "blocked") == [
        "wide can never start: it asks for 2 nodes, product may use 1 node and does not borrow"
    ]


def test_a_withdrawn_job_that_never_ran_says_both() -> None:
    facts: list[Fact] = [*three_shares(), *waiting("wide", "product")]
    facts += [Withdrawn(at(9), "wide", "too big"), moved("wide", "FAILED", 9, "RUNNABLE")]

    assert [line.text for line in told(facts)][-2:] == [
        "the script withdraws wide: too big",
        "wide has ended without ever running",
    ]


def test_what_the_admin_changes_is_told_but_not_the_set_up() -> None:
    facts: list[Fact] = [*three_shares(), *waiting("fold")]
    facts += [
        Bounds(at(5), "research", {GPU: 2}, "lend_and_borrow", 0),
        Capacity(at(6), {GPU: 4}),
        Raised(at(7), "fold", 0),
        MachinesOut(at(8), GPU, at(48)),
    ]

    assert [line.text for line in told(facts) if line.at >= at(5)] == [
        "research changes: limit 1 to 2 nodes ml.g5.xlarge, may borrow 0 % of its limit",
        "the queue now has 4 nodes ml.g5.xlarge",
        "fold is lowered from priority 1 to 0",
        "AWS runs out of ml.g5.xlarge machines for 40 min",
    ]


def test_no_word_from_the_machine_room_is_told() -> None:
    words = set(" ".join(texts(a_whole_run())).split())

    assert words.isdisjoint({"RUNNABLE", "SCHEDULED", "FAILED", "occurrence", "lineage", "owed"})
