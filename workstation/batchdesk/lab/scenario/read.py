"""Read a scenario file: checked whole, every mistake with its place, or a frozen Scenario."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from batchdesk.lab.errors import FaultError
from batchdesk.lab.faults.parse import parse_fault
from batchdesk.lab.scenario.build import build
from batchdesk.lab.scenario.errors import ScenarioError
from batchdesk.lab.scenario.file import ScenarioFile
from batchdesk.lab.scenario.model import Scenario
from batchdesk.lab.scenario.policy_text import beside, inline
from batchdesk.lab.scenario.rules import broken
from batchshares.domain.policy import Policy, load_policy
from batchshares.errors import PolicyError
from policycompiler.check import check_text, compile_text
from policycompiler.document import Document, read
from policycompiler.findings import Finding, Problem, errors, in_order
from policycompiler.place import Place
from policycompiler.structure import check_shape


def read_scenario(path: Path) -> Scenario:
    """Read and check a file; ScenarioError lists all that is wrong with it."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "is not text"
        raise ScenarioError(f"scenario {path} cannot be read: {why}") from error
    return parse_scenario(text, path)


def parse_scenario(text: str, path: Path) -> Scenario:
    """Check a scenario's text; `path` is its name, and where its policy is looked for."""
    document = read(text)
    if not isinstance(document.value, dict):
        raise ScenarioError.of(path.name, document.findings or [_nothing(document)])
    policy = _policy(text, document, path)
    shape, problems = check_shape(document.value, ScenarioFile)
    found = [*problems, *_faults(document), *broken(Place(document.value), policy.compiled)]
    findings = [*document.findings, *policy.findings, *(document.locate(one) for one in found)]
    if wrong := errors(in_order(findings)):
        raise ScenarioError.of(path.name, wrong)
    if shape is None or policy.compiled is None:
        raise ScenarioError(f"scenario {path} cannot be read")
    return build(path.stem, shape, policy.compiled, policy.text)


@dataclass
class _Found:
    """The scenario's policy, as far as it can be had."""

    text: str = ""
    compiled: Policy | None = None
    findings: list[Finding] = field(default_factory=list)


def _policy(text: str, document: Document, path: Path) -> _Found:
    value = document.value.get("policy")
    if isinstance(value, str):
        return _policy_file(document, beside(path, value), value)
    if not isinstance(value, dict):
        return _Found()  # its absence is told by the shape
    own = inline(text, document)
    findings = [_inside(finding) for finding in check_text(own, path.name)]
    return _Found(own, None if errors(findings) else _compiled(own, path.name), findings)


def _policy_file(document: Document, file: Path, named: str) -> _Found:
    try:
        text = file.read_text("utf-8")
        return _Found(text, _compiled(text, named))
    except OSError as error:
        message = f"{named} cannot be read: {error.strerror}"
    except PolicyError as error:
        message = f"{named} is not usable: {str(error).splitlines()[0]}"
    return _Found(findings=[document.locate(Problem(("policy",), message))])


def _compiled(text: str, name: str) -> Policy:
    return load_policy(compile_text(text, name))


def _inside(finding: Finding) -> Finding:
    where = f"policy.{finding.path}" if finding.path else "policy"
    return Finding(finding.level, finding.line, finding.column, where, finding.message)


def _faults(document: Document) -> Iterator[Problem]:
    faults: Any = document.value.get("faults")
    for place, fault in enumerate(faults if isinstance(faults, list) else []):
        try:
            parse_fault(fault)
        except FaultError as error:
            yield Problem(("faults", place), str(error))


def _nothing(document: Document) -> Finding:
    return document.locate(
        Problem((), "this is no scenario: it needs version, title, start, policy, steps")
    )
