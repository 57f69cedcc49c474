"""Rows of every kind are selected by what they carry."""

from __future__ import annotations

import pytest

from batchshares.domain.selection import Selection
from tests.support.ledger_events import JOB_ID, job_arn

BLOCKED = {
    "job_id": JOB_ID,
    "at": "2026-12-01T09:00:00Z",
    "job_name": "wide",
    "queue": "training",
    "share": "research",
    "team": "research",
    "reason": "CAPACITY:NONE",
}
CHANGE = {"job_id": JOB_ID, "at": "2026-12-01T09:00:00Z", "job_name": "wide", "from": 1, "to": 2}


@pytest.mark.parametrize("row", [BLOCKED, CHANGE], ids=["blocked", "priority"])
@pytest.mark.parametrize("word", [JOB_ID, "wide", job_arn()])
def test_a_row_without_an_arn_is_found_by_the_jobs_arn_too(row: dict[str, str], word: str) -> None:
    assert Selection(job=word).takes(row)
    assert not Selection(job=job_arn("another")).takes(row)


@pytest.mark.parametrize(("kind", "row"), [("blocked", BLOCKED), ("priority", CHANGE)])
@pytest.mark.parametrize("name", ["owner", "team", "share", "cause", "outcome"])
def test_what_a_kind_of_row_lacks_is_in_vain_and_nothing_else(
    kind: str, row: dict[str, str], name: str
) -> None:
    assert Selection(**{name: "x"}).in_vain(kind) == ([] if name in row else [name])  # type: ignore[arg-type]
    assert Selection(**{name: "x"}).in_vain("occurrence") == []  # type: ignore[arg-type]
