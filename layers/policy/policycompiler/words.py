"""How messages quote values, list choices and guess what was meant."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence

LONGEST_QUOTE = 60
MOST_CHOICES = 15


def quote(value: object) -> str:
    """Quote a value as YAML would show it, cut where it is long."""
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."


def one_of(choices: Iterable[str]) -> str:
    """List choices for a sentence: "a, b or c"; long lists are cut."""
    shown = list(choices)
    if len(shown) > MOST_CHOICES:
        return ", ".join(shown[:MOST_CHOICES]) + ", ..."
    if len(shown) < 2:
        return "".join(shown) or "nothing"
    return ", ".join(shown[:-1]) + " or " + shown[-1]


def did_you_mean(word: str, choices: Sequence[str]) -> str:
    """Return " Did you mean x?" where one choice is near, else nothing."""
    folded = {choice.lower(): choice for choice in choices}
    if len(word) > 4 * LONGEST_QUOTE:
        return ""
    near = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.6)
    return f" Did you mean {folded[near[0]]}?" if near else ""


def unknown(kind: str, word: str, choices: Sequence[str]) -> str:
    """Say that a named thing does not exist, what does, and what was likely meant."""
    guess = did_you_mean(word, choices)
    return f"there is no {kind} {quote(word)}; known: {one_of(choices)}.{guess}"


def sentence(message: str) -> str:
    """End a message as a sentence, once."""
    return message if message.endswith((".", "?")) else message + "."


def dotted(path: Iterable[str | int]) -> str:
    """Join a path with dots: queues.training.shares.research."""
    return ".".join(str(step) for step in path)
