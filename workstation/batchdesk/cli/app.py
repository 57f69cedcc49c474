"""The command tree. Each group lives in its own file and imports what it needs late."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from batchdesk.cli import apply, lab, ledger, policy

app = typer.Typer(
    name="batchdesk",
    help="The operations desk for AWS Batch quota shares.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"batchdesk {version('batchdesk')}")
        raise typer.Exit


@app.callback()
def batchdesk(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Quota shares as code, a local AWS that lends and preempts, and the ledger of stops."""


app.add_typer(policy.app, name="policy")
app.command(epilog="Example: batchdesk apply --policy layers/policy/policy.yaml")(apply.apply)
app.add_typer(lab.app, name="lab")
app.add_typer(ledger.app, name="ledger")
