"""`batchdesk ledger list|show`: what was stopped, why, and what became of it."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from batchdesk.cli.formats import Format
from batchshares.errors import UsageError

if TYPE_CHECKING:
    from batchshares.domain.selection import Selection

app = typer.Typer(help="The ledger: every stop with its story.", no_args_is_help=True)


class Kind(StrEnum):
    """What a row of the list is."""

    OCCURRENCE = "occurrence"
    PRIORITY = "priority"
    BLOCKED = "blocked"


class Cause(StrEnum):
    """Why an attempt was stopped."""

    CROSS_SHARE = "cross_share"
    IN_SHARE = "in_share"
    LIMIT_LOWERED = "limit_lowered"
    UNKNOWN = "unknown"


class Outcome(StrEnum):
    """How a stop ended."""

    IN_PROGRESS = "in_progress"
    REQUEUED = "requeued"
    FAILED = "failed"
    AVERTED = "averted"


_File = Annotated[Path | None, typer.Option("--file", help="Read this ledger.json instead.")]
_Table = Annotated[str | None, typer.Option("--table", help="Read this table, whatever its stack.")]
_Stack = Annotated[str | None, typer.Option("--stack", help="The stack whose ledger to read.")]
_Format = Annotated[Format, typer.Option("--format", help="For people, or JSON.")]
_Since = Annotated[
    str | None, typer.Option(help="From then on: 2026-12-01, an ISO time, or 7d, 24h. [30d]")
]


@app.command("list", epilog="Example: batchdesk ledger list --share training/research --since 7d")
def list_(
    job: Annotated[
        str | None, typer.Option(help="Id, ARN, training job, reference or name.")
    ] = None,
    owner: Annotated[str | None, typer.Option(help="The person in the job's owner tag.")] = None,
    team: Annotated[str | None, typer.Option(help="The team the share belongs to.")] = None,
    share: Annotated[str | None, typer.Option(help="research, or training/research.")] = None,
    since: _Since = None,
    until: Annotated[str | None, typer.Option(help="Before then, said likewise.")] = None,
    cause: Annotated[Cause | None, typer.Option(help="Why it was stopped.")] = None,
    outcome: Annotated[Outcome | None, typer.Option(help="How it ended.")] = None,
    kind: Annotated[Kind, typer.Option(help="What to list.")] = Kind.OCCURRENCE,
    file: _File = None,
    table: _Table = None,
    stack: _Stack = None,
    format_: _Format = Format.TABLE,
) -> None:
    """List the stops of the last 30 days, newest first."""
    from batchdesk.cli.ledger_source import open_source
    from batchdesk.cli.ledger_times import span
    from batchshares.domain.selection import Selection

    asked = Selection(job, owner, team, share, cause=cause, outcome=outcome)
    _refuse_in_vain(asked, kind)
    source = open_source(file, table, stack)
    begin, end = span(since, until, source)
    rows = source.rows(kind, replace(asked, since=begin, until=end))
    if format_ is Format.JSON:
        typer.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    from batchdesk.cli.ledger_table import print_rows

    print_rows(rows, kind, source.name, sys.stdout)


def _refuse_in_vain(asked: Selection, kind: Kind) -> None:
    vain = [f"--{name}" for name in asked.in_vain(kind)]
    if vain:
        raise UsageError(f"--kind {kind} cannot be selected by {', '.join(vain)}: leave that out")


@app.command(epilog="Example: batchdesk ledger show protein-lm-small")
def show(
    job: Annotated[str, typer.Argument(help="Id, ARN, training job, reference or name.")],
    since: _Since = None,
    file: _File = None,
    table: _Table = None,
    stack: _Stack = None,
    format_: _Format = Format.TABLE,
) -> None:
    """Tell the story of a job: its runs and stops in order. Several jobs of a name are listed."""
    from batchdesk.cli.ledger_source import open_source
    from batchdesk.cli.ledger_times import span

    source = open_source(file, table, stack)
    stories = source.stories(job, *span(since, None, source))
    if format_ is Format.JSON:
        typer.echo(json.dumps([one.as_json() for one in stories], indent=1, ensure_ascii=False))
        return
    from batchdesk.cli.ledger_story import print_stories

    print_stories(stories, job, sys.stdout)
