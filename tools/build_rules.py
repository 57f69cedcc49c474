"""What `make build` keeps of `sam build`'s result: `python -m tools.build_rules .aws-sam/build`.

The layer must hold what runs and nothing else, start without anything of this machine, and carry a
policy that the functions can load.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from batchshares.domain.policy import load_policy
from batchshares.errors import PolicyError

SHARED_PACKAGE = Path("layers/batchshares/batchshares")
LARGEST_LAYER_MB = 24
"""Unpacked, with bytecode; unpruned it is 48 MB, and Lambda unpacks it at every cold start."""

NOT_SHIPPED = ("batchdesk", "moto", "policycompiler", "pydantic", "samtranslator", "typer")
UNUSED_SUFFIXES = (".pyi", ".gz")
START = """
import sys
sys.path[:0] = sys.argv[1:]
import boto3
from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import EphemeralMetrics
from pathlib import Path
for service in Path(boto3.__file__).parents[1].joinpath("botocore/data").iterdir():
    if service.is_dir():
        boto3.client(service.name, region_name="eu-central-1",
                     aws_access_key_id="none", aws_secret_access_key="none")
import app
app.handler
"""


def violations(build: Path, package: Path = SHARED_PACKAGE) -> list[str]:
    """Return one line for each thing that is missing or too much in a build folder."""
    layer = build / "BatchsharesLayer" / "python"
    if not layer.is_dir():
        return [f"{layer}: is missing. Run make build."]
    return [*_package(layer, package), *_weight(layer), *_policy(build), *_function(build)]


def does_not_start(build: Path) -> list[str]:
    """Load the function on the layer alone, without site-packages; return the last line if not."""
    paths = (build / "RecordPreemption", build / "BatchsharesLayer" / "python")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", START, *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return []
    reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    return [f"RecordPreemption: does not start on its layer alone: {reason}"]


def _package(layer: Path, package: Path) -> Iterator[str]:
    for source in sorted(package.rglob("*.py")):
        shipped = layer / package.name / source.relative_to(package)
        if not shipped.is_file() or shipped.read_bytes() != source.read_bytes():
            yield f"BatchsharesLayer: {shipped.relative_to(layer)} is not the one here. Rebuild."
    for name in ("boto3", "botocore", "aws_lambda_powertools"):
        if not (layer / name).is_dir():
            yield f"BatchsharesLayer: {name} is missing. See requirements.txt."


def _weight(layer: Path) -> Iterator[str]:
    for name in NOT_SHIPPED:
        if (layer / name).exists():
            yield f"BatchsharesLayer: {name} must not be shipped. See requirements.txt."
    files = [path for path in layer.rglob("*") if path.is_file()]
    unused = [name for name in (path.relative_to(layer) for path in files) if _is_unused(name)]
    for dead in unused[:3]:
        yield f"BatchsharesLayer: {dead} is dead weight. Let prune.py drop it."
    megabytes = sum(path.stat().st_size for path in files) / 1e6
    if megabytes > LARGEST_LAYER_MB:
        yield f"BatchsharesLayer: {megabytes:.0f} MB is over {LARGEST_LAYER_MB}. See prune.py."


def _is_unused(name: Path) -> bool:
    """dateutil reads its packed zones at run time; nothing else packed or typed is needed."""
    return "dateutil" not in name.parts and (
        name.suffix in UNUSED_SUFFIXES or "tests" in name.parts
    )


def _policy(build: Path) -> Iterator[str]:
    compiled = build / "PolicyLayer" / "policy" / "policy.json"
    if not compiled.is_file():
        yield "PolicyLayer: policy/policy.json is missing. See layers/policy/Makefile."
        return
    try:
        load_policy(compiled.read_text(encoding="utf-8"))
    except PolicyError as error:
        yield f"PolicyLayer: the functions cannot load policy.json: {error}"
    for extra in sorted(path.name for path in compiled.parent.parent.iterdir()):
        if extra != "policy":
            yield f"PolicyLayer: {extra} does not belong there, only policy/policy.json."


def _function(build: Path) -> Iterator[str]:
    found = sorted(path.name for path in (build / "RecordPreemption").glob("*"))
    if found != ["app.py"]:
        yield f"RecordPreemption: holds {found}. It must be app.py alone; the rest is in the layer."


def main(arguments: list[str]) -> int:
    """Check the build folder named by the only argument; print what is wrong, else its size."""
    if len(arguments) != 1:
        print("usage: python -m tools.build_rules .aws-sam/build", file=sys.stderr)
        return 2
    build = Path(arguments[0])
    lines = violations(build) or does_not_start(build)
    for line in lines:
        print(f"build: {line}", file=sys.stderr)
    if not lines:
        size = sum(path.stat().st_size for path in build.rglob("*") if path.is_file())
        print(f"build: {size / 1e6:.1f} MB unpacked, starts on its layer alone")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
