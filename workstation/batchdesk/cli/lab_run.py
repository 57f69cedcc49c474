"""`batchdesk lab run`: who is told what, on which stream, and how it exits."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from batchdesk.cli.formats import Format
from batchdesk.cli.lab_signals import sigterm_like_ctrl_c
from batchdesk.lab.run import built_in_scenario, run_scenario
from batchdesk.lab.run_ending import as_json, ending
from batchdesk.lab.run_files import Files
from batchdesk.lab.run_result import Result
from batchdesk.lab.story.choice import teller_for
from batchdesk.lab.story.teller import SilentTeller, Teller
from batchshares.errors import BatchdeskError


class UnexpectedError(BatchdeskError):
    """A scenario came out otherwise than it expects."""


def run_lab(scenario: Path | None, out: Path, format_: Format) -> None:
    """Play it; UnexpectedError (exit 1) if an expectation does not hold.

    TerminatedError (exit 143) on SIGTERM, with the files about what happened so far.
    """
    files = Files(out)
    teller = SilentTeller() if format_ is Format.JSON else teller_for(sys.stdout)
    with sigterm_like_ctrl_c():
        result = _told(scenario or built_in_scenario(), files, teller)
    if format_ is Format.JSON:
        print(json.dumps(as_json(result, files), indent=1, ensure_ascii=False))
    if result.differing:
        raise UnexpectedError(
            f"{result.scenario.name}: {len(result.differing)} of {len(result.checks)} expectations "
            f"do not hold; see {files.report}"
        )


def _told(scenario: Path, files: Files, teller: Teller) -> Result:
    try:
        result = run_scenario(scenario, files, teller, _progress)
    finally:
        teller.close()
    teller.write(list(ending(result, files)))
    return result


def _progress(message: str) -> None:
    print(f"  {message}", file=sys.stderr, flush=True)
