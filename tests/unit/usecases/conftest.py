"""A fresh ledger in memory for every test."""

from __future__ import annotations

import pytest

from tests.support.ledger_desk import Recorder, in_memory


@pytest.fixture
def recorder() -> Recorder:
    """Return record_preemption in front of an empty table and a Batch without jobs."""
    return in_memory()
