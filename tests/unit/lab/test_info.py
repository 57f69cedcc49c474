"""The file of `--info` is there while its lab lives, and only then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from batchdesk.lab.errors import LabError
from batchdesk.lab.info import forget_info, info_file

INFO = {"endpoint_url": "http://127.0.0.1:4566"}


def test_the_file_is_there_inside_and_gone_afterwards(tmp_path: Path) -> None:
    file = tmp_path / "lab.json"
    with info_file(file, INFO):
        assert json.loads(file.read_text()) == INFO
        assert list(tmp_path.iterdir()) == [file]
    assert list(tmp_path.iterdir()) == []


def test_it_goes_however_the_lab_ends(tmp_path: Path) -> None:
    file = tmp_path / "lab.json"
    with pytest.raises(KeyboardInterrupt), info_file(file, INFO):
        raise KeyboardInterrupt
    assert not file.exists()


def test_the_file_of_another_lab_stays(tmp_path: Path) -> None:
    file = tmp_path / "lab.json"
    with info_file(file, INFO):
        file.write_text("{}")
    assert file.read_text() == "{}"


def test_a_file_that_somebody_took_away_is_not_missed(tmp_path: Path) -> None:
    file = tmp_path / "lab.json"
    with info_file(file, INFO):
        file.unlink()


def test_what_a_dead_lab_left_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "lab.json"
    file.write_text("{}")
    forget_info(file)
    forget_info(file)
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "gone" / "lab.json"
    with pytest.raises(LabError, match=r"cannot write --info .*lab\.json"), info_file(file, INFO):
        pass
