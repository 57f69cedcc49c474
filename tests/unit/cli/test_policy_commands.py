"""`batchdesk policy check` and `schema`, as a person and as a program sees them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from batchdesk.cli.main import run
from tests.support.policies import SCENARIO, WHOLE, changed

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    file = tmp_path / "policy.yaml"
    file.write_text(WHOLE, "utf-8")
    return file


def test_a_right_policy_says_so_in_one_line(policy: Path, capsys: Capture) -> None:
    assert run(["policy", "check", str(policy)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("policy.yaml (")
    assert out.endswith(") can be used: 1 queue, 2 shares, 2 teams\n")


def test_mistakes_are_shown_errors_first_in_80_columns(policy: Path, capsys: Capture) -> None:
    text = changed(
        WHOLE,
        ("        team: product\n", ""),
        ("        sharing: lend\n", "        sharing: reserve\n        borrow_limit: 50\n"),
        ("mention: S0123ABCD", 'mention: "@gpu-oncall"'),
    )
    policy.write_text(text, "utf-8")
    assert run(["policy", "check", str(policy)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "policy.yaml:21:23 error    queues.training.shares.product.borrow_limit"
    assert lines[1:3] == [
        "    50 is not allowed here: only a share with sharing: lend_and_borrow borrows.",
        "    product has sharing: reserve. Remove borrow_limit or change sharing.",
    ]
    assert "policy.yaml:14:18 warning  queues.training.shares.research.sharing" in lines
    assert lines[-1] == "2 errors, 2 warnings"
    assert max(map(len, lines)) <= 80


def test_warnings_alone_leave_the_policy_usable(policy: Path, capsys: Capture) -> None:
    policy.write_text(changed(WHOLE, ("        team: product\n", "")), "utf-8")
    assert run(["policy", "check", str(policy)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2] == "1 warning"
    assert "can be used" in lines[-1]


def test_json_is_an_array_with_the_agreed_fields(policy: Path, capsys: Capture) -> None:
    assert run(["policy", "check", str(policy), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    policy.write_text(changed(SCENARIO, ("sharing: reserve", "sharing: keep")), "utf-8")
    assert run(["policy", "check", str(policy), "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [set(one) for one in found] == [{"level", "line", "column", "path", "message"}] * 4
    assert [one["level"] for one in found].count("error") == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "does not exist: name the policy file"),
        (b"\xff\xfe", "is not UTF-8 text (byte 0)"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_and_exit_1(
    tmp_path: Path, capsys: Capture, content: bytes | None, says: str
) -> None:
    file = tmp_path / "none.yaml"
    if content is not None:
        file.write_bytes(content)
    assert run(["policy", "check", str(file)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert captured.err.count("\n") == 1


def test_a_folder_is_no_policy(tmp_path: Path, capsys: Capture) -> None:
    assert run(["policy", "check", str(tmp_path)]) == 1
    assert "cannot be read: Is a directory" in capsys.readouterr().err


def test_wrong_arguments_exit_2(policy: Path, capsys: Capture) -> None:
    assert run(["policy", "check", str(policy), "--format", "xml"]) == 2
    assert run(["policy", "nothing"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_the_schema_is_json(capsys: Capture) -> None:
    assert run(["policy", "schema"]) == 0
    assert "queues" in json.loads(capsys.readouterr().out)["properties"]


@pytest.mark.parametrize("command", [["policy", "check"], ["policy", "schema"], ["apply"]])
def test_help_has_an_example(command: list[str], capsys: Capture) -> None:
    assert run([*command, "--help"]) == 0
    assert "Example: batchdesk " + " ".join(command) in capsys.readouterr().out
