"""The figure of jobs: one row each, coloured by what it did, with an arrow for each stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from batchdesk.lab.report import palette
from batchdesk.lab.report.axes import Mark, instant, layout, time_axis
from batchdesk.lab.report.bars import Bar, Row
from batchdesk.lab.report.markup import text
from batchdesk.lab.story.words import clock, nodes, span

ROW = 50
BAR = 0.36
HATCH = {"waiting": "/", "no machines": "x", "never": "x"}
ENDS = {"SUCCEEDED": "done", "FAILED": "ended"}


def jobs_figure(rows: Sequence[Row], marks: Sequence[Mark], start: int, end: int) -> go.Figure:
    """Draw the jobs from the first submitted at the top downwards."""
    places = {row.job.job: len(rows) - 1 - place for place, row in enumerate(rows)}
    whole = layout(
        len(rows) * ROW + 60,
        barmode="overlay",
        hovermode="closest",
        xaxis=time_axis(start, end),
        yaxis={
            "range": [-0.5, len(rows) - 0.3],
            "showticklabels": False,
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
        },
        annotations=[
            *(_label(row, places[row.job.job], start, end) for row in rows),
            *(arrow for mark in marks for arrow in _arrow(mark, places)),
            *(_number(mark, places) for mark in marks if mark.job in places),
        ],
    )
    whole["margin"] = {"l": 30, "r": 10, "t": 6, "b": 34}
    traces = [_doing(rows, places, doing) for doing in palette.DOING]
    return go.Figure(traces, whole | {"template": go.layout.Template()})


def _doing(rows: Sequence[Row], places: dict[str, int], doing: str) -> go.Bar:
    found = [(row, bar) for row in rows for bar in row.bars if bar.doing == doing]
    colour = palette.DOING[doing].light
    return go.Bar(
        name=doing,
        orientation="h",
        base=[instant(bar.start) for _, bar in found],
        x=[bar.end - bar.start for _, bar in found],
        y=[places[row.job.job] - 0.14 for row, _ in found],
        width=BAR,
        marker={
            "color": colour,
            "line": {"width": 0},
            "pattern": {
                "shape": HATCH.get(doing, ""),
                "fgcolor": palette.GROUND.light,
                "bgcolor": colour,
                "size": 7,
                "solidity": 0.2,
                "fillmode": "replace",
            },
        },
        customdata=[_told(row, bar) for row, bar in found],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _told(row: Row, bar: Bar) -> str:
    length = span(bar.end - bar.start)
    hours = f"{clock(bar.start)} to {clock(bar.end)}"
    return f"<b>{text(row.job.name)}</b><br>{bar.doing} {length}<br>{hours}"


def _label(row: Row, place: int, start: int, end: int) -> dict[str, Any]:
    """Name above the bar: at its start, or right-aligned where it starts late."""
    begin = row.bars[0].start if row.bars else start
    late = begin - start > (end - start) * 0.55
    job = row.job
    about = [job.share, *([job.owner] if job.owner else []), nodes(sum(job.instances.values()))]
    finish = row.bars[-1].end if row.bars else end
    ending = f" · {ENDS[row.ended]} {clock(finish)[:5]}" if row.ended in ENDS else ""
    return {
        "xref": "x",
        "yref": "y",
        "x": instant(max(finish, begin) if late else begin),
        "y": place + 0.02,
        "xanchor": "right" if late else "left",
        "yanchor": "bottom",
        "xshift": 0,
        "yshift": 3,
        "align": "left",
        "showarrow": False,
        "text": f"<b>{text(job.name)}</b> "
        f'<span style="color:{palette.MUTED.light}">{text(" · ".join(about))}{ending}</span>',
        "font": {"size": 12.5},
    }


def _arrow(mark: Mark, places: dict[str, int]) -> list[dict[str, Any]]:
    if mark.job not in places or mark.for_job not in places:
        return []
    low, high = places[mark.job] - 0.14, places[mark.for_job] - 0.14
    down = high < low
    return [
        {
            "xref": "x",
            "yref": "y",
            "axref": "x",
            "ayref": "y",
            "x": instant(mark.at),
            "y": high + (BAR / 2 if down else -BAR / 2),
            "ax": instant(mark.at),
            "ay": low,
            "text": "",
            "showarrow": True,
            "arrowhead": 2,
            "arrowsize": 1,
            "arrowwidth": 1.5,
            "arrowcolor": palette.STOP.light,
        }
    ]


def _number(mark: Mark, places: dict[str, int]) -> dict[str, Any]:
    return {
        "xref": "x",
        "yref": "y",
        "x": instant(mark.at),
        "y": places[mark.job] - 0.14,
        "text": f"<b>{mark.number}</b>",
        "showarrow": False,
        "font": {"size": 12, "color": palette.GROUND.light},
        "bgcolor": palette.STOP.light,
        "bordercolor": palette.STOP.light,
        "borderpad": 2,
    }
