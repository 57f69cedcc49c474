"""`batchdesk policy`: look at the policy file before anything else does."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from batchdesk.cli.formats import Format
from batchdesk.cli.policy_file import SHIPPED, read_policy, read_text

app = typer.Typer(help="Check the policy file.", no_args_is_help=True)


@app.command(epilog="Example: batchdesk policy check layers/policy/policy.yaml")
def check(
    file: Annotated[Path, typer.Argument(help="The policy file.")] = SHIPPED,
    format_: Annotated[
        Format, typer.Option("--format", help="For people, or JSON.")
    ] = Format.TABLE,
) -> None:
    """Show every mistake of the policy at once; exit 1 if there is an error."""
    from batchdesk.cli.findings_table import findings_table
    from policycompiler import check_text, errors

    findings = check_text(read_text(file), file.name)
    wrong = errors(findings)
    if format_ is Format.JSON:
        typer.echo(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        for line in findings_table(findings, file.name):
            typer.echo(line)
        if not wrong:
            typer.echo(_summary(file))
    if wrong:
        raise typer.Exit(1)


@app.command(epilog="Example: batchdesk policy schema > policy.schema.json")
def schema() -> None:
    """Print the policy file's JSON Schema, for editors that complete and check as you type."""
    from policycompiler import schema as policy_schema

    typer.echo(json.dumps(policy_schema(), indent=1))


def _summary(file: Path) -> str:
    policy = read_policy(file)
    shares = sum(len(queue.shares) for queue in policy.queues.values())
    counts = [
        _count(len(policy.queues), "queue"),
        _count(shares, "share"),
        _count(len(policy.teams), "team"),
    ]
    return f"{file.name} ({policy.digest[:6]}) can be used: {', '.join(counts)}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
