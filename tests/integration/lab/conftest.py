"""A lab of its own for each test that asks for one, or one for a file that only looks at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from batchdesk.lab import Lab, LabSettings, boot
from tests.support.lab_jobs import START


@pytest.fixture
def lab() -> Iterator[Lab]:
    """The real template and the shipped policy, at nine o'clock, seeded."""
    with boot(LabSettings(start=START, seed=1)) as booted:
        yield booted


@pytest.fixture(scope="module")
def standing_lab() -> Iterator[Lab]:
    """The same, for all tests of a file; they must leave it as it was."""
    with boot(LabSettings(start=START, seed=1)) as booted:
        yield booted
