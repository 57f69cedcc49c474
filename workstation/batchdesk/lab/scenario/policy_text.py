"""The policy of a scenario: its own file, or the part of the scenario file that holds it."""

from __future__ import annotations

from pathlib import Path

from policycompiler.document import Document


def inline(text: str, document: Document) -> str:
    """Blank out all of a scenario file but its `policy:`, so that every place stays true.

    What is left is a policy file of its own: a mapping may be indented as a whole.
    """
    lines = text.splitlines()
    first, column = document.values[("policy",)]
    key_line, _ = document.keys[("policy",)]
    later = [line for path, (line, _) in document.keys.items() if len(path) == 1]
    end = min((line for line in later if line > key_line), default=len(lines) + 1)
    kept = lines[first - 1 : end - 1]
    kept[0] = " " * (column - 1) + kept[0][column - 1 :]
    return "\n".join([*[""] * (first - 1), *kept]) + "\n"


def beside(scenario: Path, named: str) -> Path:
    """A policy file named in a scenario, seen from that file."""
    return (scenario.parent / named).resolve()
