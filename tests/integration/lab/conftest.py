"""A lab of its own for each test that asks for one."""

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
