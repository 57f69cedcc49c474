"""The `batchdesk` command in a process of its own, as a person runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Whoever is started in the background ignores Ctrl-C, and its children do, too.
CODE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from batchdesk.cli.main import main
main()
"""
PATIENCE = 240


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


def batchdesk(*arguments: object, **environ: str) -> Ended:
    """Run the command to its end."""
    process = start(*arguments, **environ)
    out, err = process.communicate(timeout=PATIENCE)
    return Ended(process.returncode, out, err)


def start(*arguments: object, **environ: str) -> subprocess.Popen[str]:
    """Start the command; its output is read by the caller."""
    return subprocess.Popen(
        [sys.executable, "-c", CODE, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80", **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
