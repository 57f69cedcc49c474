"""What a running function prints goes into its record, not onto the person's screen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import get_ident
from typing import Any, TextIO

from batchdesk.lab.localaws.patches import Patches


@dataclass
class _Capture:
    """What is kept back now. One for the process: loggers outlive a lab and keep its stand-in."""

    thread: int | None = None
    parts: list[str] = field(default_factory=list)


_capture = _Capture()


class FunctionOutput:
    """Stands in for sys.stdout. Only what the capturing thread prints is kept back."""

    def __init__(self, real: TextIO) -> None:
        self._real = real

    def install(self, patches: Patches) -> None:
        """Stand in until the patches are undone."""
        patches.replace(sys, "stdout", self)

    @contextmanager
    def captured(self) -> Iterator[list[str]]:
        """Keep back what this thread prints; the list is filled at the end."""
        lines: list[str] = []
        before = _capture.thread, _capture.parts
        _capture.thread, _capture.parts = get_ident(), []
        try:
            yield lines
        finally:
            lines.extend("".join(_capture.parts).splitlines())
            _capture.thread, _capture.parts = before

    def write(self, text: str) -> int:
        """Keep, or pass on."""
        if _capture.thread == get_ident():
            _capture.parts.append(text)
            return len(text)
        return self._real.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)
