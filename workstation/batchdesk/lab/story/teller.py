"""Who tells the story: line by line anywhere, with a live table above a terminal's last line."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Protocol, TextIO

from batchdesk.lab.story.columns import WIDTH
from batchdesk.lab.story.sentences import Line
from batchdesk.lab.story.words import clock
from batchdesk.lab.story.world import World

INDENT = " " * 10


class Teller(Protocol):
    """Tells lines as they happen; `close` is called once, also after an interruption."""

    def tell(self, lines: Sequence[Line], world: World, now_ms: int) -> None:
        """Tell what just happened; `world` is as it stands now."""

    def write(self, lines: Sequence[str]) -> None:
        """Write lines as they are."""

    def close(self) -> None:
        """Leave the terminal as it was."""


class SilentTeller:
    """Tells nothing: for output that a program reads."""

    def tell(self, lines: Sequence[Line], world: World, now_ms: int) -> None:
        """Pass over it."""

    def write(self, lines: Sequence[str]) -> None:
        """Pass over it."""

    def close(self) -> None:
        """Nothing was opened."""


class PlainTeller:
    """80 columns, no colour, one line after the other: for pipes, files and NO_COLOR."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def tell(self, lines: Sequence[Line], world: World, now_ms: int) -> None:  # noqa: ARG002 - silent
        """Print each line with its lab time; what the script says stands on its own."""
        for line in lines:
            self.write([*([""] if line.kind == "say" else []), *wrapped(line)])

    def write(self, lines: Sequence[str]) -> None:
        """Print and flush: a reader at the other end of a pipe sees it at once."""
        for line in lines:
            self._out.write(f"{line}\n")
        self._out.flush()

    def close(self) -> None:
        """Nothing was opened."""


def wrapped(line: Line) -> list[str]:
    """A line as rows of at most 80 columns."""
    if line.kind == "say":
        return indented(line.text, 0)
    return indented(line.text, len(INDENT), first=f"{clock(line.at)}  ")


def indented(text: str, columns: int, first: str | None = None) -> list[str]:
    """Text as rows of at most 80 columns, all of them indented; `first` begins the first."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=" " * columns if first is None else first,
        subsequent_indent=" " * columns,
        break_long_words=False,
        break_on_hyphens=False,
    )
