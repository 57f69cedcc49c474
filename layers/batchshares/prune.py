"""Cut a layer's python folder down to what runs in Lambda: `python prune.py FOLDER`.

Needs nothing but the standard library, as `sam build` runs it in a bare copy of this folder.
botocore ships the models of some 400 services with their documentation; loading and unpacking
them is most of a cold start.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SERVICES = frozenset({"batch", "dynamodb", "sqs"})
"""The services that adapters make clients for; tests/contract keeps it so."""

UNUSED = ("bin", "boto3/examples", "aws_lambda_powertools/event_handler/openapi/swagger_ui")
UNUSED_FOLDERS = frozenset({"__pycache__", "tests"})
UNUSED_SUFFIXES = frozenset({".pyc", ".pyi"})
KEPT_OF_DIST_INFO = frozenset({"METADATA", "LICENSE", "licenses"})


def main(arguments: list[str]) -> int:
    """Prune the folder named by the only argument; print what is left."""
    if len(arguments) != 1 or not Path(arguments[0], "botocore").is_dir():
        print(
            "usage: prune.py FOLDER, one that pip has filled (it holds botocore)", file=sys.stderr
        )
        return 2
    root = Path(arguments[0])
    before = size(root)
    prune(root)
    print(f"layer: {before / 1e6:.1f} MB pruned to {size(root) / 1e6:.1f} MB")
    return 0


def prune(root: Path) -> None:
    """Remove what Lambda never reads from a folder that pip has filled."""
    for unused in _unused(root):
        _remove(unused)
    for model in (root / "botocore" / "data").rglob("*.json.gz"):
        _strip_model(model)
    _cut_endpoints(root / "botocore" / "data" / "endpoints.json")


def size(root: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.stat().st_size for path in root.rglob("*") if path.is_file())


def _unused(root: Path) -> list[Path]:
    return [
        *(root / name for name in UNUSED),
        *_other_services(root / "botocore" / "data"),
        *_other_services(root / "boto3" / "data"),
        *(path for path in root.rglob("examples-1.json*")),
        *(path for path in root.rglob("*") if path.name in UNUSED_FOLDERS and path.is_dir()),
        *(path for path in root.rglob("*") if path.suffix in UNUSED_SUFFIXES),
        *(path for path in root.glob("*.dist-info/*") if path.name not in KEPT_OF_DIST_INFO),
    ]


def _other_services(data: Path) -> Iterator[Path]:
    for path in data.iterdir():
        if path.is_dir() and path.name not in SERVICES:
            yield path


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _strip_model(packed: Path) -> None:
    """Replace a packed model by a plain one without documentation: quicker to load."""
    model = json.loads(gzip.decompress(packed.read_bytes()))
    plain = json.dumps(_without_documentation(model), separators=(",", ":"))
    packed.with_suffix("").write_text(plain, encoding="utf-8")
    packed.unlink()


def _without_documentation(value: Any) -> Any:
    """A text under `documentation` is prose; a mapping there is a member of that name."""
    if isinstance(value, list):
        return [_without_documentation(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _without_documentation(item)
        for key, item in value.items()
        if not (key == "documentation" and isinstance(item, str))
    }


def _cut_endpoints(endpoints: Path) -> None:
    content = json.loads(endpoints.read_text(encoding="utf-8"))
    for partition in content["partitions"]:
        partition["services"] = {
            name: service
            for name, service in partition["services"].items()
            if name in SERVICES or name == "streams.dynamodb"
        }
    endpoints.write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
