"""The prune step cuts what Lambda never reads, and keeps each service that adapters call."""

from __future__ import annotations

import ast
import gzip
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

LAYER = Path("layers/batchshares")
STUBS = "mypy_boto3_"
KEPT = ("boto3/session.py", "six-1.dist-info/METADATA")
PIP_LEAVES = (
    "bin/jp.py",
    "boto3/data/ec2/resources-1.json",
    "boto3/session.pyi",
    "six-1.dist-info/RECORD",
    "six/tests/test_six.py",
)


@pytest.fixture(scope="module")
def prune() -> ModuleType:
    """Load prune.py by its path: it is the build's, no package holds it."""
    spec = importlib.util.spec_from_file_location("layer_prune", LAYER / "prune.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    """Lay out a folder as pip fills it, small."""
    model = {
        "documentation": "<p>long</p>",
        "shapes": {"Job": {"members": {"documentation": {"shape": "Text", "documentation": "x"}}}},
    }
    data = tmp_path / "botocore" / "data"
    for service in ("batch", "ec2"):
        _pack(data / service / "2016-08-10" / "service-2.json.gz", model)
        _pack(data / service / "2016-08-10" / "examples-1.json.gz", {})
    endpoints: object = {
        "partitions": [{"services": {"batch": {}, "ec2": {}, "streams.dynamodb": {}}}]
    }
    (data / "endpoints.json").write_text(json.dumps(endpoints), encoding="utf-8")
    for name in (*KEPT, *PIP_LEAVES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    return tmp_path


def _pack(path: Path, model: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(json.dumps(model).encode()))


def test_only_what_runs_is_left(prune: ModuleType, layer: Path) -> None:
    prune.prune(layer)
    left = {str(path.relative_to(layer)) for path in layer.rglob("*") if path.is_file()}
    assert left == {
        *KEPT,
        "botocore/data/batch/2016-08-10/service-2.json",
        "botocore/data/endpoints.json",
    }


def test_prose_goes_and_a_member_named_documentation_stays(prune: ModuleType, layer: Path) -> None:
    prune.prune(layer)
    model = layer / "botocore/data/batch/2016-08-10/service-2.json"
    assert json.loads(model.read_text(encoding="utf-8")) == {
        "shapes": {"Job": {"members": {"documentation": {"shape": "Text"}}}}
    }


def test_endpoints_know_the_kept_services_only(prune: ModuleType, layer: Path) -> None:
    prune.prune(layer)
    endpoints = json.loads((layer / "botocore/data/endpoints.json").read_text(encoding="utf-8"))
    assert endpoints["partitions"][0]["services"] == {"batch": {}, "streams.dynamodb": {}}


def test_a_folder_that_pip_did_not_fill_is_refused(
    prune: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prune.main([str(tmp_path)]) == 2
    assert "one that pip has filled" in capsys.readouterr().err


def test_every_client_that_shipped_code_types_is_kept(prune: ModuleType) -> None:
    asked = set(_clients())
    assert asked
    assert asked <= prune.SERVICES


def _clients() -> Iterator[str]:
    """Yield each service whose typed client shipped code imports: adapters type them all."""
    for source in (*LAYER.joinpath("batchshares").rglob("*.py"), *Path("functions").rglob("*.py")):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.ImportFrom(module=str(module)) if module.startswith(STUBS):
                    yield module.removeprefix(STUBS).partition(".")[0]


def test_the_layer_ships_the_versions_of_the_lock() -> None:
    locked = _pins(Path("constraints.txt"))
    shipped = _pins(LAYER / "requirements.txt")
    assert {"boto3", "aws-lambda-powertools"} <= shipped.keys()
    assert {name: locked[name] for name in shipped} == shipped


def _pins(path: Path) -> dict[str, str]:
    lines = [line.split(";")[0].strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return dict(line.split("==") for line in lines if "==" in line)
