"""The Make targets look at Python first, set up only what they need, and only once.

A script stands in for Python: it makes environments with itself inside and notes what pip is asked.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

FAKE_PYTHON = """#!/bin/sh
case "$*" in
*sys.exit*) exit {too_old} ;;
*print*) echo {version} ;;
"-m venv"*) for folder in "$@"; do :; done; mkdir -p "$folder/bin"; cp "$0" "$folder/bin/python" ;;
"-m pip"*) echo "$*" >>asked ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Lay out what set-up reads."""
    (tmp_path / "tools").mkdir()
    for name in (
        "Makefile",
        "constraints.txt",
        "constraints-sam.txt",
        "pyproject.toml",
        "tools/set-up.sh",
    ):
        shutil.copy(name, tmp_path / name)
    _python(tmp_path, "3.12")
    return tmp_path


def _python(checkout: Path, version: str) -> None:
    fake = checkout / "python"
    too_old = int(version in {"2.7", "3.9"})
    fake.write_text(FAKE_PYTHON.format(version=version, too_old=too_old), encoding="utf-8")
    fake.chmod(0o755)


def _run(
    checkout: Path, *command: str, python: str = "./python"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=checkout,
        env={"PATH": "/usr/bin:/bin", "PYTHON": python},
        capture_output=True,
        text=True,
        check=False,
    )


def _set_up(checkout: Path, *kinds: str) -> list[str]:
    """Run set-up for each kind; return what pip was asked to install meanwhile."""
    asked = checkout / "asked"
    asked.write_text("", encoding="utf-8")
    for kind in kinds:
        done = _run(checkout, "sh", "tools/set-up.sh", kind)
        assert done.returncode == 0, done.stderr
    return [line.split("-version-check ")[1] for line in asked.read_text().splitlines()]


@pytest.mark.parametrize("version", ["2.7", "3.9"])
@pytest.mark.parametrize("target", ["lab", "test", "test-quick", "check", "build"])
def test_an_old_python_ends_every_target_with_what_to_do(
    checkout: Path, target: str, version: str
) -> None:
    _python(checkout, version)
    done = _run(checkout, "make", target)
    assert done.returncode != 0
    assert done.stderr.startswith(
        f"batchdesk: ./python is Python {version}, 3.11 or newer is needed. Name a newer one:"
    )
    assert not (checkout / ".venv").exists()


def test_a_python_that_does_not_run_ends_with_what_to_do(checkout: Path) -> None:
    done = _run(checkout, "make", "lab", python="./nowhere")
    assert done.stderr.startswith("batchdesk: ./nowhere does not run. Install Python 3.11 or newer")


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("desk", "--constraint constraints.txt --editable ."),
        ("lab", "--constraint constraints.txt --editable .[lab]"),
        ("dev", "--constraint constraints.txt --editable .[dev]"),
        ("sam", "--requirement constraints-sam.txt"),
    ],
)
def test_each_kind_asks_for_its_own_and_only_once(checkout: Path, kind: str, asked: str) -> None:
    assert _set_up(checkout, kind) == [asked]
    assert _set_up(checkout, kind) == []


def test_the_lab_needs_nothing_more_after_the_tests(checkout: Path) -> None:
    _set_up(checkout, "dev")
    assert _set_up(checkout, "lab", "desk") == []


@pytest.mark.parametrize("lock", ["pyproject.toml", "constraints.txt"])
def test_a_changed_lock_is_installed_again(checkout: Path, lock: str) -> None:
    _set_up(checkout, "lab")
    (checkout / lock).write_text("# changed\n", encoding="utf-8")
    assert _set_up(checkout, "lab") == ["--constraint constraints.txt --editable .[lab]"]


def test_a_changed_sam_lock_leaves_the_desk_alone(checkout: Path) -> None:
    _set_up(checkout, "desk", "sam")
    (checkout / "constraints-sam.txt").write_text("aws-sam-cli\n", encoding="utf-8")
    assert _set_up(checkout, "desk", "sam") == ["--requirement constraints-sam.txt"]


def test_another_python_makes_the_environment_anew(checkout: Path) -> None:
    _set_up(checkout, "lab")
    _python(checkout, "3.13")
    assert len(_set_up(checkout, "lab")) == 1


def test_a_moved_checkout_makes_the_environment_anew(checkout: Path, tmp_path: Path) -> None:
    _set_up(checkout, "lab")
    moved = shutil.copytree(checkout, tmp_path / "moved")
    assert len(_set_up(moved, "lab")) == 1
    assert (moved / ".venv" / "home").read_text().strip() == str(moved)


def test_without_a_name_the_environments_own_python_is_used(checkout: Path) -> None:
    _set_up(checkout, "lab")
    _python(checkout, "3.9")
    done = _run(checkout, "sh", "tools/set-up.sh", "lab", python="")
    assert done.returncode == 0, done.stderr
    assert (checkout / ".venv" / "bin" / "python").is_file()


def test_make_alone_prints_the_targets(checkout: Path) -> None:
    printed = _run(checkout, "make").stdout
    for target in ("lab", "test", "test-quick", "check", "build", "clean"):
        assert f"make {target} " in printed


def test_the_locks_name_no_package_index() -> None:
    for lock in ("constraints.txt", "constraints-sam.txt", "layers/batchshares/requirements.txt"):
        text = Path(lock).read_text(encoding="utf-8")
        assert "://" not in text
        assert "--" not in text
