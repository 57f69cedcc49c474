"""Text of others on a terminal: job names, owners and reasons may hold anything."""

from __future__ import annotations


def printable(text: str) -> str:
    """Replace what would move the cursor, colour the screen or turn the writing around."""
    return "".join(one if one.isprintable() else "\ufffd" for one in text)
