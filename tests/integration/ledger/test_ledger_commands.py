"""`batchdesk ledger` on the stack's own table: how it is found and what it says otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import boto3
import pytest

from batchdesk.cli.main import run
from tests.support.ledger_desk import Recorder
from tests.support.ledger_events import (
    JOB_ID,
    attempt,
    blocked,
    completed,
    described,
    started,
    state,
    training_arn,
)
from tests.support.ledger_table import REGION, TABLE

Capture = pytest.CaptureFixture[str]
SINCE = ("--since", "2026-11-30", "--until", "2026-12-03")
REASON = "MISCONFIGURATION:QUOTA_MANAGEMENT_LIMIT_EXCEEDED - Job requirements exceed limits."


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A shell with dummy keys in a folder without samconfig.toml."""
    monkeypatch.chdir(tmp_path)
    for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL", "AWS_DEFAULT_REGION", "BATCHDESK_STACK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_REGION", REGION)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "x")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "x")


@pytest.fixture
def told(recorder: Recorder) -> Recorder:
    """A stack named batchdesk whose ledger knows one stopped job and one blocked one."""
    outputs = {
        name: {"Value": value}
        for name, value in [("LedgerTable", TABLE), ("QueueArns", "arn:none")]
    }
    body = {"Resources": {"Q": {"Type": "AWS::SQS::Queue"}}, "Outputs": outputs}
    cloudformation = boto3.client("cloudformation", region_name=REGION)
    cloudformation.create_stack(StackName="batchdesk", TemplateBody=json.dumps(body))
    recorder.batch.jobs[JOB_ID] = described()
    recorder.take(
        state("RUNNING", 0, latest=1, started_at=0),
        started(120),
        completed(143),
        state("RUNNABLE", 143, preempted=[attempt()]),
        state("RUNNING", 600, latest=2, started_at=600, preempted=[attempt()]),
        state("SUCCEEDED", 900, latest=2, started_at=600, stopped_at=899, preempted=[attempt()]),
        blocked(40, REASON, job_id="wide", jobName="ranker-70b-wide"),
    )
    return recorder


def test_the_stacks_ledger_is_found_by_its_outputs(told: Recorder, capsys: Capture) -> None:
    assert run(["ledger", "list", *SINCE, "--format", "json"]) == 0

    assert json.loads(capsys.readouterr().out) == told.records()


@pytest.mark.usefixtures("told")
def test_blocked_jobs_are_a_list_of_their_own(capsys: Capture) -> None:
    assert run(["ledger", "list", *SINCE, "--kind", "blocked", "--table", TABLE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split("  ")[1:4] == [
        "ranker-70b-wide",
        "research",
        "Job requirements exceed limits.",
    ]

    assert run(["ledger", "list", *SINCE, "--kind", "priority"]) == 0
    assert capsys.readouterr().out.startswith("Nothing in the ledger of stack batchdesk")


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(
    "word", [JOB_ID, "protein-lm-small", training_arn(1), training_arn(2).rpartition("/")[2]]
)
def test_a_story_is_found_by_id_name_or_training_job(capsys: Capture, word: str) -> None:
    assert run(["ledger", "show", word, "--since", "2026-11-30"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("prio 2 · succeeded")
    texts = [line[21:].partition(":")[0] for line in lines[4:] if line.startswith("2026")]
    assert texts == [
        "running",
        "stopped after 2m20s",
        "back in the queue",
        "running again",
        "succeeded",
    ]


@pytest.mark.usefixtures("told")
def test_a_job_that_never_ran_has_a_story_too(capsys: Capture) -> None:
    assert run(["ledger", "show", "ranker-70b-wide", "--since", "2026-11-30"]) == 0
    assert "It has not run yet." in capsys.readouterr().out


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["list", "--stack", "gone"], "there is no stack gone in us-west-2: name yours with"),
        (["list", "--table", "gone"], "there is no table gone in this Region: check its name"),
    ],
)
def test_what_is_not_there_is_named_in_one_line(
    capsys: Capture, arguments: list[str], words: str
) -> None:
    assert run(["ledger", *arguments]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert words in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.usefixtures("told")
def test_a_job_that_is_not_there_is_named_and_so_is_a_batch_that_does_not_answer(
    capsys: Capture,
) -> None:
    assert run(["ledger", "show", "nobody"]) == 1

    batch, ledger = capsys.readouterr().err.splitlines()
    assert batch.startswith("batchdesk: AWS Batch was not asked for jobs named nobody: ")
    assert "no job nobody in the ledger of stack batchdesk since" in ledger


@pytest.mark.usefixtures("opened")
def test_a_stack_that_is_not_ours_says_so(capsys: Capture) -> None:
    body = json.dumps({"Resources": {"Q": {"Type": "AWS::SQS::Queue"}}})
    boto3.client("cloudformation", region_name=REGION).create_stack(
        StackName="other", TemplateBody=body
    )

    assert run(["ledger", "list", "--stack", "other"]) == 1
    assert (
        "stack other has no output LedgerTable: is it a Batchdesk stack?" in capsys.readouterr().err
    )


def test_no_region_is_said(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.delenv("AWS_REGION")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")

    assert run(["ledger", "list"]) == 1
    assert "no AWS region is set" in capsys.readouterr().err
