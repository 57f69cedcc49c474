"""`batchdesk apply` from the command line: shows, asks, does, and says what it cannot."""

from __future__ import annotations

import io
import json
from pathlib import Path

import boto3
import pytest

from batchdesk.cli.main import run
from tests.support.apply_desk import ApplyDesk
from tests.support.ledger_table import REGION, TABLE
from tests.support.policies import SCENARIO, changed

Capture = pytest.CaptureFixture[str]
STACK = {
    "Resources": {"Nothing": {"Type": "AWS::SQS::Queue"}},
    "Outputs": {"LedgerTable": {"Value": TABLE}},
}


SETTINGS = {
    "AWS_ACCESS_KEY_ID": "x",
    "AWS_SECRET_ACCESS_KEY": "x",
    "AWS_REGION": REGION,
    "AWS_DEFAULT_REGION": REGION,
    "AWS_CONFIG_FILE": "/dev/null",
    "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    "AWS_EC2_METADATA_DISABLED": "true",
}


class Shell:
    """A shell with credentials and a Region, in an empty folder with the scenario's policy."""

    def __init__(self, environment: pytest.MonkeyPatch) -> None:
        self.environment = environment

    def write(self, *edits: tuple[str, str]) -> None:
        """Save the scenario's policy with some places changed."""
        Path("policy.yaml").write_text(changed(SCENARIO, *edits), "utf-8")

    def apply(self, *arguments: str) -> int:
        """Call the command; return its exit code."""
        return run(["apply", "--policy", "policy.yaml", *arguments])

    def answer(self, text: str) -> None:
        """Let this be what the person types next."""
        self.environment.setattr("sys.stdin", io.StringIO(text))


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL", "BATCHDESK_STACK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    opened = Shell(monkeypatch)
    opened.write()
    return opened


def shares(desk: ApplyDesk) -> set[str]:
    """Which shares the queue has; none if there is no queue."""
    if not desk.clients.batch.describe_job_queues()["jobQueues"]:
        return set()
    found = desk.clients.batch.list_quota_shares(jobQueue="training")["quotaShares"]
    return {share["quotaShareName"] for share in found}


@pytest.mark.usefixtures("desk")
def test_it_shows_the_changes_makes_them_and_has_nothing_to_do_then(
    shell: Shell, capsys: Capture
) -> None:
    assert shell.apply("--yes") == 0
    captured = capsys.readouterr()
    assert "+ share training/research" in captured.out
    assert "    limit ml.g5.xlarge       1\n" in captured.out
    assert "share training/safety: create ......" in captured.out
    assert captured.out.endswith("Done. A second apply has nothing to do.\n")
    assert "No stack batchdesk is deployed" in captured.err
    assert shell.apply() == 0
    assert capsys.readouterr().out.endswith("against queue training: nothing to do\n")


def test_it_asks_and_does_nothing_without_a_yes(
    desk: ApplyDesk, shell: Shell, capsys: Capture
) -> None:
    for said, error in (("n\n", "not applied"), ("\n", "not applied"), ("", "nobody answered")):
        shell.answer(said)
        assert shell.apply() == 1
        captured = capsys.readouterr()
        assert "Make 6 changes? [y/N]" in captured.out
        assert f"batchdesk: {error}" in captured.err
    assert shares(desk) == set()
    shell.answer("y\n")
    assert shell.apply() == 0
    assert shares(desk) == {"research", "product", "safety"}


@pytest.mark.usefixtures("desk")
def test_lowering_says_that_it_may_stop_running_jobs(shell: Shell, capsys: Capture) -> None:
    shell.apply("--yes")
    shell.write(("borrow_limit: 200", "borrow_limit: 0"))
    shell.answer("no\n")
    capsys.readouterr()
    assert shell.apply() == 1
    out = capsys.readouterr().out
    assert "    borrow                   200 % -> 0 %\n" in out
    assert "! may borrow less: running jobs above the new bound may be stopped" in out
    assert "Make 1 change? This may stop running jobs. [y/N]" in out


@pytest.mark.usefixtures("desk")
def test_json_prints_the_changes_it_made(shell: Shell, capsys: Capture) -> None:
    shell.apply("--yes")
    shell.write(("borrow_limit: 200", "borrow_limit: 0"))
    capsys.readouterr()
    assert shell.apply("--yes", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "changes": [
            {
                "resource": "share training/research",
                "action": "update",
                "fields": {"borrow_limit": [200, 0]},
            }
        ]
    }
    assert shell.apply("--format", "json") == 2
    assert "--format json cannot ask: add --yes" in capsys.readouterr().err


def test_what_it_refuses_is_told_after_the_changes_and_nothing_is_done(
    desk: ApplyDesk, shell: Shell, capsys: Capture
) -> None:
    shell.apply("--yes")
    shell.write(("      safety:", "      guard:"))
    assert shell.apply("--yes") == 1
    err = capsys.readouterr().err
    assert "batchdesk: apply refuses, and nothing has been done:" in err
    assert "share training/safety" in err
    assert shares(desk) == {"research", "product", "safety"}


def test_the_stacks_ledger_notes_the_limits_under_the_caller_s_name(
    desk: ApplyDesk, shell: Shell, capsys: Capture
) -> None:
    session = boto3.Session(region_name=REGION)
    session.client("cloudformation").create_stack(StackName="desk", TemplateBody=json.dumps(STACK))
    assert shell.apply("--yes", "--stack", "desk") == 0
    (item,) = desk.limits("research")
    assert item["borrow_limit"] == 200
    assert item["by"] == "moto"
    assert capsys.readouterr().err == ""


def test_a_stack_that_was_named_must_exist(desk: ApplyDesk, shell: Shell, capsys: Capture) -> None:
    assert shell.apply("--yes", "--stack", "nowhere") == 1
    assert "there is no stack nowhere" in capsys.readouterr().err
    assert shares(desk) == set()


def test_a_wrong_policy_or_queue_reaches_nobody(
    desk: ApplyDesk, shell: Shell, capsys: Capture
) -> None:
    assert shell.apply("--queue", "night") == 2
    assert "the policy has no queue night: it has training" in capsys.readouterr().err
    shell.write(("sharing: reserve", "sharing: keep"))
    assert shell.apply("--yes") == 1
    assert "policy.yaml:14:52: error: queues.training.shares.safety.sharing" in (
        capsys.readouterr().err
    )
    assert shares(desk) == set()


@pytest.mark.parametrize(
    ("gone", "says"),
    [
        (["AWS_REGION", "AWS_DEFAULT_REGION"], "no AWS region is set: set AWS_REGION"),
        (["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"], "no AWS credentials were found"),
    ],
)
def test_a_shell_without_aws_gets_one_line(
    shell: Shell, capsys: Capture, gone: list[str], says: str
) -> None:
    for name in gone:
        shell.environment.delenv(name)
    assert shell.apply("--yes") == 1
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_an_endpoint_where_nobody_listens_gets_one_line(shell: Shell, capsys: Capture) -> None:
    shell.environment.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    shell.environment.setenv("AWS_MAX_ATTEMPTS", "1")
    assert shell.apply("--yes") == 1
    err = capsys.readouterr().err
    assert "Reading queue training: AWS cannot be reached" in err
    assert err.count("\n") == 1
