"""The built-in scenario, played twice by the command as a person plays it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import batchdesk
from tests.support.once import once

STOPS = [
    {
        "job_name": "ligand-screen-b",
        "owner": "omar",
        "share": "research",
        "team": "research",
        "cause": "cross_share",
        "outcome": "requeued",
        "run_seconds": 1205,
        "preemptor": "ranker-nightly",
        "preemption_started_at": "2026-12-01T09:20:01Z",
    },
    {
        "job_name": "protein-fold-large",
        "owner": "ines",
        "share": "research",
        "team": "research",
        "cause": "in_share",
        "outcome": "requeued",
        "run_seconds": 2104,
        "preemptor": "pocket-ablation-7",
        "preemption_started_at": "2026-12-01T09:35:00Z",
    },
    {
        "job_name": "structure-eval-quick",
        "owner": "juno",
        "share": "research",
        "team": "research",
        "cause": "cross_share",
        "outcome": "failed",
        "run_seconds": 1170,
        "preemptor": "ranker-hotfix",
        "preemption_started_at": "2026-12-01T10:15:01Z",
    },
]


def play(folder: Path) -> None:
    told = batchdesk("lab", "run", "--out", folder / "told")
    (folder / "code").write_text(str(told.code))
    (folder / "story.txt").write_text(told.out)
    (folder / "progress.txt").write_text(told.err)
    again = batchdesk("lab", "run", "--out", folder / "again", "--format", "json")
    (folder / "code-again").write_text(str(again.code))
    (folder / "outcome.json").write_text(again.out)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return once(tmp_path_factory, "three-shares", play)


@pytest.fixture(scope="module")
def ledger(played: Path) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads((played / "told" / "ledger.json").read_text())
    return records


def test_it_comes_out_as_expected(played: Path) -> None:
    story = (played / "story.txt").read_text()

    assert (played / "code").read_text() == "0", story
    assert "Came out as expected: all " in story


def test_the_ledger_holds_exactly_the_stops_of_the_story(ledger: list[dict[str, Any]]) -> None:
    oldest_first = [
        {name: record[name] for name in STOPS[0]} | {"preemptor": record["preemptor"]["job_name"]}
        for record in reversed(ledger)
    ]

    assert oldest_first == STOPS


def test_the_ledger_knows_when_the_stopped_jobs_ran_again(ledger: list[dict[str, Any]]) -> None:
    again = {record["job_name"]: record["restarted_at"] is not None for record in ledger}

    assert again == {
        "structure-eval-quick": False,
        "protein-fold-large": True,
        "ligand-screen-b": True,
    }


def test_two_runs_leave_the_same_bytes(played: Path) -> None:
    for name in ("ledger.json", "slack.json", "report.html"):
        told, again = (played / run / name for run in ("told", "again"))
        assert told.read_bytes() == again.read_bytes(), name


def test_the_outcome_for_programs_says_the_same(played: Path, ledger: list[dict[str, Any]]) -> None:
    outcome = json.loads((played / "outcome.json").read_text())

    assert (played / "code-again").read_text() == "0"
    assert outcome["as_expected"] is True
    assert outcome["stops"] == ledger
    assert outcome["shares"]["research"]["stops"] == 3
    assert outcome["shares"]["research"]["borrowed"] == outcome["shares"]["product"]["lent"] > 0


def test_the_ledger_agrees_stop_by_stop_with_what_the_local_aws_did(played: Path) -> None:
    outcome = json.loads((played / "outcome.json").read_text())
    told = [check["what"] for check in outcome["expectations"]]

    assert sum(what.startswith("the ledger knows the stop of") for what in told) == 3
    assert "nothing is in use at the end" in told


def test_the_story_is_told_in_plain_words_on_80_columns(played: Path) -> None:
    lines = (played / "story.txt").read_text().split("LEDGER")[0].splitlines()
    words = set(" ".join(lines).split())

    assert max(map(len, lines)) <= 80
    assert words.isdisjoint({"RUNNABLE", "SCHEDULED", "FAILED", "SUBMITTED", "occurrence"})
    assert "\x1b" not in "".join(lines)


def test_the_story_tells_every_turn_in_order(played: Path) -> None:
    story = " ".join((played / "story.txt").read_text().split())
    turns = [
        "protein-fold-large gets 1 node of research's own",
        "ligand-screen-b gets 1 node that product lends",
        "pocket-ablation-7 waits: research may borrow, but no node is lent now (safety does not",
        "ligand-screen-b is stopped after 20 min: product needs its node again",
        "ligand-screen-b is back in the queue (1st stop)",
        "pocket-ablation-7 is raised from priority 1 to 4",
        "protein-fold-large is stopped after 35 min: pocket-ablation-7 of its own share has",
        "structure-eval-quick gets 1 node that product lends",
        "structure-eval-quick has ended for good: it may not come back after a stop",
        "AWS has no machine for protein-fold-large",
        "protein-fold-large has a machine after",
        "ranker-70b-wide can never start: it asks for 2 nodes, product may use 1 node",
        "ranker-70b-wide has ended without ever running",
        "protein-fold-large is done after 1 h 30 min",
        "LEDGER 3 stops",
        "Came out as expected",
        "report.html",
    ]
    places = [story.find(turn) for turn in turns]

    assert -1 not in places, turns[places.index(-1)]
    assert places == sorted(places)


def test_progress_goes_beside_the_story(played: Path) -> None:
    assert "creating the stack" in (played / "progress.txt").read_text()
    assert "creating the stack" not in (played / "story.txt").read_text()


def test_the_report_needs_no_network(played: Path) -> None:
    page = (played / "told" / "report.html").read_text()
    own = re.sub(r"<script>.*?</script>", "", page, flags=re.S)

    assert "plotly.js v" in page
    assert not re.search(r'(src|href)="(?!data:,)', own)
    assert "The 3 stops, explained" in own


def test_nothing_was_sent_to_slack(played: Path) -> None:
    assert json.loads((played / "told" / "slack.json").read_text()) == []
