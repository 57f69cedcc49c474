"""SIGTERM, treated like Ctrl-C: what happened so far is written down."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from batchshares.errors import BatchdeskError


class TerminatedError(BatchdeskError):
    """SIGTERM ended the command; the code is what a shell gives for that signal."""

    exit_code = 128 + signal.SIGTERM


@contextmanager
def sigterm_like_ctrl_c() -> Iterator[None]:
    """SIGTERM interrupts what runs inside as Ctrl-C does, then is a TerminatedError.

    Not an error where it strikes: a function of the stack may be running there, and the lab takes
    its errors for the function's own.
    """
    received: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    except KeyboardInterrupt:
        if not received:
            raise
        raise TerminatedError("terminated") from None
    finally:
        signal.signal(signal.SIGTERM, before)
