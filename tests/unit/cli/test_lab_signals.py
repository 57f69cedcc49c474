"""SIGTERM ends what runs as Ctrl-C does, and is told apart from it."""

from __future__ import annotations

import signal

import pytest

from batchdesk.cli.lab_signals import TerminatedError, sigterm_like_ctrl_c


def run_a_function(done: list[str]) -> None:
    """SIGTERM comes while a function runs, whose errors the lab takes for its own."""
    try:
        signal.raise_signal(signal.SIGTERM)
    except Exception:  # noqa: BLE001 - as the lab does
        done.append("taken for the function's error")
    finally:
        done.append("files")


def test_sigterm_passes_through_what_catches_errors() -> None:
    done: list[str] = []
    with pytest.raises(TerminatedError) as ended, sigterm_like_ctrl_c():
        run_a_function(done)
    assert (ended.value.exit_code, done) == (143, ["files"])


def test_ctrl_c_stays_ctrl_c() -> None:
    with pytest.raises(KeyboardInterrupt), sigterm_like_ctrl_c():
        raise KeyboardInterrupt


def test_afterwards_sigterm_is_what_it_was() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with sigterm_like_ctrl_c():
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before
