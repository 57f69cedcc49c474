"""The findings of a policy check as lines of at most 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from batchdesk.cli.printable import printable

if TYPE_CHECKING:
    from policycompiler import Finding

WIDTH = 80
INDENT = "    "


def findings_table(findings: Sequence[Finding], name: str) -> Iterator[str]:
    """Render errors first, then warnings, each in the file's order, and how many there are."""
    for level in ("error", "warning"):
        for finding in findings:
            if finding.level == level:
                place = f"{name}:{finding.line}:{finding.column}"
                yield printable(f"{place} {level:<8} {finding.path}".rstrip())
                yield from _wrapped(finding.message)
    if findings:
        counts = [_count(findings, level) for level in ("error", "warning")]
        yield ", ".join(count for count in counts if count)


def _wrapped(message: str) -> list[str]:
    return textwrap.wrap(
        printable(message),
        WIDTH,
        initial_indent=INDENT,
        subsequent_indent=INDENT,
        break_on_hyphens=False,
    )


def _count(findings: Sequence[Finding], level: str) -> str:
    number = sum(finding.level == level for finding in findings)
    return f"{number} {level}{'' if number == 1 else 's'}" if number else ""
