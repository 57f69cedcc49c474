"""Cost: a pass looks at the heads and their like, whatever stands behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import process_time

from batchdesk.scheduler import Book, Job, Preempt, decide, settle
from tests.unit.scheduler.builders import borrower, share

SHARES, RUNNING, QUEUED = 20, 1_000, 10_000
# Telling a book 10,000 jobs takes about 60 ms where 20 ms is asked of the pass over them.
SHARE_OF_BUILDING = 1 / 3


class Needs(Mapping[str, int]):
    """Instances a job asks for, that count how often anybody looks."""

    looks = 0

    def __getitem__(self, kind: str) -> int:
        Needs.looks += 1
        return {"g": 1}[kind]

    def __iter__(self) -> Iterator[str]:
        Needs.looks += 1
        return iter(("g",))

    def __len__(self) -> int:
        return 1


def crowded(needs: Mapping[str, int], lent: int = 0) -> Book:
    """All instances in use, `lent` of them by others, and 10,000 jobs that wait."""
    names = [f"s{number:02}" for number in range(SHARES)]
    each = RUNNING // SHARES
    shares = [(borrower if number % 2 else share)(name, each) for number, name in enumerate(names)]
    book = Book({"g": RUNNING}, shares)
    for number in range(RUNNING):
        place = 1 if number < lent else number % SHARES
        book.submit(Job(f"r{number:05}", names[place], {"g": 1}, 5, number), number)
    settle(book, RUNNING)
    for number in range(QUEUED):
        job = Job(f"q{number:05}", names[number % SHARES], needs, number % 7, RUNNING + number)
        book.submit(job, job.created_at)
    return book


def test_a_pass_does_not_look_at_jobs_that_wait_behind_the_head() -> None:
    book = crowded(Needs())
    Needs.looks = 0
    assert decide(book) == ()
    assert 0 < Needs.looks < 40 * SHARES


def test_a_first_pass_costs_a_third_of_building_its_book_at_most() -> None:
    """The ratio that stands for 20 ms with 10,000 jobs waiting, on any machine."""
    builds, passes, stops = [], [], 0
    for _ in range(5):
        begin = process_time()
        book = crowded({"g": 1}, lent=150)
        built = process_time()
        decisions = decide(book)
        passes.append(process_time() - built)
        builds.append(built - begin)
        stops = sum(isinstance(made, Preempt) for made in decisions)
    assert stops > 20
    assert min(passes) < min(builds) * SHARE_OF_BUILDING
