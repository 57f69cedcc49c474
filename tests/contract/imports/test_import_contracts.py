"""Each import contract of pyproject.toml breaks on the one import it is there to refuse.

The tree is a small one with every room and nothing in it; `make check` reads the real one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOMS = (
    "batchshares/adapters/ledger.py",
    "batchshares/domain/cause.py",
    "batchshares/domain/record.py",
    "batchshares/errors.py",
    "batchshares/events.py",
    "batchshares/observability.py",
    "batchshares/settings.py",
    "batchshares/usecases/record_preemption.py",
    "batchdesk/aws/clients.py",
    "batchdesk/cli/app.py",
    "batchdesk/emulator/backend.py",
    "batchdesk/lab/boot.py",
    "batchdesk/planning/plan.py",
    "batchdesk/scheduler/book.py",
    "policycompiler/check.py",
)
FUNCTIONS = ("functions/record_preemption/app.py", "functions/notify_team/app.py")

VIOLATIONS = {
    "a function imports the desk": (
        "functions/record_preemption/app.py",
        "import batchdesk.lab.boot",
        "functions and batchdesk stand on batchshares",
    ),
    "the lab imports a function": (
        "batchdesk/lab/boot.py",
        "import functions.record_preemption.app",
        "functions and batchdesk stand on batchshares",
    ),
    "a use case imports an adapter": (
        "batchshares/usecases/record_preemption.py",
        "import batchshares.adapters.ledger",
        "inside batchshares",
    ),
    "the domain imports the wire": (
        "batchshares/domain/cause.py",
        "import batchshares.events",
        "inside batchshares",
    ),
    "the error tree reads the settings": (
        "batchshares/errors.py",
        "import batchshares.settings",
        "inside batchshares",
    ),
    "a room of batchshares has no place": (
        "batchshares/helpers.py",
        "",
        "inside batchshares",
    ),
    "the emulator imports the lab": (
        "batchdesk/emulator/backend.py",
        "import batchdesk.lab.boot",
        "inside batchdesk",
    ),
    "a room of batchdesk has no place": (
        "batchdesk/misc.py",
        "",
        "inside batchdesk",
    ),
    "the scheduler reads the clock": (
        "batchdesk/scheduler/book.py",
        "import time",
        "domain, usecases, planning and scheduler are pure",
    ),
    "the domain imports the SDK": (
        "batchshares/domain/cause.py",
        "import boto3",
        "domain, usecases, planning and scheduler are pure",
    ),
    "a use case reads the environment": (
        "batchshares/usecases/record_preemption.py",
        "import os",
        "domain, usecases, planning and scheduler are pure",
    ),
    "a use case imports the settings": (
        "batchshares/usecases/record_preemption.py",
        "import batchshares.settings",
        "domain, usecases, planning and scheduler are pure",
    ),
    "planning throws dice": (
        "batchdesk/planning/plan.py",
        "import random",
        "domain, usecases, planning and scheduler are pure",
    ),
    "the policy compiler imports an adapter": (
        "policycompiler/check.py",
        "import batchshares.adapters.ledger",
        "policycompiler stands on batchshares.domain",
    ),
    "the shared package imports pydantic": (
        "batchshares/adapters/ledger.py",
        "import pydantic",
        "what runs in Lambda",
    ),
    "a function imports the policy compiler": (
        "functions/record_preemption/app.py",
        "import policycompiler.check",
        "what runs in Lambda",
    ),
    "a function imports another": (
        "functions/record_preemption/app.py",
        "import functions.notify_team.app",
        "functions know nothing of each other",
    ),
    "two modules import each other": (
        "batchshares/domain/record.py",
        "import batchshares.domain.cause",
        "no circles",
    ),
}
OTHER_HALF = {"two modules import each other": ("batchshares/domain/cause.py", "record")}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Lay out every room, empty, under the project's own contracts."""
    shutil.copy("pyproject.toml", tmp_path)
    for name in (*ROOMS, *FUNCTIONS):
        _write(tmp_path / name, "")
    for name in ROOMS:
        for folder in list((tmp_path / name).relative_to(tmp_path).parents)[:-1]:
            _write(tmp_path / folder / "__init__.py", "")
    return tmp_path


def test_the_rooms_as_they_are_keep_all_contracts(house: Path) -> None:
    assert _broken(house) == []


@pytest.mark.parametrize("kind", VIOLATIONS)
def test_a_forbidden_import_breaks_its_contract_by_name(kind: str, house: Path) -> None:
    place, line, contract = VIOLATIONS[kind]
    _write(house / place, f"{line}\n")
    if kind in OTHER_HALF:
        other, imported = OTHER_HALF[kind]
        _write(house / other, f"import batchshares.domain.{imported}\n")
    assert [name for name in _broken(house) if name.startswith(contract)]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _broken(house: Path) -> list[str]:
    """Run lint-imports on the house; return the names of the contracts that broke."""
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    names = [
        line.removesuffix(" BROKEN") for line in done.stdout.splitlines() if line.endswith("BROKEN")
    ]
    assert done.returncode == (1 if names else 0), done.stdout + done.stderr
    return names
