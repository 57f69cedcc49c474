"""`batchdesk lab …`: a local AWS with the stack in it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from batchdesk.cli.formats import Format
from batchshares.errors import UsageError

app = typer.Typer(help="A local AWS that lends, borrows and preempts.", no_args_is_help=True)

UP_EXAMPLE = (
    "Example: batchdesk lab up --port 4566 --speed 60 --info lab.json; then, elsewhere: "
    "export AWS_ENDPOINT_URL=http://127.0.0.1:4566"
)


def _folder(given: str | Path) -> Path:
    """A folder that was named: to pathlib, no name at all is the current folder."""
    if given == "":
        raise UsageError("--out '': give a folder's name, or . for the current folder")
    return Path(given)


_Port = Annotated[int, typer.Option(help="Port on loopback; 0 takes any free one.")]
_Speed = Annotated[float, typer.Option(help="Lab seconds per second of the wall, at most.")]
_Info = Annotated[
    Path | None, typer.Option(help="Write where everything is into this file, once ready.")
]
_PolicyFile = Annotated[
    Path | None, typer.Option(help="The policy to run; default: the stack's own.")
]
_Template = Annotated[
    Path | None, typer.Option(help="The SAM template; default: the nearest template.yaml.")
]
_Stack = Annotated[str, typer.Option(help="The stack's name.")]
_Start = Annotated[
    datetime | None,
    typer.Option(
        help="Where the lab's time begins, UTC; default: now.",
        formats=["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%SZ"],
    ),
]
_Seed = Annotated[int | None, typer.Option(help="Makes all ids the same each time.")]
_StopSeconds = Annotated[
    float | None,
    typer.Option(
        help="How long a stop takes, in lab seconds; default: BATCHDESK_STOP_SECONDS, else 20."
    ),
]
_Shards = Annotated[int, typer.Option(help="Shards of the ledger's stream.")]


@app.command(epilog=UP_EXAMPLE)
def up(
    port: _Port = 4566,
    speed: _Speed = 1.0,
    info: _Info = None,
    policy: _PolicyFile = None,
    template: _Template = None,
    stack: _Stack = "batchdesk",
    start: _Start = None,
    seed: _Seed = None,
    stop_seconds: _StopSeconds = None,
    stream_shards: _Shards = 4,
) -> None:
    """Boot the local AWS, deploy template.yaml into it, and let its time flow until stopped."""
    from batchdesk.cli.lab_up import UpOptions, run_up

    run_up(
        UpOptions(
            port=port,
            speed=speed,
            info=info,
            policy=policy,
            template=template,
            stack=stack,
            start=start,
            seed=seed,
            stop_seconds=stop_seconds,
            stream_shards=stream_shards,
        )
    )


@app.command(epilog="Example: batchdesk lab run my-morning.yaml --out build/my-morning")
def run(
    scenario: Annotated[
        Path | None,
        typer.Argument(help="The scenario file; default: three teams share three nodes."),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(help="Where the report and the ledger go.", parser=_folder, metavar="PATH"),
    ] = Path("build/lab"),
    format_: Annotated[
        Format, typer.Option("--format", help="The story for people, or its outcome as JSON.")
    ] = Format.TABLE,
) -> None:
    """Play a scenario, tell its story, and exit 0 only if it came out as expected."""
    from batchdesk.cli.lab_run import run_lab

    run_lab(scenario, out, format_)
