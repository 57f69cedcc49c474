"""The ground a stack stands on: a clean local AWS with our Batch in it, on the lab's clock."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Lock

from moto.moto_api._internal import mock_random
from moto.moto_api._internal.models import MotoAPIBackend

from batchdesk import emulator as batch
from batchdesk.lab.clock import LabClock, to_ms
from batchdesk.lab.delivery.bus import Bus
from batchdesk.lab.delivery.ids import Ids
from batchdesk.lab.errors import LabError
from batchdesk.lab.faults.active import ActiveFaults
from batchdesk.lab.localaws import bus as localbus
from batchdesk.lab.localaws import queues, tables, templates
from batchdesk.lab.localaws import time as localtime
from batchdesk.lab.localaws.expressions import quicken_expressions
from batchdesk.lab.localaws.patches import Patches
from batchdesk.lab.localaws.server import Server, remember_modules
from batchdesk.lab.sdk.clients import Clients
from batchdesk.lab.sdk.shortcut import take_shortcut
from batchdesk.lab.settings import LabSettings

WALL_MS_AS_SUBMITTED = 1_000
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True)
class Ground:
    """A local AWS without a stack."""

    clock: LabClock
    faults: ActiveFaults
    bus: Bus
    patches: Patches
    emulator: batch.Emulator
    server: Server
    clients: Clients


def lay_ground(settings: LabSettings, listening: socket.socket, undo: ExitStack) -> Ground:
    """Empty moto, patch it, put our Batch in, and answer on the socket."""
    undo.enter_context(_alone())
    undo.enter_context(_empty_moto(settings))
    clock = LabClock(round(time.time() * 1000) if settings.start is None else to_ms(settings.start))
    patches = Patches()
    undo.callback(patches.undo)
    faults = ActiveFaults(clock, lambda kind, until: emulator.out_of_machines(kind, until))
    bus = Bus(clock, faults, Ids(settings.seed, "events"))
    localtime.follow(clock.now, patches)
    queues.tame(clock.now_ms, patches)
    tables.quicken(patches)
    quicken_expressions(patches)
    templates.mend(patches)
    localbus.take_over(bus.put, patches)
    emulator = _our_batch(settings, clock, bus)
    undo.callback(batch.uninstall)
    remember_modules(patches)
    server = Server(listening, faults)
    undo.callback(server.stop)
    server.start()
    take_shortcut(server.url, server.front, patches)
    clients = Clients(server.url, settings.region)
    undo.callback(clients.close)
    return Ground(clock, faults, bus, patches, emulator, server, clients)


def _our_batch(settings: LabSettings, clock: LabClock, bus: Bus) -> batch.Emulator:
    # A person must be able to see SUBMITTED, however fast the lab's time runs.
    speed = max(1.0, settings.speed or 1.0)
    return batch.install(
        clock,
        publish=bus.publish,
        seed=settings.seed,
        switches=settings.switches,
        times=batch.JobTimes(
            submitted_ms=round(WALL_MS_AS_SUBMITTED * speed),
            stop_ms=round(settings.stop_seconds * 1000),
        ),
    )


@contextmanager
def _alone() -> Iterator[None]:
    if not _ONE_AT_A_TIME.acquire(blocking=False):
        raise LabError("a lab runs in this process already: close it first")
    try:
        yield
    finally:
        _ONE_AT_A_TIME.release()


@contextmanager
def _empty_moto(settings: LabSettings) -> Iterator[None]:
    moto_api = MotoAPIBackend(settings.region, settings.account)
    moto_api.reset()
    if settings.seed is not None:
        mock_random.seed(settings.seed)
    try:
        yield
    finally:
        moto_api.reset()
