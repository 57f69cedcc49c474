"""Check a policy file: everything that is wrong with it, at once."""

from __future__ import annotations

from typing import Any

from batchshares.errors import PolicyError
from policycompiler.compiled import compiled
from policycompiler.document import Document, read
from policycompiler.findings import Finding, Problem, as_line, errors, in_order
from policycompiler.models.policy_file import PolicyFile
from policycompiler.place import Place
from policycompiler.rules import broken
from policycompiler.structure import check_structure


def check_text(text: str, path: str) -> list[Finding]:
    """Return all findings in the file's order; never raises, whatever the text is.

    `path` is the file's name, for messages.
    """
    return _check(text, path)[1]


def compile_text(text: str, path: str) -> str:
    """Return the compiled policy (policy.json's text); PolicyError lists all errors."""
    policy, findings = _check(text, path)
    wrong = errors(findings)
    if policy is None or wrong:
        raise PolicyError("\n".join(as_line(finding, path) for finding in wrong))
    return compiled(policy)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the policy file, for editors."""
    described = PolicyFile.model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **described}


def _check(text: str, path: str) -> tuple[PolicyFile | None, list[Finding]]:
    document = read(text)
    if document.findings and document.value is None:
        return None, in_order(document.findings)
    if not isinstance(document.value, dict):
        return None, [_no_policy(document, path)]
    policy, problems = check_structure(document.value)
    found = [*problems, *broken(Place(document.value))]
    return policy, in_order([*document.findings, *(document.locate(one) for one in found)])


def _no_policy(document: Document, path: str) -> Finding:
    wrong = "is empty" if document.value is None else "holds no fields"
    message = f"{path} {wrong}: a policy begins with version: 1 and has queues and teams"
    return document.locate(Problem((), message))
