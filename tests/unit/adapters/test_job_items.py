"""The job item under races: what one writer protects, another one's facts do not lose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from batchshares.adapters.ledger import Table
from batchshares.adapters.ledger.expressions import Update
from batchshares.adapters.ledger.wire import Item
from batchshares.domain.job_state import JobState, state_of
from batchshares.domain.run import Run
from tests.support.ledger_desk import Recorder, in_memory
from tests.support.ledger_events import JOB_ID, at, described
from tests.support.ledger_memory import MemoryTable

LIVE = "LIVE#training#research"


def described_state() -> JobState:
    """What DescribeServiceJob tells."""
    return replace(state_of(described(), at(60), "research"), owner="mira")


def bare(order: str, **known: object) -> JobState:
    """A state as an event with the documented fields tells it."""
    return replace(JobState(JOB_ID, order, "RUNNABLE", at(0)), **known)  # type: ignore[arg-type]


def item(recorder: Recorder) -> dict[str, object]:
    (found,) = recorder.items("JOB")
    return found


class Protecting(MemoryTable):
    """A table in which another writer sets something right after the first update."""

    def __init__(self, table: Table, protected: Mapping[str, object]) -> None:
        super().__init__()
        assert isinstance(table, MemoryTable)
        self.partitions, self._protected = table.partitions, protected

    def update(self, update: Update) -> tuple[bool, Item]:
        """Answer as the item was, then let the other write."""
        answer = super().update(update)
        self.items("JOB")[0].update(self._protected)
        return answer


def test_a_description_lists_a_living_job_with_one_write() -> None:
    recorder = in_memory()
    known = recorder.desk.ledger.update_job(bare("1"))
    recorder.calls.clear()
    recorder.desk.ledger.complete_job(described_state(), known)

    assert item(recorder)["by_share_pk"] == LIVE
    assert recorder.calls == {"UpdateItem": 1}


def test_a_job_that_ended_while_it_was_described_stays_off_the_living() -> None:
    recorder = in_memory()
    ledger = recorder.desk.ledger
    known = ledger.update_job(bare("1"))
    ledger.update_job(bare("2", status="SUCCEEDED"))
    whole = ledger.complete_job(described_state(), known)

    assert "by_share_pk" not in item(recorder)
    assert (whole.status, whole.owner, whole.share) == ("SUCCEEDED", "mira", "research")


def test_a_job_that_went_on_while_it_was_described_is_listed_all_the_same() -> None:
    recorder = in_memory()
    ledger = recorder.desk.ledger
    known = ledger.update_job(bare("1"))
    ledger.update_job(bare("2", status="RUNNING"))
    whole = ledger.complete_job(described_state(), known)

    assert item(recorder)["by_share_pk"] == LIVE
    assert (whole.status, whole.owner) == ("RUNNING", "mira")


def test_a_job_whose_item_is_gone_is_not_listed_by_a_description() -> None:
    recorder = in_memory()
    assert isinstance(recorder.table, MemoryTable)
    known = recorder.desk.ledger.update_job(bare("1"))
    recorder.table.partitions.clear()
    recorder.desk.ledger.complete_job(described_state(), known)

    assert "by_share_pk" not in item(recorder)
    assert item(recorder)["owner"] == "mira"


@pytest.mark.parametrize(
    "protected", [{"applied": 9}, {"base_at": "2026-11-01T00:00:00.000Z"}], ids=["set", "earlier"]
)
def test_a_protected_base_keeps_out_no_other_fact_of_an_older_event(
    protected: dict[str, object],
) -> None:
    recorder = in_memory()
    ledger = recorder.desk.ledger
    ledger.update_job(bare("2", priority=7, base=7, base_at=at(60)))
    run = Run(JOB_ID, "attempt", at(-10))
    older = bare("1", name="late", share="research", team="research", run=run)
    older = replace(older, priority=1, base=1, base_at=at(0))
    # Another writer protects the base after this one has read the item.
    recorder.table = Protecting(recorder.table, protected)

    whole = recorder.desk.ledger.update_job(older)

    assert (whole.name, whole.share, whole.team, whole.run) == ("late", "research", "research", run)
    assert (whole.base, whole.priority, whole.status) == (7, 7, "RUNNABLE")


def test_an_earlier_base_that_nobody_protects_is_taken_with_one_write_more() -> None:
    recorder = in_memory()
    ledger = recorder.desk.ledger
    ledger.update_job(bare("2", priority=7, base=7, base_at=at(60)))
    recorder.calls.clear()
    whole = ledger.update_job(bare("1", name="late", priority=1, base=1, base_at=at(0)))

    assert (whole.base, whole.name) == (1, "late")
    assert recorder.calls == {"UpdateItem": 2}
