"""The FILE of `--info`: where everything is, written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from batchdesk.lab.errors import LabError


def write_info(path: Path, info: Mapping[str, str]) -> None:
    """Write the file in one move, so that whoever waits for it never reads half of it."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(json.dumps(dict(info), indent=2) + "\n", "utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise LabError(f"cannot write --info {path}: {error.strerror}") from error
