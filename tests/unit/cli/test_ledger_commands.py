"""`batchdesk ledger list|show` on the file that a lab leaves behind."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from batchdesk.cli.ledger_source import FileSource
from batchdesk.cli.ledger_table import length
from batchdesk.cli.ledger_times import span
from batchdesk.cli.main import run
from batchshares.domain.record import Record
from batchshares.domain.selection import reference_of
from tests.support.ledger_desk import in_memory
from tests.support.ledger_events import attempt, completed, described, started, training_arn

Capture = pytest.CaptureFixture[str]
JOBS = {"protein-lm-small": "omar", "ligand-screen-b": "ines", "twin": "juno"}


def records() -> list[Record]:
    """Three stops of research, twenty minutes apart, and one of a job nobody knows."""
    recorder = in_memory()
    for place, (name, owner) in enumerate(JOBS.items()):
        begin = place * 1200
        job_id = f"0000000{place}-aaaa-bbbb-cccc-dddddddddddd"
        job = described(job_id=job_id, owner=owner, started_at=begin, jobName=name)
        recorder.batch.jobs[job_id] = job
        window = [attempt(job_id=job_id, started=begin, stopped=begin + 140)]
        status = "FAILED" if place == 1 else "RUNNABLE"
        recorder.take(
            started(begin + 120, job_id=job_id),
            completed(begin + 143, job_id=job_id, attempts=window, status=status),
        )
    recorder.take(started(9000, job_id="nobody-knows", reason=None))
    return recorder.records()


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("lab") / "ledger.json"
    file.write_text(json.dumps(records()), "utf-8")
    return file


def listed(ledger: Path, capsys: Capture, *options: str) -> list[Any]:
    assert run(["ledger", "list", "--file", str(ledger), "--format", "json", *options]) == 0
    rows: list[Any] = json.loads(capsys.readouterr().out)
    return rows


def refusal(capsys: Capture, code: int, *arguments: str) -> str:
    """Run it, expect the exit code and one line on stderr, and return the line."""
    assert run(["ledger", *arguments]) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    (line,) = shown.err.splitlines()
    assert line.startswith("batchdesk: ")
    return line


def test_the_table_fits_80_columns_newest_first(ledger: Path, capsys: Capture) -> None:
    assert run(["ledger", "list", "--file", str(ledger)]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["WHEN", "(UTC)", "JOB", "SHARE", "CAUSE", "OUTCOME", "RAN"]
    assert lines[1].split() == [
        "2026-12-01",
        "11:30",
        "nobody-knows",
        "?",
        "unknown",
        "stopping",
        "?",
    ]
    assert lines[3].split() == [
        "2026-12-01",
        "09:22",
        "ligand-screen-b",
        "research",
        "cross-share",
        "ended",
        "2m20s",
    ]
    assert max(map(len, lines)) < 80


def test_json_is_the_records_themselves(ledger: Path, capsys: Capture) -> None:
    assert listed(ledger, capsys) == records()


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--owner", "ines"], ["ligand-screen-b"]),
        (["--team", "research"], ["twin", "ligand-screen-b", "protein-lm-small"]),
        (["--share", "research"], ["twin", "ligand-screen-b", "protein-lm-small"]),
        (["--share", "training/research"], ["twin", "ligand-screen-b", "protein-lm-small"]),
        (["--share", "other/research"], []),
        (["--outcome", "failed"], ["ligand-screen-b"]),
        (["--outcome", "in_progress"], [None]),
        (["--cause", "cross_share"], ["twin", "ligand-screen-b", "protein-lm-small"]),
        (["--since", "2026-12-01T09:22Z", "--until", "2026-12-01T09:42Z"], ["ligand-screen-b"]),
        (["--since", "2026-12-01T10:30+01:00"], [None, "twin"]),
        (["--since", "2026-12-02"], []),
        (["--job", "twin"], ["twin"]),
        (["--job", "nobody-knows"], [None]),
        (["--job", training_arn(1, "00000001-aaaa-bbbb-cccc-dddddddddddd")], ["ligand-screen-b"]),
        (["--job", "arn:aws:batch:us-west-2:123456789012:service-job/nobody-knows"], [None]),
    ],
)
def test_filters_select(
    ledger: Path, capsys: Capture, options: list[str], names: list[str | None]
) -> None:
    assert [row["job_name"] for row in listed(ledger, capsys, *options)] == names


def test_a_reference_from_a_message_finds_its_stop(ledger: Path, capsys: Capture) -> None:
    newest = records()[1]
    word = reference_of(newest)

    assert word.startswith("1201-")
    assert listed(ledger, capsys, "--job", word) == [newest]


def test_a_jobs_story_is_told_in_order(ledger: Path, capsys: Capture) -> None:
    assert run(["ledger", "show", "ligand-screen-b", "--file", str(ledger)]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ligand-screen-b · ines · share research · 1 x ml.g5.xlarge · prio 2"
    assert lines[3] == "WHEN (UTC)"
    assert lines[4].startswith("2026-12-01 09:22:00  stopped after 2m20s: another share took")
    assert lines[-1] == "2026-12-01 09:22:23  ended: 3 returns allowed"
    assert max(map(len, lines)) < 80


def test_several_jobs_of_one_name_are_listed_by_id(tmp_path: Path, capsys: Capture) -> None:
    twins = [{**record, "job_name": "twin"} for record in records()]
    file = tmp_path / "ledger.json"
    file.write_text(json.dumps(twins), "utf-8")

    assert run(["ledger", "show", "twin", "--file", str(file)]) == 0

    out = capsys.readouterr().out
    assert out.startswith("4 jobs are called twin. Name one by its id:")
    assert all(record["job_id"] in out for record in twins)


def test_nothing_found_is_said(ledger: Path, capsys: Capture) -> None:
    assert run(["ledger", "list", "--file", str(ledger), "--owner", "nobody"]) == 0
    assert capsys.readouterr().out == f"Nothing in {ledger} for these filters.\n"
    line = refusal(capsys, 1, "show", "nobody", "--file", str(ledger))
    assert line == f"batchdesk: no stop of nobody in {ledger}"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["list", "--since", "soon"], 2, "--since 'soon' is no time: use 2026-12-01"),
        (["list", "--since", "2d", "--until", "3d"], 2, "--until 3d is not after --since 2d"),
        (["list", "--kind", "blocked"], 2, "a file holds stops only"),
        (["list", "--kind", "blocked", "--cause", "unknown"], 2, "be selected by --cause: leave"),
        (["list", "--kind", "blocked", "--owner", "mira"], 2, "be selected by --owner: leave"),
        (["list", "--kind", "priority", "--owner", "mira"], 2, "be selected by --owner: leave"),
        (
            ["list", "--kind", "priority", "--team", "a", "--share", "b", "--outcome", "failed"],
            2,
            "--kind priority cannot be selected by --team, --share, --outcome: leave that out",
        ),
        (["list", "--cause", "anger"], 2, "'anger' is not one of"),
        (["list", "--table", "x"], 2, "give one of them"),
        (["show"], 2, "Missing argument"),
    ],
)
def test_a_wrong_call_says_what_is_allowed(
    ledger: Path, capsys: Capture, arguments: list[str], code: int, words: str
) -> None:
    assert words in refusal(capsys, code, *arguments, "--file", str(ledger))


@pytest.mark.parametrize("text", ["not json", "{}", "[1]", '[{"a": 1}]'])
def test_a_file_that_is_no_ledger_says_so(tmp_path: Path, capsys: Capture, text: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, "utf-8")

    assert "give a ledger.json" in refusal(capsys, 1, "list", "--file", str(file))


def test_a_missing_file_says_so(capsys: Capture) -> None:
    line = refusal(capsys, 1, "list", "--file", "/nowhere/ledger.json")
    assert line == "batchdesk: /nowhere/ledger.json: No such file or directory: give a ledger.json"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, "?"), (0, "0s"), (59, "59s"), (140, "2m20s"), (3600, "1h00m"), (90061, "25h01m")],
)
def test_durations_are_short(seconds: int | None, text: str) -> None:
    assert length(seconds) == text


def test_a_file_is_read_as_a_whole_unless_times_are_given() -> None:
    assert span(None, None, FileSource("x", [])) == (None, None)


@pytest.mark.parametrize(
    "change",
    [
        {"first_seen_at": "yesterday"},
        {"preemption_started_at": 5},
        {"job_id": ["a"]},
        {"run_seconds": "long"},
        {"preemptor": {}},
        {"preemptor": "ranker"},
        {"instances": [1]},
    ],
    ids=str,
)
def test_a_record_of_another_shape_is_refused(
    change: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "ledger.json"
    file.write_text(json.dumps([{**records()[0], **change}]), "utf-8")

    assert "holds no ledger records" in refusal(capsys, 1, "list", "--file", str(file))


def test_a_record_that_lacks_its_times_is_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "ledger.json"
    file.write_text('[{"occurrence_id": "a", "job_id": "b"}]', "utf-8")

    assert "holds no ledger records" in refusal(capsys, 1, "show", "b", "--file", str(file))


def test_json_nested_without_end_is_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "ledger.json"
    file.write_text("[" * 100_000, "utf-8")

    assert "nested too deeply" in refusal(capsys, 1, "list", "--file", str(file))


def test_a_time_before_the_calendar_is_a_usage_error(ledger: Path, capsys: Capture) -> None:
    since = "0001-01-01T00:00:00+14:00"

    assert "is no time" in refusal(capsys, 2, "list", "--file", str(ledger), "--since", since)


@dataclass(frozen=True)
class Table:
    """A ledger that is walked day by day."""

    ahead: timedelta | None = timedelta(days=1)


@pytest.mark.parametrize(
    ("since", "until"),
    [("0001-01-01", None), (None, "0001-01-05"), ("9999-12-31", None), (None, "9999-12-31")],
)
def test_a_walk_over_a_table_stays_within_ten_years_of_today(
    since: str | None, until: str | None
) -> None:
    begin, end = span(since, until, Table())

    assert begin
    assert end
    assert begin >= datetime.now(UTC) - timedelta(days=3651)
    assert end <= datetime.now(UTC) + timedelta(days=3651)
