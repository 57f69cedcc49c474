"""Attributes replaced while a lab is booted, and put back afterwards, last first."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any


class Patches:
    """What the lab changes in moto and botocore. `undo` restores every one."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def replace(self, owner: Any, name: str, value: Any) -> Any:
        """Set an attribute and return what it was (raw, so that descriptors survive)."""
        had = name in vars(owner)
        before = vars(owner).get(name)
        setattr(owner, name, value)
        if had:
            self._stack.callback(setattr, owner, name, before)
        else:
            self._stack.callback(delattr, owner, name)
        return before

    def on_undo(self, action: Any, *args: Any) -> None:
        """Do something more when all is put back."""
        self._stack.callback(action, *args)

    def undo(self) -> None:
        """Put everything back."""
        self._stack.close()
