"""A local AWS that lends, borrows and preempts: `boot` one, and move its time.

Nothing heavy is imported until `boot` or `Lab` is asked for: moto takes seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from batchdesk.lab.settings import LabSettings

if TYPE_CHECKING:
    from batchdesk.lab.booting import boot
    from batchdesk.lab.lab import Lab

__all__ = ["Lab", "LabSettings", "boot"]


def __getattr__(name: str) -> Any:
    if name == "boot":
        from batchdesk.lab.booting import boot

        return boot
    if name == "Lab":
        from batchdesk.lab.lab import Lab

        return Lab
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
