"""The stack's functions: `app.py` loaded from its folder, as SAM does, never as a package."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from batchdesk.lab.errors import TemplateError
from batchdesk.lab.stack.deploy import Stack
from batchdesk.lab.stack.template import FUNCTION, Template

Handler = Callable[[dict[str, Any], Any], Any]
Build = Callable[[Mapping[str, str], Any], Handler]


@dataclass(frozen=True)
class Function:
    """A function of the stack. `stem` is its folder's name, `timeout_s` is in seconds."""

    logical_id: str
    stem: str
    name: str
    arn: str
    timeout_s: int
    memory_mb: int
    environ: Mapping[str, str]
    build: Build


def load_functions(template: Template, stack: Stack, environ: Mapping[str, str]) -> list[Function]:
    """All functions with the environment the stack gave them, `environ` laid over it."""
    handlers = template.resources(FUNCTION)
    shared = template.body.get("Globals", {}).get("Function", {})
    return [
        _load(logical_id, folder, shared | handlers[logical_id], stack, environ)
        for logical_id, folder in template.code_folders().items()
    ]


def _load(
    logical_id: str,
    folder: Path,
    properties: Mapping[str, Any],
    stack: Stack,
    environ: Mapping[str, str],
) -> Function:
    from moto.awslambda.utils import get_backend

    made = get_backend(stack.account, stack.region).get_function(stack.physical[logical_id])
    module_name = str(properties.get("Handler", "app.handler")).rpartition(".")[0]
    own = {key: str(value) for key, value in made.environment_vars.items()}
    return Function(
        logical_id=logical_id,
        stem=folder.name,
        name=made.function_name,
        arn=made.function_arn,
        timeout_s=int(made.timeout),
        memory_mb=int(made.memory_size),
        environ=own | dict(environ),
        build=_build_of(_module(logical_id, folder / f"{module_name}.py")),
    )


def _module(logical_id: str, path: Path) -> ModuleType:
    name = f"batchdesk_lab_function_{logical_id}"
    spec = importlib.util.spec_from_file_location(name, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise TemplateError(f"the code of {logical_id} is missing: {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def _build_of(module: ModuleType) -> Build:
    build: Build | None = getattr(module, "build", None)
    if build is None:
        raise TemplateError(f"{module.__file__} has no build(environ, clock)")
    return build
