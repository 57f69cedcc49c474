"""What both figures share: the time axis, the fonts, the way stops are numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from batchdesk.lab.report import palette
from batchdesk.lab.story.words import moment

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"
MARGIN_MS = 60_000


@dataclass(frozen=True)
class Mark:
    """One stop on the time axis; `number` is its place in the page's list."""

    number: int
    at: int
    job: str
    for_job: str | None


def instant(at_ms: int) -> str:
    """Epoch milliseconds as plotly reads them, UTC."""
    return f"{moment(at_ms):%Y-%m-%d %H:%M:%S}.{at_ms % 1000:03d}"


def time_axis(start: int, end: int) -> dict[str, Any]:
    """The time axis from start to end, with a little room at both ends."""
    room = max(MARGIN_MS, (end - start) // 80)
    return {
        "type": "date",
        "range": [instant(start - room), instant(end + room)],
        "showgrid": True,
        "gridcolor": palette.LINE.light,
        "zeroline": False,
        "tickformat": "%H:%M",
        "nticks": 9,
        "ticks": "",
        "ticklabelstandoff": 6,
        "fixedrange": False,
        "tickfont": {"color": palette.MUTED.light},
    }


def layout(height: int, **more: Any) -> dict[str, Any]:
    """A figure's layout without plotly's own ground and colours."""
    base: dict[str, Any] = {
        "height": height,
        "margin": {"l": 34, "r": 10, "t": 34, "b": 34},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": FONT, "size": 13, "color": palette.INK.light},
        "hoverlabel": {
            "bgcolor": palette.GROUND.light,
            "bordercolor": palette.LINE.light,
            "font": {"family": FONT, "color": palette.INK.light},
            "align": "left",
        },
        "showlegend": False,
        "dragmode": False,
    }
    return base | more


def stop_lines(marks: Sequence[Mark]) -> list[dict[str, Any]]:
    """A thin line at each stop, through the whole figure."""
    return [
        {
            "type": "line",
            "xref": "x",
            "yref": "paper",
            "x0": instant(mark.at),
            "x1": instant(mark.at),
            "y0": 0,
            "y1": 1,
            "line": {"color": palette.STOP.light, "width": 1, "dash": "dot"},
            "layer": "above",
        }
        for mark in marks
    ]


def stop_numbers(marks: Sequence[Mark]) -> list[dict[str, Any]]:
    """Each stop's number above its line."""
    return [
        {
            "xref": "x",
            "yref": "paper",
            "x": instant(mark.at),
            "y": 1,
            "yanchor": "bottom",
            "yshift": 30,
            "text": f"<b>{mark.number}</b>",
            "showarrow": False,
            "font": {"size": 12, "color": palette.GROUND.light},
            "bgcolor": palette.STOP.light,
            "bordercolor": palette.STOP.light,
            "borderpad": 2,
        }
        for mark in marks
    ]
