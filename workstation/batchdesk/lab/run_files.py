"""The files a run leaves: report.html, ledger.json, slack.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from batchdesk.lab.errors import LabError
from batchdesk.lab.run_result import Result


@dataclass(frozen=True)
class Files:
    """One folder and what is in it."""

    folder: Path

    @property
    def report(self) -> Path:
        """The page for a browser."""
        return self.folder / "report.html"

    @property
    def ledger(self) -> Path:
        """The ledger's records, newest first."""
        return self.folder / "ledger.json"

    @property
    def slack(self) -> Path:
        """What Slack received."""
        return self.folder / "slack.json"

    def prepare(self) -> None:
        """Make the folder, before anything slow begins; LabError if that cannot be."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _cannot(self.folder, error) from error

    def write(self, result: Result) -> None:
        """Write all of them; the same run gives the same bytes."""
        from batchdesk.lab.report.page import Run, page

        told = result.chronicle
        html = page(
            Run(
                title=result.scenario.title,
                source=f"{result.scenario.name}.yaml",
                start=told.begin,
                end=told.end,
                facts=told.facts,
                lines=told.lines,
                records=result.records,
                totals=told.totals,
                checks=result.checks,
                whole=result.whole,
            )
        )
        self._put(self.ledger, _json(result.records))
        self._put(self.slack, _json(result.slack))
        self._put(self.report, html)

    def _put(self, path: Path, text: str) -> None:
        try:
            path.write_text(text, "utf-8")
        except OSError as error:
            raise _cannot(path, error) from error


def _cannot(path: Path, error: OSError) -> LabError:
    return LabError(f"cannot write {path}: {error.strerror}; choose another folder with --out")


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
