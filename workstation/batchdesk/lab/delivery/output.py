"""What a running function prints goes into its record, not onto the person's screen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any, TextIO

from batchdesk.lab.localaws.patches import Patches


class FunctionOutput:
    """Stands in for sys.stdout. Only what the capturing thread prints is kept back."""

    def __init__(self, real: TextIO) -> None:
        self._real = real
        self._thread: int | None = None
        self._parts: list[str] = []

    def install(self, patches: Patches) -> None:
        """Stand in until the patches are undone. Loggers made meanwhile keep this object."""
        patches.replace(sys, "stdout", self)

    @contextmanager
    def captured(self) -> Iterator[list[str]]:
        """Keep back what this thread prints; the list is filled at the end."""
        lines: list[str] = []
        before, self._thread, self._parts = self._thread, get_ident(), []
        try:
            yield lines
        finally:
            lines.extend("".join(self._parts).splitlines())
            self._thread = before

    def write(self, text: str) -> int:
        """Keep, or pass on."""
        if self._thread == get_ident():
            self._parts.append(text)
            return len(text)
        return self._real.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)
