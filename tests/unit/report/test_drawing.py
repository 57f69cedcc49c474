from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from batchdesk.lab.report import palette
from batchdesk.lab.report.bars import Bar, rows_of
from batchdesk.lab.report.jobs_figure import jobs_figure
from batchdesk.lab.report.page import marks_of
from batchdesk.lab.report.series import use_over_time
from batchdesk.lab.report.use_figure import use_figure
from batchdesk.lab.story.facts import Fact
from tests.support.tapes import (
    GPU,
    NINE,
    NO_MACHINES,
    a_whole_run,
    at,
    moved,
    runs,
    stopped,
    submitted,
    three_shares,
)

END = at(230)


def bars(*facts: Fact) -> list[Bar]:
    (row,) = rows_of([*submitted("fold"), *facts], at(60))
    return row.bars


def test_a_share_has_a_step_wherever_its_use_changes_and_one_at_the_end() -> None:
    facts = [*three_shares(), *submitted("a"), *submitted("b"), *runs("a", 1), *runs("b", 2)]
    facts += [*stopped("b", None, 5), moved("a", "SUCCEEDED", 9)]

    series = {one.share: one for one in use_over_time(facts, END)}

    steps = [(step.at, step.split.own, step.split.borrowed) for step in series["research"].steps]
    assert steps == [
        (NINE, 0, 0),
        (at(1), 1, 0),
        (at(2), 1, 1),
        (at(5) + 20_000, 1, 0),
        (at(9), 0, 0),
        (END, 0, 0),
    ]
    assert {one.steps[-1].at for one in series.values()} == {END}


def test_each_share_and_type_is_a_series_of_its_own() -> None:
    series = use_over_time(three_shares(), END)

    assert [(one.share, one.type) for one in series] == [
        ("research", GPU),
        ("product", GPU),
        ("safety", GPU),
    ]


def test_a_lent_node_is_counted_where_it_is_missing() -> None:
    facts = [*three_shares(), *submitted("a"), *submitted("b"), *runs("a", 1), *runs("b", 2)]

    product = {one.share: one for one in use_over_time(facts, END)}["product"]

    assert [step.split.lent for step in product.steps][-1] == Fraction(1)


def test_a_job_waits_starts_runs_and_stops() -> None:
    doing = bars(moved("fold", "RUNNABLE", 1), *runs("fold", 5), *stopped("fold", None, 10))

    assert [(bar.doing, bar.start) for bar in doing] == [
        ("waiting", NINE),
        ("starting", at(5)),
        ("running", at(5.25)),
        ("stopping", at(10)),
        ("waiting", at(10) + 20_000),
    ]
    assert doing[-1].end == at(60)


def test_tries_that_find_no_machine_are_one_bar() -> None:
    facts: list[Fact] = []
    for minute in (1, 6, 11):
        facts.append(moved("fold", "SCHEDULED", minute, "RUNNABLE"))
        facts.append(moved("fold", "RUNNABLE", minute + 0.1, "SCHEDULED", NO_MACHINES))

    doing = bars(*facts, *runs("fold", 16))

    assert [bar.doing for bar in doing] == [
        "waiting",
        "starting",
        "no machines",
        "starting",
        "running",
    ]


def test_a_bar_ends_with_its_job() -> None:
    doing = bars(*runs("fold", 0), moved("fold", "SUCCEEDED", 30, "RUNNING"))

    assert doing[-1].end == at(30)


def test_bars_of_a_job_leave_no_gap() -> None:
    for row in rows_of(a_whole_run(), END):
        for before, after in zip(row.bars, row.bars[1:], strict=False):
            assert before.end == after.start


def figures() -> dict[str, dict[str, Any]]:
    facts = a_whole_run()
    marks = marks_of(facts)
    return {
        "use": use_figure(use_over_time(facts, END), marks, NINE, END).to_dict(),
        "jobs": jobs_figure(rows_of(facts, END), marks, NINE, END).to_dict(),
    }


def colours(value: object) -> set[str]:
    if isinstance(value, str):
        return {value} if value.startswith("#") else set()
    if isinstance(value, dict):
        return set().union(*map(colours, value.values()))
    return set().union(*map(colours, value)) if isinstance(value, list | tuple) else set()


@pytest.mark.parametrize("name", ["use", "jobs"])
def test_every_colour_of_a_figure_has_a_dark_one(name: str) -> None:
    assert colours(figures()[name]) <= set(palette.DARK_OF)


def test_each_share_has_its_limit_as_a_line_and_four_layers() -> None:
    names = [trace["name"] for trace in figures()["use"]["data"]]

    assert names == ["own", "lent", "idle", "borrowed", "limit"] * 3


def test_a_node_is_equally_high_in_every_share() -> None:
    layout = figures()["use"]["layout"]
    axes = [layout[name] for name in ("yaxis", "yaxis2", "yaxis3")]
    heights = [(axis["domain"][1] - axis["domain"][0]) / (axis["range"][1] - 0.02) for axis in axes]

    assert heights == pytest.approx([heights[0]] * 3)


def test_every_stop_is_numbered_in_both_figures() -> None:
    for figure in figures().values():
        texts = [note["text"] for note in figure["layout"]["annotations"]]
        assert [text for text in texts if text in {"<b>1</b>", "<b>2</b>", "<b>3</b>"}] == [
            "<b>1</b>",
            "<b>2</b>",
            "<b>3</b>",
        ]


def test_an_arrow_leads_from_each_stopped_job_to_the_one_it_made_room_for() -> None:
    arrows = [n for n in figures()["jobs"]["layout"]["annotations"] if n.get("showarrow")]

    assert len(arrows) == 3


def test_a_stop_for_nobody_known_has_no_arrow() -> None:
    facts = [*submitted("fold"), *runs("fold", 1), *stopped("fold", None, 9)]

    layout = jobs_figure(rows_of(facts, END), marks_of(facts), NINE, END).to_dict()["layout"]

    assert not [note for note in layout["annotations"] if note.get("showarrow")]


@pytest.mark.parametrize("dark", [False, True])
def test_text_is_readable_on_its_ground(dark: bool) -> None:
    ground = palette.GROUND.dark if dark else palette.GROUND.light
    for colour in (palette.INK, palette.MUTED):
        assert contrast(colour.dark if dark else colour.light, ground) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
def test_what_matters_stands_out_from_its_ground(dark: bool) -> None:
    ground = palette.GROUND.dark if dark else palette.GROUND.light
    names = ("running", "stopping", "no machines")
    for colour in (palette.OWN, *(palette.DOING[name] for name in names)):
        assert contrast(colour.dark if dark else colour.light, ground) >= 3


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio of two colours."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
