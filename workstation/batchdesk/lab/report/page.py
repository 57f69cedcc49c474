"""The page: everything about one run in a single file, the same bytes for the same run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Any

from batchdesk.lab.report import palette, sections
from batchdesk.lab.report.axes import Mark
from batchdesk.lab.report.bars import rows_of
from batchdesk.lab.report.jobs_figure import jobs_figure
from batchdesk.lab.report.markup import swatches, text
from batchdesk.lab.report.series import use_over_time
from batchdesk.lab.report.use_figure import LAYERS, use_figure
from batchdesk.lab.scenario.judge import Check
from batchdesk.lab.story.facts import Fact, Stopped, Submitted
from batchdesk.lab.story.sentences import Line
from batchdesk.lab.story.totals import Total
from batchdesk.lab.story.words import clock, day

INTERRUPTED = "The run was interrupted: this is what had happened so far."


@dataclass(frozen=True)
class Run:
    """All that a report is about. `records` are the ledger's, newest first; times epoch ms."""

    title: str
    source: str
    start: int
    end: int
    facts: Sequence[Fact]
    lines: Sequence[Line]
    records: Sequence[Mapping[str, Any]]
    totals: Mapping[str, Total]
    checks: Sequence[Check]
    whole: bool = True


def page(run: Run) -> str:
    """Render a run as HTML that needs no network."""
    marks = marks_of(run.facts)
    ids = {fact.name: fact.job for fact in run.facts if isinstance(fact, Submitted)}
    figures = {
        "use": use_figure(use_over_time(run.facts, run.end), marks, run.start, run.end),
        "jobs": jobs_figure(rows_of(run.facts, run.end), marks, run.start, run.end),
    }
    data = {
        "dark_of": palette.DARK_OF,
        "figures": {name: json.loads(figure.to_json()) for name, figure in figures.items()},
    }
    differs = [check for check in run.checks if check.differs]
    return Template(_static("page.html")).substitute(
        title=text(run.title),
        about=text(f"{day(run.start)}, {clock(run.start)[:5]} to {clock(run.end)[:5]} UTC"),
        style=_static("page.css"),
        script=_static("page.js"),
        plotly=_plotly(),
        data=_json(data),
        verdict=sections.verdict(run.checks) if run.whole else INTERRUPTED,
        verdict_kind="differs" if differs or not run.whole else "held",
        tiles=sections.tiles(run.facts, run.totals),
        use_legend=_use_legend(),
        use_label=text(sections.use_in_words(run.totals)),
        jobs_legend=swatches(palette.DOING.items()),
        jobs_label=text(f"Bars for {len(ids)} jobs; the stops are told below."),
        stops_title=text(sections.stops_title(len(marks))),
        stops=sections.stop_cards(marks, run.facts, run.records),
        blocked=sections.blocked(run.facts),
        figures=sections.figures(run.totals),
        ledger=sections.ledger(run.records),
        records=text(json.dumps(list(run.records), indent=1, ensure_ascii=False)),
        story=sections.story(run.lines),
        story_summary=text(f"The whole story in {len(run.lines)} sentences"),
        checks=sections.checks(run.checks),
        checks_summary=text(f"All {len(run.checks)} expectations"),
        checks_open=" open" if differs else "",
        footer=text(f"From {run.source}. Times are UTC, in lab time; nothing here ran on AWS."),
    )


def marks_of(facts: Sequence[Fact]) -> list[Mark]:
    """The stops, numbered as they began."""
    stops = (fact for fact in facts if isinstance(fact, Stopped))
    return [Mark(n, stop.at, stop.job, stop.for_job) for n, stop in enumerate(stops, 1)]


def _use_legend() -> str:
    entries = swatches((name, colour) for name, _, colour, _ in LAYERS)
    return f'{entries}<li><i class="line"></i>limit</li>'


def _static(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text("utf-8")


def _plotly() -> str:
    from plotly.offline import get_plotlyjs

    return str(get_plotlyjs())


def _json(data: Mapping[str, Any]) -> str:
    """JSON that cannot close the script element it stands in."""
    return json.dumps(data, sort_keys=True, separators=(",", ":")).replace("</", "<\\/")
