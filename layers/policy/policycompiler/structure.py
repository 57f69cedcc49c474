"""What pydantic says about the file's shape, in words for an admin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from policycompiler.findings import Path, Problem
from policycompiler.models.policy_file import PolicyFile
from policycompiler.models.section import Section
from policycompiler.words import did_you_mean, one_of, quote

S = TypeVar("S", bound=Section)
_KEY = "[key]"
_SWITCHES = {True: "on", False: "off"}
_SHAPES = {
    "model_type": "fields, one per line",
    "dict_type": "names with a value each",
    "list_type": "a list",
}


def empties(value: Any, path: Path = ()) -> Iterator[Problem]:
    """Find fields without a value; a whole section may be left empty."""
    for step, inside in _children(value):
        if inside is None and path:
            message = f"{step} is empty: give it a value or remove it"
            yield Problem((*path, step), message, at_key=True)
        yield from empties(inside, (*path, step))


def _children(value: Any) -> Iterable[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def without_empties(value: Any) -> Any:
    """Drop what has no value, so that it is not reported twice."""
    if isinstance(value, dict):
        return {key: without_empties(one) for key, one in value.items() if one is not None}
    return [without_empties(one) for one in value] if isinstance(value, list) else value


def check_structure(value: Any) -> tuple[PolicyFile | None, list[Problem]]:
    """Validate the shape: the policy, or everything that keeps it from being one."""
    return check_shape(value, PolicyFile)


def check_shape(value: Any, root: type[S]) -> tuple[S | None, list[Problem]]:
    """Validate the shape of any file whose whole is a `root` section."""
    try:
        return root.model_validate(without_empties(value)), list(empties(value))
    except ValidationError as error:
        found = list(empties(value))
        told = {problem.path for problem in found}
        problems = (_problem(detail, root) for detail in error.errors(include_url=False))
        return None, found + [problem for problem in problems if problem.path not in told]


def _problem(detail: ErrorDetails, root: type[Section]) -> Problem:
    path: Path = tuple(step for step in detail["loc"] if step != _KEY)
    kind, value = detail["type"], detail["input"]
    if kind == "missing":
        return Problem(path, f"{path[-1]} is missing{_purpose(path, root)}", at_key=True)
    if kind == "extra_forbidden":
        return Problem(path, _unknown_field(path, root), at_key=True)
    return Problem(path, _wrong_value(detail, kind, value), at_key=_KEY in detail["loc"])


def _wrong_value(detail: ErrorDetails, kind: str, value: Any) -> str:
    if kind == "literal_error":
        choices = re.findall(r"'([^']*)'", detail["ctx"]["expected"]) or [detail["ctx"]["expected"]]
        word = _SWITCHES.get(value, value) if isinstance(value, bool) else value
        guess = did_you_mean(word, choices) if isinstance(word, str) else ""
        return f"{quote(value)} is not allowed; allowed: {one_of(choices)}.{guess}"
    if kind in _SHAPES:
        return f"{quote(value)} is not allowed here: it must hold {_SHAPES[kind]}"
    if kind == "int_parsing_size":
        return f"{quote(value)} is not allowed; it has too many digits"
    return detail["msg"]


def _purpose(path: Path, root: type[Section]) -> str:
    model = _model_at(path[:-1], root)
    field = _fields(model).get(str(path[-1])) if model else None
    return f". {field}" if field else ""


def _unknown_field(path: Path, root: type[Section]) -> str:
    known = list(_fields(_model_at(path[:-1], root)))
    word = str(path[-1])
    return f"unknown field {quote(word)}; known: {one_of(known)}.{did_you_mean(word, known)}"


def _fields(model: type[BaseModel] | None) -> Mapping[str, str]:
    fields = model.model_fields if model else {}
    return {field.alias or name: field.description or "" for name, field in fields.items()}


def _model_at(path: Sequence[str | int], root: type[Section]) -> type[BaseModel] | None:
    """Follow field names through the models to the one that holds this path."""
    kind: Any = root
    for step in path:
        model = _model_in(kind)
        if model is not None:
            named = {field.alias or name: field for name, field in model.model_fields.items()}
            kind = named[str(step)].annotation if str(step) in named else None
        else:
            kind = get_args(_container(kind))[-1]
    return _model_in(kind)


def _model_in(kind: Any) -> type[BaseModel] | None:
    options = [kind, *(() if get_origin(kind) in (dict, list) else get_args(kind))]
    return next(
        (one for one in options if isinstance(one, type) and issubclass(one, Section)), None
    )


def _container(kind: Any) -> Any:
    options = [kind, *get_args(kind)]
    return next(one for one in options if get_origin(one) in (dict, list))
