"""A scenario that cannot be played."""

from __future__ import annotations

from collections.abc import Sequence

from batchshares.errors import BatchdeskError
from policycompiler.findings import Finding, as_line


class ScenarioError(BatchdeskError):
    """The scenario file is missing or wrong; the message lists every mistake with its place."""

    @classmethod
    def of(cls, name: str, findings: Sequence[Finding]) -> ScenarioError:
        """All mistakes of one file, one line each."""
        count = "1 mistake" if len(findings) == 1 else f"{len(findings)} mistakes"
        lines = [as_line(finding, name) for finding in findings]
        return cls("\n".join([f"{name} has {count}:", *lines]))
