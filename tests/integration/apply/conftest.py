from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.apply_desk import ApplyDesk, apply_desk


@pytest.fixture
def desk() -> Iterator[ApplyDesk]:
    """An empty Batch with a ledger table beside it."""
    with apply_desk() as opened:
        yield opened
