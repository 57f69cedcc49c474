"""A fresh ledger for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.ledger_desk import Recorder, on_moto
from tests.support.ledger_table import Stack, stack


@pytest.fixture
def opened() -> Iterator[Stack]:
    """Return an empty table and dead-letter queue on moto."""
    with stack() as fresh:
        yield fresh


@pytest.fixture
def recorder(opened: Stack) -> Recorder:
    """Return record_preemption in front of them and of a Batch without jobs."""
    return on_moto(opened)
