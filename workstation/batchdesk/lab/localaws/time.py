"""moto's time follows the lab's clock: SQS visibility, S3's LastModified, every timestamp.

moto asks `moto.core.utils.utcnow`, which its modules import by name; each name is replaced, and
put back, also in modules that were first imported while the lab ran.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from typing import Any

import moto.core.utils

from batchdesk.lab.localaws.patches import Patches


def follow(clock_now: Callable[[], datetime], patches: Patches) -> None:
    """Let moto read the lab's clock until the patches are undone."""
    real = moto.core.utils.utcnow

    def utcnow() -> datetime:
        return clock_now().replace(tzinfo=None)

    _swap(real, utcnow)
    patches.on_undo(_swap, utcnow, real)


def _swap(old: Any, new: Any) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("moto.") and getattr(module, "utcnow", None) is old:
            module.utcnow = new  # type: ignore[attr-defined]  # each module that imported it
