"""`batchdesk lab run` refuses what it cannot run with before anything boots."""

from __future__ import annotations

import pytest

from batchdesk.cli.main import run


def test_an_empty_out_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "run", "--out", ""]) == 2

    assert capsys.readouterr().err == (
        "batchdesk: --out '': give a folder's name, or . for the current folder\n"
    )
