"""The FILE of `--info`: where everything is, written whole or not at all, while the lab lives."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from batchdesk.lab.errors import LabError


def forget_info(path: Path | None) -> None:
    """Remove what a lab that died has left, so that nobody takes it for this one's."""
    if path is None:
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise LabError(f"cannot replace --info {path}: {error.strerror}") from error


@contextmanager
def info_file(path: Path | None, info: Mapping[str, str]) -> Iterator[None]:
    """The file is there inside; afterwards it is gone, unless another lab has written its own."""
    if path is None:
        yield
        return
    text = json.dumps(dict(info), indent=2) + "\n"
    try:
        _write(path, text)
        yield
    finally:
        _remove(path, text)


def _write(path: Path, text: str) -> None:
    """Write the file in one move, so that whoever waits for it never reads half of it."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, "utf-8")
        draft.replace(path)
    except OSError as error:
        raise LabError(f"cannot write --info {path}: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)


def _remove(path: Path, text: str) -> None:
    with suppress(OSError, UnicodeDecodeError):  # the lab stops, whoever took the file away
        if path.read_text("utf-8") == text:
            path.unlink()
