"""`batchdesk lab up`: boots, says how to use it, and waits to be stopped."""

from __future__ import annotations

import re
import signal
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from batchdesk.lab import LabSettings, boot
from batchdesk.lab.info import forget_info, info_file
from batchdesk.lab.settings import (
    EARLIEST,
    LATEST,
    LONGEST_STOP,
    SPAN_OF_STARTS,
    usual_stop_seconds,
)
from batchshares.errors import UsageError

if TYPE_CHECKING:
    from batchdesk.lab import Lab
    from batchdesk.lab.delivery.invocations import Invocation

FASTEST = 1_000_000
MOST_SHARDS = 1_000
STACK_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,127}")


@dataclass(frozen=True)
class UpOptions:
    """What `lab up` was asked for. Seconds are the lab's, the start is UTC."""

    port: int
    speed: float
    info: Path | None
    policy: Path | None
    template: Path | None
    stack: str
    start: datetime | None
    seed: int | None
    stop_seconds: float | None
    stream_shards: int


def run_up(options: UpOptions) -> None:
    """Run until SIGTERM (exit 0) or Ctrl-C (exit 130)."""
    _check(options)
    signal.signal(signal.SIGTERM, _end)
    # A shell starts background jobs with Ctrl-C ignored, and Python would keep it so.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with boot(_settings(options)) as lab:
        lab.on_invocation(_tell_failure)
        _say_how(lab, options)
        with info_file(options.info, lab.info):
            if lab.pacer is not None:
                lab.pacer.wait()


def _check(options: UpOptions) -> None:
    if not 0 < options.speed <= FASTEST:
        raise UsageError(f"--speed {options.speed:g}: give a number above 0, at most {FASTEST:,}")
    if options.stop_seconds is not None and not 0 <= options.stop_seconds <= LONGEST_STOP:
        raise UsageError(f"--stop-seconds {options.stop_seconds:g}: give 0 to {LONGEST_STOP:g}")
    if not 1 <= options.stream_shards <= MOST_SHARDS:
        raise UsageError(f"--stream-shards {options.stream_shards}: give 1 to {MOST_SHARDS:,}")
    if not STACK_NAME.fullmatch(options.stack):
        raise UsageError(
            f"--stack {options.stack!r}: give letters, digits and hyphens, a letter first"
        )
    start = _start(options)
    if start is not None and not EARLIEST <= start < LATEST:
        raise UsageError(
            f"--start {start.replace(tzinfo=None).isoformat()}: give an instant of {SPAN_OF_STARTS}"
        )
    if options.info is not None:
        _check_info(options.info)


def _start(options: UpOptions) -> datetime | None:
    return None if options.start is None else options.start.replace(tzinfo=UTC)


def _check_info(file: Path) -> None:
    if file.is_dir():
        raise UsageError(f"--info {file}: this is a folder, give a file's name in it")
    if file.exists() and not file.is_file():
        raise UsageError(f"--info {file}: this is no file that can be written anew")
    if not file.resolve().parent.is_dir():
        raise UsageError(f"--info {file}: its folder does not exist")


def _settings(options: UpOptions) -> LabSettings:
    return LabSettings(
        port=options.port,
        start=_start(options),
        seed=options.seed,
        policy=options.policy,
        template=options.template,
        speed=options.speed,
        stop_seconds=usual_stop_seconds() if options.stop_seconds is None else options.stop_seconds,
        stream_shards=options.stream_shards,
        stack_name=options.stack,
        claimed=partial(forget_info, options.info),
        progress=lambda message: print(message, file=sys.stderr, flush=True),
    )


def _say_how(lab: Lab, options: UpOptions) -> None:
    environ = lab.environ()
    names = ("AWS_ENDPOINT_URL", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
    lines = [
        "",
        f"Ready: {lab.endpoint_url}, time flows at most {options.speed:g} times as fast.",
        "Any AWS client of this shell finds it after:",
        "",
        *(f"  export {name}={environ[name]}" for name in names),
        "",
        f"Time    curl {lab.info['clock_url']} -d '{{\"advance_seconds\": 600}}'",
        f"Faults  curl {lab.info['fault_url']} -d "
        '\'{"call": "batch:DescribeServiceJob", "do": "throttle", "for_seconds": 60}\'',
        f"Slack   curl {lab.info['slack_url']}",
        "",
        "Ctrl-C stops it; nothing is kept.",
    ]
    print("\n".join(lines), flush=True)


def _tell_failure(done: Invocation) -> None:
    if not done.ok:
        print(f"{done.at:%H:%M:%S} {done.function} {done.error}", file=sys.stderr, flush=True)


def _end(_signal: int, _frame: object) -> None:
    sys.exit(0)
