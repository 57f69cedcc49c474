"""Whatever is printed, and wherever it goes: no traceback, no terminal taken over."""

from __future__ import annotations

import errno
import os
import sys
from io import StringIO
from pathlib import Path

import pytest

from batchdesk.cli.main import run
from batchdesk.cli.printable import printable

Capture = pytest.CaptureFixture[str]


class FullDisk(StringIO):
    """A file on a disk without room."""

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdout", FullDisk())

    assert run(["policy", "schema"]) == 1

    (line,) = capsys.readouterr().err.splitlines()
    assert line == "batchdesk: cannot write the output: No space left on device: make room there"


def test_a_group_without_a_command_shows_its_help_alone(capsys: Capture) -> None:
    assert run(["policy"]) == 2

    assert capsys.readouterr().err == ""


def test_names_cannot_take_over_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text('"\\e[31mred": 1\n', "utf-8")

    assert run(["policy", "check", str(policy)]) == 1

    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "red" in shown


def test_only_what_moves_or_hides_text_is_replaced() -> None:
    assert printable("caf\u00e9 \u6f22\u5b57") == "caf\u00e9 \u6f22\u5b57"
    assert printable("a\x1b[2J\n\u202eb") == "a\ufffd[2J\ufffd\ufffdb"
