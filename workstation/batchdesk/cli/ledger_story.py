"""The story of one job: its runs and stops, in the order in which they happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from textwrap import fill
from typing import Any, TextIO

from batchdesk.cli.ledger_table import length
from batchdesk.cli.printable import printable
from batchshares.domain.job_state import JobState
from batchshares.domain.moments import iso, parse
from batchshares.domain.record import Record
from batchshares.domain.run import Run
from batchshares.domain.selection import moment_of, reference_of

_WIDTH = 79
_ENDS = {
    "succeeded": "succeeded",
    "failed": "failed by itself",
    "terminated": "terminated",
    "requeued": "back in the queue",
}
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_STATES = {"RUNNABLE": "waiting", "RUNNING": "running", "SUCCEEDED": "succeeded", "FAILED": "ended"}


@dataclass(frozen=True)
class JobStory:
    """What is known of a job; from a file only its stops."""

    job_id: str
    stops: list[Record]
    job: JobState | None = None
    runs: tuple[Run, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return it for programs."""
        return {
            "job_id": self.job_id,
            "job_name": self._known("job_name", self.job.name if self.job else None),
            "status": self.job.status if self.job else None,
            "runs": [_run_json(run) for run in self.runs],
            "stops": self.stops,
        }

    def headline(self) -> str:
        """Return name, owner, share, size and state in one line."""
        job = self.job
        instances = self._known("instances", job.instances if job else None) or {}
        priority = job.priority if job else None
        parts = [
            self._known("job_name", job.name if job else None) or self.job_id,
            self._known("owner", job.owner if job else None),
            _prefixed("share ", self._known("share", job.share if job else None)),
            " + ".join(f"{count} x {kind}" for kind, count in instances.items()),
            _prefixed("prio ", self._known("priority", priority)),
            _STATES.get(job.status or "", job.status) if job else None,
        ]
        return " · ".join(printable(str(part)) for part in parts if part)

    def lines(self) -> list[tuple[datetime, str]]:
        """Return what happened, oldest first."""
        stopped = {_training_job(stop) for stop in self.stops}
        runs = sorted(self.runs, key=lambda run: run.started_at or run.ended_at or _LONG_AGO)
        found = [line for place, run in enumerate(runs) for line in _run_lines(run, stopped, place)]
        begins = {run.started_at for run in runs}
        found += [line for stop in self.stops for line in _stop_lines(stop)]
        found += [
            (at, "running again")
            for at in (parse(one["restarted_at"]) for one in self.stops if one["restarted_at"])
            if at not in begins
        ]
        return sorted(found, key=lambda line: line[0])

    def _known(self, name: str, otherwise: Any) -> Any:
        told = [stop[name] for stop in self.stops if stop[name] is not None]
        return told[0] if told else otherwise


def print_stories(stories: list[JobStory], word: str, out: TextIO) -> None:
    """Print the one story, or which jobs are meant where there are several."""
    from rich.console import Console

    console = Console(file=out, highlight=False, no_color=True, soft_wrap=True, markup=False)
    if len(stories) > 1:
        console.print(f"{len(stories)} jobs are called {word}. Name one by its id:\n")
        for story in stories:
            console.print(f"{story.job_id}  {story.headline()}")
        return
    (story,) = stories
    console.print(story.headline())
    console.print(f"{story.job_id}\n")
    lines = story.lines()
    console.print("WHEN (UTC)" if lines else "It has not run yet.")
    for at, text in lines:
        head = f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}  "
        text = printable(text)
        console.print(fill(text, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head)))


def why(stop: Record) -> str:
    """Return the cause in plain words; what is inferred says so."""
    who = stop["preemptor"]
    name = (who["job_name"] or who["job_id"]) if who else None
    likely = f", most likely for {name}" if name else ""
    if stop["cause"] == "cross_share":
        return f"{who['share'] if who else 'another share'} took capacity back{likely}"
    if stop["cause"] == "in_share":
        return f"a higher priority in its own share{likely}"
    if stop["cause"] == "limit_lowered":
        return "its share's limit was lowered"
    return f"Batch says: {stop['reason']}" if stop["reason"] else "no reason known"


def _stop_lines(stop: Record) -> Iterator[tuple[datetime, str]]:
    ran = "" if stop["run_seconds"] is None else f" after {length(stop['run_seconds'])}"
    what = "a stop began and was averted" if stop["outcome"] == "averted" else f"stopped{ran}"
    yield moment_of(stop), f"{what}: {why(stop)} ({reference_of(stop)})"
    over = stop["completed_at"] or stop["stopped_at"]
    if over and stop["outcome"] in ("requeued", "failed"):
        yield parse(over), _fate(stop)


def _fate(stop: Record) -> str:
    if stop["outcome"] == "requeued":
        return "back in the queue"
    allowed = stop["preemption_retries"]
    return "ended" if allowed in (None, "unlimited") else f"ended: {allowed} returns allowed"


def _run_lines(run: Run, stopped: set[str], place: int) -> Iterator[tuple[datetime, str]]:
    if run.started_at:
        yield run.started_at, "running again" if place else "running"
    if run.ended_at and run.ending and run.name not in stopped:
        yield run.ended_at, _ENDS.get(run.ending, run.ending)


def _training_job(stop: Record) -> str:
    return str(stop["training_job_arn"] or "").rpartition("/")[2]


def _prefixed(prefix: str, value: object) -> str | None:
    return None if value is None else f"{prefix}{value}"


def _run_json(run: Run) -> dict[str, Any]:
    return {
        "training_job": run.name,
        "started_at": iso(run.started_at) if run.started_at else None,
        "ended_at": iso(run.ended_at) if run.ended_at else None,
        "ending": run.ending,
    }
