"""`batchdesk lab up` as a person runs it: another process, signals, exit codes, one clear line."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from batchdesk.lab.clock import LONGEST_SECONDS

ROOT = Path(__file__).parents[3]
PATIENCE = 90
PROGRAM = "from batchdesk.cli.main import main; main()"


@contextmanager
def process(*arguments: str, cwd: Path = ROOT) -> Iterator[subprocess.Popen[str]]:
    """`batchdesk lab up` with these arguments; ended whatever happens."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("AWS_", "BATCHDESK_"))}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "lab", "up", *arguments],
        cwd=cwd,
        env=environ,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as started:
        try:
            yield started
        finally:
            if started.poll() is None:
                started.kill()


def ready(started: subprocess.Popen[str], info: Path) -> dict[str, Any]:
    """What FILE says once it is there."""
    deadline = time.monotonic() + PATIENCE
    while not info.exists():
        assert started.poll() is None, started.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    found: dict[str, Any] = json.loads(info.read_text())
    return found


def first_progress(started: subprocess.Popen[str]) -> str:
    """The first line that says what it does."""
    assert started.stderr is not None
    assert select.select([started.stderr], [], [], PATIENCE)[0]
    return started.stderr.readline()


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_stops_it_cleanly(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    info = tmp_path / "lab.json"
    with process("--port", "0", "--speed", "60", "--info", str(info), "--seed", "1") as started:
        where = ready(started, info)
        with urllib.request.urlopen(where["clock_url"]) as answer:
            assert "now" in json.loads(answer.read())
        started.send_signal(sent)
        out, err = started.communicate(timeout=PATIENCE)
    assert started.returncode == code
    assert not info.exists()
    assert f"export AWS_ENDPOINT_URL={where['endpoint_url']}" in out
    assert "creating the stack batchdesk" in err
    assert "Traceback" not in err
    assert err.rstrip().endswith("interrupted") is (sent is signal.SIGINT)


def test_a_signal_ends_a_long_advance(tmp_path: Path) -> None:
    info = tmp_path / "lab.json"
    with process("--port", "0", "--speed", "1000000", "--info", str(info)) as started:
        where = ready(started, info)
        body = json.dumps({"advance_seconds": LONGEST_SECONDS}).encode()
        for _ in range(3):
            Thread(target=post, args=(where["clock_url"], body), daemon=True).start()
        time.sleep(1)
        began = time.monotonic()
        started.send_signal(signal.SIGTERM)
        _, err = started.communicate(timeout=PATIENCE)
    assert (started.returncode, "Traceback" in err) == (0, False)
    assert time.monotonic() - began < 20


def post(url: str, body: bytes) -> None:
    """Post, whatever becomes of the answer."""
    with suppress(OSError), urllib.request.urlopen(url, body):
        pass


def test_a_signal_while_it_boots_stops_it_too(tmp_path: Path) -> None:
    (tmp_path / "lab.json").write_text("{}")  # of a lab that was killed
    with process("--port", "0", "--info", str(tmp_path / "lab.json")) as started:
        first_progress(started)
        started.send_signal(signal.SIGTERM)
        _, err = started.communicate(timeout=PATIENCE)
    assert started.returncode == 0
    assert "Traceback" not in err
    assert not (tmp_path / "lab.json").exists()


def refused(*arguments: str, cwd: Path = ROOT) -> tuple[int, str]:
    """Exit code and the last line on stderr of a call that must not boot."""
    with process(*arguments, cwd=cwd) as started:
        _, err = started.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    return started.returncode, err.rstrip().splitlines()[-1]


def test_a_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    info = tmp_path / "lab.json"
    info.write_text("{}")  # of the lab that has the port
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, line = refused("--port", str(port), "--info", str(info))
    assert info.exists()
    assert (code, f"batchdesk: port {port} on 127.0.0.1 is in use" in line) == (1, True)


def test_a_missing_template_is_one_clear_line(tmp_path: Path) -> None:
    code, line = refused("--port", "0", cwd=tmp_path)
    assert code == 1
    assert line.startswith("batchdesk: no template.yaml in")


def test_a_missing_policy_is_one_clear_line() -> None:
    code, line = refused("--port", "0", "--policy", "no-such-policy.yaml")
    assert code == 1
    assert line.startswith("batchdesk: policy no-such-policy.yaml cannot be read")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--speed", "0"], "--speed 0: give a number above 0"),
        (["--info", "/no/such/folder/lab.json"], "its folder does not exist"),
        (["--stop-seconds", "-1"], "--stop-seconds -1"),
        (["--prot", "1"], "--prot"),
    ],
)
def test_a_wrong_argument_is_a_usage_error(arguments: list[str], words: str) -> None:
    code, line = refused("--port", "0", *arguments)
    assert code == 2
    assert words in line
