"""`batchdesk lab up` refuses what it cannot run with before anything boots."""

from __future__ import annotations

from pathlib import Path

import pytest

from batchdesk.cli.main import run

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--speed", "0"),
        ("--speed", "-1"),
        ("--speed", "nan"),
        ("--speed", "inf"),
        ("--stop-seconds", "nan"),
        ("--stop-seconds", "-1"),
        ("--stream-shards", "0"),
        ("--stream-shards", "1000000000"),
        ("--stack", ""),
        ("--stack", "two words"),
        ("--info", ""),
        ("--info", "/nowhere/lab.json"),
        ("--info", "/dev/null"),
        ("--start", "9999-12-31T23:59:59"),
        ("--start", "2100-01-01T00:00:00Z"),
        ("--start", "1999-12-31T23:59:59"),
        ("--start", "0001-01-01T00:00:00"),
    ],
)
def test_an_impossible_option_is_a_usage_error(option: str, value: str, capsys: Capture) -> None:
    assert run(["lab", "up", option, value]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"batchdesk: {option} ")


def test_a_folder_is_no_info_file(tmp_path: Path, capsys: Capture) -> None:
    assert run(["lab", "up", "--info", str(tmp_path)]) == 2

    assert "this is a folder" in capsys.readouterr().err


def test_a_start_out_of_bounds_is_told_what_is_allowed(capsys: Capture) -> None:
    run(["lab", "up", "--start", "0001-01-01T00:00:00"])

    assert capsys.readouterr().err == (
        "batchdesk: --start 0001-01-01T00:00:00: give an instant of the years 2000 to 2099\n"
    )
