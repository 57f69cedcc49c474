"""What the check found: one finding per mistake, with its place in the file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning"]
Step = str | int
Path = tuple[Step, ...]


@dataclass(frozen=True)
class Finding:
    """A mistake (error) or a likely surprise (warning); line and column count from 1."""

    level: Level
    line: int
    column: int
    path: str
    message: str


@dataclass(frozen=True)
class Problem:
    """A finding that still names its place by path; `at_key` points at the field's name."""

    path: Path
    message: str
    level: Level = "error"
    at_key: bool = False


def warning(path: Path, message: str) -> Problem:
    """A problem that does not stop the policy from being used."""
    return Problem(path, message, level="warning")


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Sort by place in the file, each finding once."""
    return sorted(
        set(findings), key=lambda one: (one.line, one.column, one.level, one.path, one.message)
    )


def errors(findings: Iterable[Finding]) -> list[Finding]:
    """Keep only what stops the policy from being used."""
    return [finding for finding in findings if finding.level == "error"]


def as_line(finding: Finding, name: str) -> str:
    """Render for a build log: file:line:column, level, field, message."""
    place = f"{name}:{finding.line}:{finding.column}"
    field = f"{finding.path}: " if finding.path else ""
    return f"{place}: {finding.level}: {field}{finding.message}"
