"""JSON that somebody sent: read, or one ValueError in plain words, whatever it is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

DEEPEST = 100
"""Levels. Python copies and prints what it holds level by level, and has room for a few hundred."""


def read_json(text: str | bytes) -> Any:
    """The value of a text; ValueError if it is no JSON, or nested too deeply to work with."""
    try:
        value = json.loads(text)
        too_deep = _is_too_deep(value)
    except RecursionError:
        too_deep = True
    if too_deep:
        raise ValueError(f"it is nested deeper than {DEEPEST} levels")
    return value


def _is_too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [child for one in level for child in _children(one)]
        if not level:
            return False
    return True


def _children(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
