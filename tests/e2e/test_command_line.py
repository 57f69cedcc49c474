"""What goes wrong in front of the screen: one clear line, the right exit code, no traceback."""

from __future__ import annotations

import json
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from batchdesk.lab.run import built_in_scenario
from tests.support.command_line import Ended, batchdesk, start
from tests.support.once import once
from tests.support.scenarios import SMALL


def said(ended: Ended, code: int) -> str:
    """The one thing a failed command says on stderr."""
    assert ended.code == code, ended.err
    assert "Traceback" not in ended.err + ended.out
    return ended.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("lab", "rum"),
        ("lab", "run", "--format", "xml"),
        ("lab", "run", "a.yaml", "b.yaml"),
        ("lab", "run", "--speed", "9"),
        ("lab", "up", "--port", "many"),
        ("lab", "up", "--speed", "0"),
        ("ledger", "show"),
        ("ledger", "list", "--cause", "boredom"),
        ("policy", "chek"),
    ],
)
def test_wrong_arguments_are_a_usage_error(arguments: tuple[str, ...]) -> None:
    err = said(batchdesk(*arguments), 2)

    assert len(err.splitlines()) == 1
    assert err.startswith("batchdesk: ")


def test_a_missing_scenario_is_named() -> None:
    err = said(batchdesk("lab", "run", "nowhere.yaml"), 1)

    assert err == "batchdesk: scenario nowhere.yaml cannot be read: No such file or directory\n"


def test_a_wrong_scenario_lists_its_mistakes_and_boots_nothing(tmp_path: Path) -> None:
    scenario = tmp_path / "odd.yaml"
    scenario.write_text(SMALL.replace("to: 4", "to: 9999999").replace("owner: lena", "ownr: lena"))

    err = said(batchdesk("lab", "run", scenario), 1)

    assert err.splitlines()[0] == "batchdesk: odd.yaml has 2 mistakes:"
    assert [line.split(":")[0] for line in err.splitlines()[1:]] == ["odd.yaml"] * 2


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    err = said(batchdesk("lab", "run", "--out", tmp_path / "file" / "x"), 1)

    assert err.startswith(f"batchdesk: cannot write {tmp_path}/file/x: Not a directory")


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        err = said(batchdesk("lab", "up", "--port", str(port)), 1)

    assert f"port {port} on 127.0.0.1 is in use" in err
    assert err.splitlines()[-1].startswith("batchdesk: ")


def test_no_ledger_is_one_line() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        err = said(
            batchdesk(
                "ledger",
                "list",
                AWS_ENDPOINT_URL=url,
                AWS_REGION="us-west-2",
                AWS_ACCESS_KEY_ID="test",
                AWS_SECRET_ACCESS_KEY="test",
                AWS_MAX_ATTEMPTS="1",
            ),
            1,
        )

    assert len(err.splitlines()) == 1
    assert err.startswith("batchdesk: ")


def play_without_borrowing(folder: Path) -> None:
    text = built_in_scenario().read_text("utf-8")
    changed = text.replace("borrow_limit: 200 ", "borrow_limit: 0 ").replace(
        "until: 12h", "until: 110m"
    )
    assert changed.count("borrow_limit: 0 ") == 1
    scenario = folder / "no-borrowing.yaml"
    scenario.write_text(changed)
    ended = batchdesk("lab", "run", scenario, "--out", folder / "out")
    (folder / "ended.json").write_text(json.dumps([ended.code, ended.out, ended.err]))


@pytest.fixture(scope="module")
def without_borrowing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return once(tmp_path_factory, "no-borrowing", play_without_borrowing)


def ended_in(folder: Path) -> Ended:
    return Ended(*json.loads((folder / "ended.json").read_text()))


def test_one_changed_line_changes_the_story(without_borrowing: Path) -> None:
    records = json.loads((without_borrowing / "out" / "ledger.json").read_text())
    story = " ".join(ended_in(without_borrowing).out.split())

    assert [(r["job_name"], r["cause"]) for r in records] == [("protein-fold-large", "in_share")]
    assert "ligand-screen-b waits: research uses its own 1 node and does not borrow" in story


def test_a_run_that_differs_says_what_was_expected_and_what_came(without_borrowing: Path) -> None:
    ended = ended_in(without_borrowing)
    err = said(ended, 1)
    lines = " ".join(ended.out.split())

    assert err.splitlines()[-1].startswith("batchdesk: no-borrowing: ")
    assert err.splitlines()[-1].endswith("report.html")
    assert "stop 1: ligand-screen-b expected a stop (share research," in lines
    assert "the ledger holds 3 stops expected 3, got 1" in lines


def test_the_report_of_a_run_that_differs_is_written(without_borrowing: Path) -> None:
    page = (without_borrowing / "out" / "report.html").read_text()

    assert "expectations differ" in page


def until(lines: Iterator[str], begin: str) -> None:
    """Read on until a line begins like this."""
    for line in lines:
        if line.startswith(begin):
            return
    raise AssertionError(f"no line began with {begin}")


@pytest.mark.parametrize(
    ("sent", "code", "words"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_a_signal_ends_a_run_with_what_was_written_so_far(
    tmp_path: Path, sent: signal.Signals, code: int, words: str
) -> None:
    process = start("lab", "run", "--out", tmp_path)
    assert process.stdout is not None
    until(iter(process.stdout.readline, ""), "09:20:21")

    process.send_signal(sent)
    out, err = process.communicate(timeout=60)
    err = said(Ended(process.returncode, out, err), code)

    assert err.splitlines()[-1] == f"batchdesk: {words}"
    assert len(json.loads((tmp_path / "ledger.json").read_text())) >= 1
    assert "The run was interrupted" in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    ("sent", "code", "words"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_a_signal_while_booting_is_quiet_too(
    tmp_path: Path, sent: signal.Signals, code: int, words: str
) -> None:
    process = start("lab", "run", "--out", tmp_path)
    assert process.stderr is not None
    until(iter(process.stderr.readline, ""), "  starting a local AWS")

    process.send_signal(sent)
    out, err = process.communicate(timeout=60)

    assert said(Ended(process.returncode, out, err), code).endswith(f"batchdesk: {words}\n")


@pytest.mark.parametrize("command", [("lab", "run"), ("lab", "up"), ("ledger", "list")])
def test_help_has_an_example(command: tuple[str, ...]) -> None:
    ended = batchdesk(*command, "--help")

    assert ended.code == 0
    assert "Example: batchdesk " in ended.out
