"""Pages of a list. A token names the last row shown, so rows may come and go meanwhile."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable
from typing import TypeVar

from batchdesk.emulator.errors import ClientException

Row = TypeVar("Row")
Key = tuple[int, str]


def page(
    rows: Iterable[Row], key: Callable[[Row], Key], size: int, token: str | None
) -> tuple[list[Row], str | None]:
    """Return up to `size` rows after the token's, ordered by key, and the next token."""
    after = None if token is None else _read(token)
    ordered = sorted((row for row in rows if after is None or key(row) > after), key=key)
    shown = ordered[:size]
    more = len(ordered) > size
    return shown, _write(key(shown[-1])) if more else None


def _write(key: Key) -> str:
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode()


def _read(token: str) -> Key:
    try:
        number, name = json.loads(base64.urlsafe_b64decode(token.encode()))
        return int(number), str(name)
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise ClientException("nextToken is not one that this list has given out") from None
