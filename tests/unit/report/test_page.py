from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import groupby
from typing import Any

import pytest

from batchdesk.lab.report.page import Run, page
from batchdesk.lab.report.told import fate, ran, to_do, what_next, why
from batchdesk.lab.scenario.judge import Check
from batchdesk.lab.story.chronicle import Chronicle
from batchdesk.lab.story.facts import Fact, Submitted
from batchdesk.lab.story.teller import SilentTeller
from batchdesk.lab.story.words import moment
from tests.support.tapes import a_whole_run, its_records, record, three_shares

VOID = {"meta", "link", "br"}


def run(facts: list[Fact] | None = None, **changed: Any) -> Run:
    chronicle = Chronicle(SilentTeller())
    for when, instant in groupby(facts or a_whole_run(), key=lambda fact: fact.at):
        chronicle.watch(list(instant), moment(when))
    usual = Run(
        title="Three teams",
        source="three-shares.yaml",
        start=chronicle.begin,
        end=chronicle.end,
        facts=chronicle.facts,
        lines=chronicle.lines,
        records=its_records(),
        totals=chronicle.totals,
        checks=[Check("stop 1: ligand-screen")],
    )
    return replace(usual, **changed)


def body(html: str) -> str:
    """The page without plotly.js."""
    return re.sub(r"<script>.*?</script>", "", html, flags=re.S)


class Reader(HTMLParser):
    """Collects text and checks that every element is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def shown(changed: Run) -> str:
    return " ".join(" ".join(Reader(body(page(changed))).texts).split())


def test_the_page_is_well_formed_and_needs_nothing_from_outside() -> None:
    reader = Reader(body(page(run())))

    assert reader.open == []
    assert reader.links == ["data:,"]


def test_the_same_run_gives_the_same_bytes() -> None:
    assert page(run()) == page(run())


def test_plotly_is_inside() -> None:
    assert "plotly.js v" in page(run())


def test_each_stop_is_explained() -> None:
    text = shown(run())

    assert "ligand-screen was stopped and is running again since 11:11" in text
    assert "quick-eval was stopped and has ended" in text
    assert "product needed its own nodes again; research had borrowed them." in text
    assert "It may not come back after a stop, as its owner set. Batch ended it." in text


def test_the_blocked_job_says_why_and_what_became_of_it() -> None:
    text = shown(run())

    assert "ranker-wide could never start" in text
    assert "It asks for 2 nodes, product may use 1 node and does not borrow." in text
    assert "Ended at 11:40: Terminated by user." in text
    assert "Batch says: MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED" in text


def test_a_run_without_blocked_jobs_has_no_such_part() -> None:
    assert "Could never start" not in shown(run(three_shares(), records=[]))


def test_a_quiet_run_has_a_page_too() -> None:
    assert "Nobody had to make room." in shown(run(three_shares(), records=[], checks=[]))


def test_what_differs_stands_on_top() -> None:
    checks = [Check("stop 1: fold", "expected a stop, got none"), Check("no blocks")]

    assert "1 of 2 expectations differ: stop 1: fold: expected a stop, got none" in shown(
        run(checks=checks)
    )


def test_an_interrupted_run_says_so() -> None:
    assert "The run was interrupted" in shown(run(whole=False))


def test_a_stop_that_the_ledger_missed_is_admitted() -> None:
    assert "The ledger has no record of this stop." in shown(run(records=its_records()[1:]))


def test_names_cannot_become_markup() -> None:
    facts = [
        replace(fact, owner='<img src=x onerror="alert(1)">', name="</script><b>x")
        if isinstance(fact, Submitted)
        else fact
        for fact in a_whole_run()
    ]
    html = page(run(facts, title="<script>alert(1)</script>"))

    assert "<img" not in html
    assert "<script>alert" not in html
    assert html.count("</script>") == page(run()).count("</script>")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {},
            "product needed its own nodes again; research had borrowed them. "
            "Most likely for ranker-nightly.",
        ),
        (
            {"preemptor": None},
            "The owner needed its own nodes again; research had borrowed them. "
            "For whom is not known.",
        ),
        (
            {"cause": "in_share"},
            "A job of its own share has a higher priority: most likely ranker-nightly.",
        ),
        (
            {"cause": "in_share", "preemptor": None},
            "A job of its own share has a higher priority; which one is not known.",
        ),
        ({"cause": "limit_lowered"}, "The limit of research was lowered."),
        (
            {"cause": "unknown", "reason": "Preempted by service", "preemptor": None},
            'Batch gave no reason we know. Its words: "Preempted by service".',
        ),
    ],
)
def test_a_stop_says_why_and_what_is_only_likely(changed: dict[str, Any], said: str) -> None:
    assert why(record("fold", **changed)) == said


def test_a_preemptor_that_batch_named_is_no_guess() -> None:
    named = record("fold")["preemptor"] | {"basis": "named"}

    assert why(record("fold", preemptor=named)).endswith("For ranker-nightly.")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "Back in the queue with its old place; not started again yet."),
        (
            {"restarted_at": "2026-12-01T11:11:15Z"},
            "Running again since 11:11, after 1 h 51 min in the queue.",
        ),
        (
            {"outcome": "failed", "preemption_retries": 3},
            "It may come back 3 times, as its owner set. Batch ended it.",
        ),
        ({"outcome": "in_progress"}, "Not known yet."),
    ],
)
def test_a_stop_says_what_happened_next(changed: dict[str, Any], said: str) -> None:
    assert what_next(record("fold", **changed)) == said


def test_what_was_run_is_told_in_node_hours_or_not_at_all() -> None:
    assert ran(record("fold", run_seconds=5400, instances={"a": 2, "b": 2})) == (
        "1 h 30 min on 4 nodes = 6.0 node-hours"
    )
    assert ran(record("fold", run_seconds=None)) is None


def test_only_an_ended_job_needs_its_owner() -> None:
    assert to_do(record("fold")) == "Nothing to do."
    assert to_do(record("fold", outcome="failed")) == "To run it again, submit it again."
    assert fate(record("fold", outcome="averted")) == "was to be stopped, and was not"
