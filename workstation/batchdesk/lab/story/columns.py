"""Tables for a terminal of 80 columns, without colour: capitals on top, numbers to the right."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 80
GAP = "  "


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: str = "") -> list[str]:
    """Lay out rows under their heads; `numbers` names the heads of columns set to the right.

    The widest column gives way, down to 8 characters, until the lines fit 80 columns.
    """
    widths = [max(len(line[i]) for line in (heads, *rows)) for i in range(len(heads))]
    over = sum(widths) + len(GAP) * (len(widths) - 1) - WIDTH
    while over > 0 and max(widths) > 8:
        widest = widths.index(max(widths))
        widths[widest] -= 1
        over -= 1
    right = [head in numbers.split() for head in heads]
    return [_line(line, widths, right) for line in (heads, *rows)]


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    placed = [
        text.rjust(width) if to_right else text.ljust(width)
        for text, width, to_right in zip(map(_cut, cells, widths), widths, right, strict=True)
    ]
    return GAP.join(placed).rstrip()


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
