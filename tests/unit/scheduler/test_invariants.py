"""Properties of every history: whatever happens, in whatever order, these hold."""

from __future__ import annotations

import copy
import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from batchdesk.scheduler import Book, decide
from batchdesk.scheduler.turns import Turns
from tests.unit.scheduler.invariants import Room, Sums, Victims
from tests.unit.scheduler.naive import NaiveTurns, outcome
from tests.unit.scheduler.player import Moment, Watch, Workload, World
from tests.unit.scheduler.promises import Owners, OwnWaits, Starts
from tests.unit.scheduler.workloads import workloads

FOR_EVER = 1_000_000
LEDGERS = ("settled", "present")


def played(workload: Workload, *watches: Watch) -> World:
    world = workload.world(watches)
    world.run(FOR_EVER)
    return world


@given(workloads())
def test_nothing_starts_beyond_capacity_or_bound_and_no_loan_is_newly_uncovered(
    workload: Workload,
) -> None:
    played(workload, Room(), Sums())


@given(workloads())
def test_whoever_is_stopped_is_needed_and_whoever_is_promised_starts(workload: Workload) -> None:
    played(workload, Victims(), Starts())


@given(workloads(policy=False, exact=True))
def test_owners_are_promised_at_once_and_start_within_one_grace_period(
    workload: Workload,
) -> None:
    longest = max(work.grace for work in workload.works)
    played(workload, Owners(), OwnWaits(longest), Victims(), Starts())


@given(workloads())
def test_preemptions_end_when_nothing_happens_any_more(workload: Workload) -> None:
    endless = replace(workload, works=tuple(replace(w, dur=None) for w in workload.works))
    world = endless.world()
    world.run(200)  # the last change is over, one stop may still run
    before = len(world.log)
    world.run(FOR_EVER)
    jobs = len(workload.works)
    stops = sum(event == "preempt" for _, _, event in world.log[before:])
    assert stops <= jobs * jobs
    assert not world.due


@given(workloads())
def test_usage_returns_to_exactly_zero(workload: Workload) -> None:
    world = played(workload)
    for entry in list(world.book):
        world.at(world.now, "cancel", lambda job_id=entry.job.job_id: world.cancel(job_id))  # type: ignore[misc]
    world.run(FOR_EVER)
    assert list(world.book) == []
    assert world.book.total_used() == {}
    assert all(world.book.used(share) == {} for share in world.book.terms.shares)
    assert world.book.promised == ()
    assert world.book.blocked == {}


@given(workloads(), st.integers(0, 2**32))
def test_the_same_history_gives_the_same_decisions_whatever_the_order_of_its_maps(
    workload: Workload, seed: int
) -> None:
    shuffled = shuffle(workload, random.Random(seed))
    first, second = played(workload), played(shuffled)
    assert first.decisions == second.decisions
    # stops that end at the same instant have no order of their own
    assert sorted(first.log) == sorted(second.log)


def shuffle(workload: Workload, rng: random.Random) -> Workload:
    """The same history: shares, types, submissions of one instant in another order."""
    shares, works = list(workload.shares), list(workload.works)
    rng.shuffle(shares)
    rng.shuffle(works)
    turned = [
        replace(
            work,
            job=replace(work.job, instances=dict(reversed(list(work.job.instances.items())))),
        )
        for work in works
    ]
    capacity = dict(reversed(list(workload.capacity.items())))
    return replace(workload, capacity=capacity, shares=tuple(shares), works=tuple(turned))


class Purity(Watch):
    """Deciding twice gives the same and changes nothing."""

    def event(self, seen: Moment) -> None:
        before = copy.deepcopy(seen.book)
        assert decide(seen.book) == decide(seen.book)
        assert _all_of(seen.book) == _all_of(before)


def _all_of(book: Book) -> dict[str, object]:
    ledgers = {name: vars(ledger) for name, ledger in vars(book).items() if name in LEDGERS}
    queues = {name: vars(queue) for name, queue in book.queues.items()}
    return {**vars(book), **ledgers, "queues": queues}


class Oracle(Watch):
    """The remembering pass decides as the one that looks at everything again."""

    def event(self, seen: Moment) -> None:
        fast, naive = Turns(seen.book, set()), NaiveTurns(seen.book, set())
        fast.play()
        naive.play()
        assert outcome(fast) == outcome(naive)


@given(workloads())
def test_deciding_changes_nothing_and_is_what_the_naive_pass_decides(workload: Workload) -> None:
    played(workload, Purity(), Oracle())
