"""The figure of use: one small chart for each share, with its limit as a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import plotly.graph_objects as go

from batchdesk.lab.report import palette
from batchdesk.lab.report.axes import Mark, instant, layout, stop_lines, stop_numbers, time_axis
from batchdesk.lab.report.palette import Colour
from batchdesk.lab.report.series import Series
from batchdesk.lab.story.sharing import Split

CHART = 100
LOWEST = 44
GAP = 40
TOP = 56
BOTTOM = 34
SHARING = {
    "reserve": "keeps its nodes to itself",
    "lend": "lends what it does not use",
    "lend_and_borrow": "lends and borrows",
}
LAYERS: tuple[tuple[str, Callable[[Split], Fraction | int], Colour, str], ...] = (
    ("own", lambda part: part.own, palette.OWN, ""),
    ("lent", lambda part: part.lent, palette.LENT, "/"),
    ("idle", lambda part: part.idle, palette.IDLE, ""),
    ("borrowed", lambda part: part.borrowed, palette.BORROWED, ""),
)
"""From the bottom up: own + lent + idle fill the limit, what is borrowed stands on top of it."""


def use_figure(series: Sequence[Series], marks: Sequence[Mark], start: int, end: int) -> go.Figure:
    """Draw all shares one below the other on one time axis."""
    traces: list[go.Scatter] = []
    axes: dict[str, Any] = {}
    titles: list[dict[str, Any]] = []
    tall = [max(step.limit + step.split.borrowed for step in one.steps) for one in series]
    domains, height = _domains(tall)
    for place, (one, highest, domain) in enumerate(zip(series, tall, domains, strict=True)):
        axis = "y" if place == 0 else f"y{place + 1}"
        axes[axis.replace("y", "yaxis")] = _axis(domain, highest)
        traces.extend(_layer(one, axis, *each) for each in LAYERS)
        traces.append(_limit(one, axis))
        titles.append(_title(one, domain[1], mixed=len({s.type for s in series}) > 1))
    whole = layout(
        round(height) + TOP + BOTTOM,
        hovermode="x unified",
        xaxis=time_axis(start, end) | {"anchor": f"y{len(series)}" if len(series) > 1 else "y"},
        shapes=stop_lines(marks),
        annotations=[*titles, *stop_numbers(marks)],
        **axes,
    )
    whole["margin"] = {"l": 30, "r": 10, "t": TOP, "b": BOTTOM}
    return go.Figure(traces, whole | {"template": go.layout.Template()})


def _domains(tall: Sequence[int]) -> tuple[list[list[float]], float]:
    """Where each chart stands and how high all are: a node is equally high in every share."""
    node = CHART * len(tall) / max(1, sum(tall))
    heights = [max(LOWEST, node * highest) for highest in tall]
    whole = sum(heights) + GAP * (len(tall) - 1)
    domains, top = [], whole
    for height in heights:
        domains.append([max(0.0, (top - height) / whole), top / whole])
        top -= height + GAP
    return domains, whole


def _axis(domain: Sequence[float], highest: int) -> dict[str, Any]:
    return {
        "domain": domain,
        "range": [0, highest * 1.06 + 0.02],
        "tickmode": "array",
        "tickvals": _ticks(highest),
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "tickfont": {"color": palette.MUTED.light, "size": 11},
    }


def _ticks(highest: int) -> list[int]:
    step = max(1, -(-highest // 4))
    return list(range(0, highest + 1, step))


def _layer(
    one: Series, axis: str, name: str, amount: Callable[[Split], Any], colour: Colour, hatch: str
) -> go.Scatter:
    return go.Scatter(
        x=[instant(step.at) for step in one.steps],
        y=[float(amount(step.split)) for step in one.steps],
        name=name,
        yaxis=axis,
        mode="lines",
        line={"shape": "hv", "width": 0, "color": colour.light},
        stackgroup=axis,
        fillcolor=colour.light,
        fillpattern={
            "shape": hatch,
            "fgcolor": palette.GROUND.light,
            "bgcolor": colour.light,
            "size": 7,
            "solidity": 0.22,
            "fillmode": "replace",
        },
        hovertemplate="%{y:.3~g}",
    )


def _limit(one: Series, axis: str) -> go.Scatter:
    return go.Scatter(
        x=[instant(step.at) for step in one.steps],
        y=[step.limit for step in one.steps],
        name="limit",
        yaxis=axis,
        mode="lines",
        line={"shape": "hv", "width": 1.5, "dash": "dash", "color": palette.INK.light},
        hovertemplate="%{y}",
    )


def _title(one: Series, y: float, *, mixed: bool) -> dict[str, Any]:
    type_ = f" · {one.type}" if mixed else ""
    words = SHARING.get(one.sharing, one.sharing)
    return {
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": y,
        "xanchor": "left",
        "yanchor": "bottom",
        "yshift": 4,
        "align": "left",
        "showarrow": False,
        "text": f"<b>{one.share}</b>{type_}  "
        f'<span style="color:{palette.MUTED.light}">{words}</span>',
    }
