"""Small pieces of HTML. Every value from outside goes through `text`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from batchdesk.lab.report.palette import Colour


def text(value: object) -> str:
    """A value as text that cannot become markup."""
    return escape(str(value), quote=True)


def swatches(entries: Iterable[tuple[str, Colour]]) -> str:
    """Legend entries: a coloured patch and its meaning."""
    return "".join(_swatch(name, colour.light) for name, colour in entries)


def table(
    caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str] = ()
) -> str:
    """A table whose first column names the row; `numbers` are heads of columns set right."""
    kinds = [' class="n"' if head in numbers else "" for head in heads]
    top = "".join(
        f'<th scope="col"{kind}>{text(head)}</th>' for head, kind in zip(heads, kinds, strict=True)
    )
    body = "".join(_row(row, kinds) for row in rows)
    return (
        f'<div class="scroll" tabindex="0"><table><caption>{text(caption)}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def facts(pairs: Iterable[tuple[str, str | None]]) -> str:
    """Named sentences, those without a sentence left out."""
    rows = "".join(f"<dt>{text(name)}</dt><dd>{text(said)}</dd>" for name, said in pairs if said)
    return f"<dl>{rows}</dl>"


def _swatch(name: str, colour: str) -> str:
    patch = f'<i data-colour="{colour}" style="background:{colour}"></i>'
    return f"<li>{patch}{text(name)}</li>"


def _row(cells: Sequence[str], kinds: Sequence[str]) -> str:
    first, *rest = cells
    others = "".join(
        f"<td{kind}>{text(cell)}</td>" for cell, kind in zip(rest, kinds[1:], strict=True)
    )
    kind = ' class="sum"' if first == "all" else ""
    return f'<tr{kind}><th scope="row"{kinds[0]}>{text(first)}</th>{others}</tr>'
