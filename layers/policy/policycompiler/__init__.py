"""Checks policy.yaml and compiles it to policy.json, on the desk and in the build.

Never deployed: what the functions read is `batchshares.domain.policy`.
"""

from __future__ import annotations

from policycompiler.check import check_text, compile_text, schema
from policycompiler.findings import Finding, Level, as_line, errors

__all__ = ["Finding", "Level", "as_line", "check_text", "compile_text", "errors", "schema"]
