from __future__ import annotations

from collections.abc import Iterator

import pytest
from moto import mock_aws

from batchdesk.emulator import install, uninstall
from batchdesk.emulator.events import Event
from tests.support.batch_world import BatchWorld
from tests.support.service_jobs import ManualClock


@pytest.fixture
def world() -> Iterator[BatchWorld]:
    """An empty Batch in this process."""
    clock, events = ManualClock(), list[Event]()
    emulator = install(clock, publish=events.append, seed=1)
    try:
        with mock_aws():
            yield BatchWorld(emulator, clock, events)
    finally:
        uninstall()
