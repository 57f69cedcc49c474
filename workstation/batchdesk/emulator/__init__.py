"""A local AWS Batch for service jobs and quota shares, standing on moto.

    emulator = install(clock, publish=bus.put, seed=1)
    with mock_aws(): ...            # or ThreadedMotoServer
    uninstall()

It lends, borrows and preempts by the rules of batchdesk.scheduler. docs/emulator.md says
what is served, what of it AWS documents and what is assumed.
"""

from batchdesk.emulator.clock import Clock
from batchdesk.emulator.emulator import Emulator
from batchdesk.emulator.history import Entry, History
from batchdesk.emulator.install import install, uninstall
from batchdesk.emulator.switches import EmulatorSettingError, EmulatorSwitches, JobTimes

__all__ = [
    "Clock",
    "Emulator",
    "EmulatorSettingError",
    "EmulatorSwitches",
    "Entry",
    "History",
    "JobTimes",
    "install",
    "uninstall",
]
