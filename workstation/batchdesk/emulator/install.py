"""Putting the emulator in the place of moto's Batch, and taking it out again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from moto.batch import urls
from moto.batch.models import BatchBackend, batch_backends

from batchdesk.emulator.backend import bound_to
from batchdesk.emulator.clock import Clock, SystemClock
from batchdesk.emulator.emulator import Emulator, Settings
from batchdesk.emulator.http.dispatch import served_paths
from batchdesk.emulator.http.responses import EmulatedBatchResponse
from batchdesk.emulator.switches import EmulatorSettingError, EmulatorSwitches, JobTimes
from batchdesk.emulator.transitions import Publish

Routes = dict[str, Callable[..., Any]]


@dataclass
class _Installation:
    emulator: Emulator
    replaced: Routes


_installed: list[_Installation] = []
_SYSTEM_CLOCK = SystemClock()


def install(
    clock: Clock = _SYSTEM_CLOCK,
    *,
    publish: Publish | None = None,
    seed: int | None = None,
    switches: EmulatorSwitches | None = None,
    times: JobTimes | None = None,
) -> Emulator:
    """Let moto answer as our Batch, in `mock_aws()` and in servers started afterwards.

    A second call with the same settings returns the same emulator; with others it
    raises EmulatorSettingError. Jobs that moto's Batch knows are dropped.
    """
    settings = Settings(
        clock=clock,
        publish=publish,
        seed=seed,
        switches=switches or EmulatorSwitches(),
        times=times or JobTimes(),
    )
    if _installed:
        if _installed[0].emulator.settings != settings:
            raise EmulatorSettingError(
                "the emulator is installed with other settings; call uninstall() first"
            )
        return _installed[0].emulator
    emulator = Emulator(settings)
    _installed.append(_Installation(emulator, dict(urls.url_paths)))
    batch_backends.clear()
    batch_backends.backend = bound_to(emulator)
    for path in [*urls.url_paths, *served_paths()]:
        urls.url_paths[path] = EmulatedBatchResponse.dispatch
    return emulator


def uninstall() -> None:
    """Give moto its own Batch back; does nothing if the emulator is not installed."""
    if not _installed:
        return
    installation = _installed.pop()
    urls.url_paths.clear()
    urls.url_paths.update(installation.replaced)
    batch_backends.clear()
    batch_backends.backend = BatchBackend
