"""The story on a terminal: lines scroll by above a table of shares that stays in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from batchdesk.lab.story.sentences import Line
from batchdesk.lab.story.sharing import Split, split
from batchdesk.lab.story.teller import wrapped
from batchdesk.lab.story.words import amount, clock, day
from batchdesk.lab.story.world import Job, World

STYLES = {
    "say": "bold",
    "stop": "bold red",
    "blocked": "bold yellow",
    "ended": "red",
    "machines": "magenta",
    "start": "green",
    "back": "cyan",
    "wait": "dim",
    "done": "green",
}
TIMES_A_SECOND = 12
MOST_JOBS = 6


class LiveTeller:
    """Prints lines and keeps a table of shares below them."""

    def __init__(self, out: TextIO) -> None:
        self._console = Console(file=out, highlight=False)
        self._live = Live(console=self._console, refresh_per_second=TIMES_A_SECOND, transient=True)
        self._live.start()

    def tell(self, lines: Sequence[Line], world: World, now_ms: int) -> None:
        """Print the lines, then bring the table up to date."""
        for line in lines:
            if line.kind == "say":
                self._console.print()
            for row in wrapped(line):
                self._console.print(Text(row, style=STYLES.get(line.kind, "")))
        self._live.update(board(world, now_ms))

    def write(self, lines: Sequence[str]) -> None:
        """Print lines as they are."""
        for line in lines:
            self._console.print(Text(line))

    def close(self) -> None:
        """Take the table away and show the cursor again."""
        self._live.stop()


def can_stay_in_place(out: TextIO) -> bool:
    """Whether `out` is a terminal that can be redrawn and nobody asked for NO_COLOR."""
    console = Console(file=out)
    return console.is_terminal and not console.is_dumb_terminal and not console.no_color


def board(world: World, now_ms: int) -> Table:
    """Every share with its nodes and jobs as they stand; fits 80 columns."""
    table = Table(
        title=f"{day(now_ms)}  {clock(now_ms)}",
        title_justify="left",
        title_style="bold not italic",
        box=None,
        padding=(0, 2, 0, 0),
        header_style="bold dim",
    )
    for head in ("SHARE", "LIMIT", "OWN", "BORROWED", "LENT", "IDLE", "STOPS"):
        table.add_column(head, justify="left" if head == "SHARE" else "right", no_wrap=True)
    table.add_column("JOBS", no_wrap=True, min_width=26)
    for type_ in world.types():
        for name, part in split(world.holdings(type_)).items():
            limit = world.shares[name].limits.get(type_, 0)
            table.add_row(*_row(world, name, limit, part))
    return table


def _row(world: World, share: str, limit: int, part: Split) -> list[str | Text]:
    jobs = [job for job in world.jobs.values() if job.share == share]
    stops = sum(job.stops for job in jobs)
    return [
        share,
        str(limit),
        amount(part.own),
        Text(amount(part.borrowed), style="yellow" if part.borrowed else ""),
        Text(amount(part.lent), style="cyan" if part.lent else ""),
        amount(part.idle),
        Text(str(stops) if stops else "-", style="red" if stops else ""),
        _jobs([job for job in jobs if not job.ended]),
    ]


def _jobs(jobs: list[Job]) -> Text:
    """Running ones first, then those that wait; a long list is cut."""
    order = sorted(jobs, key=lambda job: (not job.in_use, -job.priority))
    lines = [Text.assemble(_doing(job), f" {job.name}") for job in order[:MOST_JOBS]]
    if len(order) > MOST_JOBS:
        lines.append(Text(f"and {len(order) - MOST_JOBS} more"))
    return Text("\n").join(lines) or Text("-")


def _doing(job: Job) -> tuple[str, str]:
    if job.stopping:
        return ("stops", "bold red")
    if job.blocked:
        return ("never", "bold yellow")
    if job.no_machines_since is not None:
        return ("no machine", "magenta")
    if job.in_use:
        return ("runs ", "green") if job.state == "RUNNING" else ("starts", "green")
    return ("waits", "dim")
