"""A pair that is parted: both parts are looked at again, and nobody writes what it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from batchshares.domain.occurrence import Occurrence
from batchshares.errors import LedgerMovedError
from batchshares.usecases.desk import REST
from tests.support.ledger_desk import Recorder, in_memory
from tests.support.ledger_events import JOB_ID, attempt, completed, described, started

SECOND = attempt(2, started=None, stopped=900)


def named_pair() -> tuple[Recorder, Occurrence]:
    """A start joined by time with the end of a named stop that owes nothing any more."""
    recorder = in_memory()
    recorder.take(started(120), completed(903, attempts=[SECOND], count=2))
    return recorder, without_debt(recorder)


def provisional_pair() -> tuple[Recorder, Occurrence]:
    """A start and an end of a job that Batch does not know."""
    recorder = in_memory()
    recorder.take(started(120), completed(143, attempts=[]))
    return recorder, without_debt(recorder)


def without_debt(recorder: Recorder) -> Occurrence:
    (item,) = recorder.items("OCC#")
    for name in ("owes_work", "owes_work_sk"):
        item.pop(name, None)
    (stop,) = recorder.desk.ledger.story(JOB_ID).stops
    assert stop.started
    assert stop.completed
    return stop


def owing(recorder: Recorder) -> set[str]:
    """Return the names of the stops that owe a description once the debts have rested."""
    ledger, now = recorder.desk.ledger, recorder.clock.at
    assert ledger.due("ENRICH", now) == []
    return {debt.name for debt in ledger.due("ENRICH", now + REST)}


def test_a_parted_start_is_looked_at_again() -> None:
    recorder, stop = named_pair()
    recorder.desk.ledger.part(stop, recorder.clock.at)

    (start,) = [one for one in recorder.desk.ledger.story(JOB_ID).stops if one.started]
    assert owing(recorder) == {start.name}


def test_a_start_whose_provisional_end_was_parted_is_looked_at_again_and_so_is_the_end() -> None:
    recorder, stop = provisional_pair()
    recorder.desk.ledger.part(stop, recorder.clock.at)

    stops = recorder.desk.ledger.story(JOB_ID).stops
    assert len(stops) == 2
    assert owing(recorder) == {one.name for one in stops}


def test_a_parted_start_whose_completed_never_comes_ends_by_batchs_own_list() -> None:
    recorder, _ = named_pair()
    recorder.take(started(880))  # the better start of that end: the first is parted
    recorder.batch.jobs[JOB_ID] = described("RUNNABLE", preempted=[SECOND, attempt()])
    recorder.wait(20)

    newer, older = recorder.records()
    assert (newer["outcome"], older["outcome"]) == ("requeued", "requeued")
    assert older["owner"] == "mira"
    assert not any("owes_work" in item for item in recorder.items("OCC#"))


def test_who_read_a_pair_before_it_was_parted_can_neither_merge_nor_part_it() -> None:
    recorder, stop = provisional_pair()
    ledger, now = recorder.desk.ledger, recorder.clock.at
    ledger.part(stop, now)
    parted = ledger.story(JOB_ID)
    target = replace(stop, name="attempt", started=None, completed=None)

    with pytest.raises(LedgerMovedError):
        ledger.merge(stop, target, now)
    with pytest.raises(LedgerMovedError):
        ledger.part(stop, now)
    assert ledger.story(JOB_ID) == parted
