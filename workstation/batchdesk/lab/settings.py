"""What a lab is booted with."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from batchdesk.lab.errors import LabError
from batchdesk.lab.faults.model import Fault

if TYPE_CHECKING:
    from batchdesk.emulator import EmulatorSwitches

REGION = "us-west-2"
ACCOUNT = "123456789012"
HOST = "127.0.0.1"
STOP_SECONDS = 20.0
LONGEST_STOP = 120.0
STOP_VARIABLE = "BATCHDESK_STOP_SECONDS"
STREAM_SHARDS = 4
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
"""The lab's time begins between these; what AWS and moto count in has room on both sides."""
SPAN_OF_STARTS = f"the years {EARLIEST.year} to {LATEST.year - 1}"


def say_nothing(_message: str) -> None:
    """The progress of a quiet lab."""


def do_nothing() -> None:
    """What a lab does that leaves nothing behind when it has its port."""


def usual_stop_seconds() -> float:
    """How long a stop takes: BATCHDESK_STOP_SECONDS, else 20; LabError if it is no such number."""
    given = os.environ.get(STOP_VARIABLE)
    if not given:
        return STOP_SECONDS
    try:
        seconds = float(given)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_STOP:
        raise LabError(f"{STOP_VARIABLE} is {given!r}: give 0 to {LONGEST_STOP:g} seconds")
    return seconds


@dataclass(frozen=True)
class LabSettings:
    """A lab's settings; the defaults give the stack's own policy on any free port.

    `start` None is the system's time, `seed` None makes fresh ids each time. `speed` None leaves
    the clock to the caller (`run_until`); a number lets it follow the wall, that many lab seconds
    a second at most. `template` None is looked for from the current folder upward. `claimed` is
    called once the port is this lab's, before anything slow.
    """

    port: int = 0
    start: datetime | None = None
    seed: int | None = None
    policy: Path | None = None
    template: Path | None = None
    speed: float | None = None
    stop_seconds: float = field(default_factory=usual_stop_seconds)
    stream_shards: int = STREAM_SHARDS
    switches: EmulatorSwitches | None = None
    faults: Sequence[Fault] = ()
    progress: Callable[[str], None] = say_nothing
    claimed: Callable[[], None] = do_nothing
    stack_name: str = "batchdesk"
    region: str = REGION
    account: str = ACCOUNT
    host: str = HOST
