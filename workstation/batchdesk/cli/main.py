"""Console entry point: one clear line on stderr instead of a traceback."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import typer

from batchdesk.cli.app import app
from batchshares.errors import BatchdeskError

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 ok, 1 error, 2 usage, 130 interrupted."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    _print_anything()
    command = typer.main.get_command(app)
    try:
        code = command.main(
            args=None if arguments is None else list(arguments),
            prog_name="batchdesk",
            standalone_mode=False,
        )
    except typer.TyperException as error:
        return _fail(error.format_message(), error.exit_code)
    except typer.Exit as stop:
        return _ended(stop.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        return 1
    except BatchdeskError as error:
        return _fail(str(error), error.exit_code)
    except OSError as error:
        return _unwritten(error)
    return _ended(code) if isinstance(code, int) else 0


def _ended(code: int) -> int:
    """Typer makes Ctrl-C a silent exit: a person is told."""
    return _fail("interrupted", code) if code == INTERRUPTED else code


def _unwritten(error: OSError) -> int:
    """A full disk is the person's to mend; any other failure is ours and keeps its traceback."""
    if error.errno not in (errno.ENOSPC, errno.EDQUOT):
        raise error
    where = error.filename or "the output"
    return _fail(f"cannot write {where}: {error.strerror}: make room there", 1)


def _print_anything() -> None:
    """What the terminal's encoding cannot show is escaped rather than a failure."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # None where the shell closed it
            stream.reconfigure(errors="backslashreplace")


def _fail(message: str, code: int) -> int:
    if message:  # typer's help for a group without a command is told already
        print(f"batchdesk: {message}", file=sys.stderr)
    return code
