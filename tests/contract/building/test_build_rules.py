"""`make build` refuses a result that lacks something, or carries what never runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from policycompiler import compile_text
from tools.build_rules import violations

POLICY = Path("layers/policy/policy.yaml")
MODULE = "ANSWER = 42\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The shared package as it lies in the repository: one module."""
    _write(tmp_path / "batchshares" / "cause.py", MODULE)
    return tmp_path / "batchshares"


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """Lay out a result as `sam build` leaves it, with one file per part."""
    layer = tmp_path / "build" / "BatchsharesLayer" / "python"
    for name in ("boto3", "botocore", "aws_lambda_powertools"):
        _write(layer / name / "__init__.py", "")
    _write(layer / "batchshares" / "cause.py", MODULE)
    compiled = compile_text(POLICY.read_text(encoding="utf-8"), POLICY.name)
    _write(tmp_path / "build" / "PolicyLayer" / "policy" / "policy.json", compiled)
    _write(tmp_path / "build" / "RecordPreemption" / "app.py", "")
    return tmp_path / "build"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


LAYER = "BatchsharesLayer/python"
MISTAKES: dict[str, tuple[Callable[[Path], object], str]] = {
    "an old module": (
        lambda build: _write(build / LAYER / "batchshares/cause.py", "ANSWER = 41\n"),
        "BatchsharesLayer: batchshares/cause.py is not the one here. Rebuild.",
    ),
    "a missing module": (
        lambda build: (build / LAYER / "batchshares/cause.py").unlink(),
        "BatchsharesLayer: batchshares/cause.py is not the one here. Rebuild.",
    ),
    "no SDK": (
        lambda build: (build / LAYER / "boto3").rename(build.parent / "boto3"),
        "BatchsharesLayer: boto3 is missing. See requirements.txt.",
    ),
    "a workstation package": (
        lambda build: _write(build / LAYER / "pydantic/__init__.py", ""),
        "BatchsharesLayer: pydantic must not be shipped. See requirements.txt.",
    ),
    "type stubs": (
        lambda build: _write(build / LAYER / "boto3/session.pyi", ""),
        "BatchsharesLayer: boto3/session.pyi is dead weight. Let prune.py drop it.",
    ),
    "an unpruned model": (
        lambda build: _write(build / LAYER / "botocore/data/ec2/model.json.gz", ""),
        "BatchsharesLayer: botocore/data/ec2/model.json.gz is dead weight. Let prune.py drop it.",
    ),
    "too much": (
        lambda build: _write(build / LAYER / "botocore/data.json", " " * 25_000_000),
        "BatchsharesLayer: 25 MB is over 24. See prune.py.",
    ),
    "no policy": (
        lambda build: (build / "PolicyLayer/policy/policy.json").unlink(),
        "PolicyLayer: policy/policy.json is missing. See layers/policy/Makefile.",
    ),
    "the policy's source": (
        lambda build: _write(build / "PolicyLayer/policy.yaml", "version: 1"),
        "PolicyLayer: policy.yaml does not belong there, only policy/policy.json.",
    ),
    "bytecode beside the handler": (
        lambda build: _write(build / "RecordPreemption/__pycache__/app.pyc", ""),
        "RecordPreemption: holds ['__pycache__', 'app.py']. It must be app.py alone; the rest is"
        " in the layer.",
    ),
}


def test_a_whole_build_is_not_complained_of(build: Path, package: Path) -> None:
    assert violations(build, package) == []


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_in_the_build_is_named(kind: str, build: Path, package: Path) -> None:
    make, line = MISTAKES[kind]
    make(build)
    assert violations(build, package) == [line]


def test_a_policy_that_functions_cannot_load_is_named(build: Path, package: Path) -> None:
    _write(build / "PolicyLayer/policy/policy.json", "{}")
    lines = violations(build, package)
    assert len(lines) == 1
    assert lines[0].startswith("PolicyLayer: the functions cannot load policy.json: ")


def test_nothing_built_says_what_to_run(tmp_path: Path) -> None:
    assert violations(tmp_path)[0].endswith("is missing. Run make build.")
