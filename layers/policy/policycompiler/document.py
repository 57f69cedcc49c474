"""Read YAML into plain values that remember where each of them stands."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, ReusedAnchorWarning, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from policycompiler.findings import Finding, Path, Problem
from policycompiler.scalars import resolve
from policycompiler.words import dotted, quote, sentence

DEEPEST = 20
MOST_NODES = 50_000
LONGEST = 500_000  # characters; YAML reads about 100,000 a second
_PLAIN_TAGS = ("str", "int", "float", "bool", "null", "map", "seq", "timestamp", "binary")
Mark = tuple[int, int]


class _TooLargeError(Exception):
    """Aliases of aliases, or more lines than any policy has."""


@dataclass
class Document:
    """The values of a file, the places of keys and values, and what could not be read."""

    value: Any = None
    keys: dict[Path, Mark] = field(default_factory=dict)
    values: dict[Path, Mark] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    nodes: int = 0

    def locate(self, problem: Problem) -> Finding:
        """Turn a problem's path into line and column: its own, or the nearest above it."""
        path, places = problem.path, self.keys if problem.at_key else self.values
        while path and path not in places:
            path, places = path[:-1], self.values
        line, column = places.get(path, (1, 1))
        text = sentence(problem.message)
        return Finding(problem.level, line, column, self.name_of(problem.path), text)

    def name_of(self, path: Path) -> str:
        """Dot a path; an item of a list goes by its name where it has one."""
        return dotted(self._steps(path))

    def _steps(self, path: Path) -> Iterator[str]:
        value = self.value
        for step in path:
            value = _child(value, step)
            name = value.get("name") if isinstance(step, int) and isinstance(value, dict) else None
            yield name if isinstance(name, str) else str(step)


def _child(value: Any, step: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


def read(text: str) -> Document:
    """Read one YAML document; every failure becomes a finding, never an exception."""
    document = Document()
    if len(text) > LONGEST:
        document.findings.append(_whole(f"{len(text):,} characters: at most {LONGEST:,} are read"))
        return document
    try:
        root = _compose(text)
        if root is not None:
            document.value = _read(document, root, ())
    except MarkedYAMLError as error:
        document.findings.append(_marked(error))
    except (YAMLError, ValueError, OverflowError) as error:
        document.findings.append(_whole(f"this is not YAML: {_first_line(error)}"))
    except _TooLargeError:
        document.findings.append(_whole(f"more than {MOST_NODES:,} values: too many for a policy"))
    except RecursionError:
        document.findings.append(_whole("the file is nested too deeply to be a policy"))
    return document


def _compose(text: str) -> Node | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReusedAnchorWarning)
        node: Node | None = YAML(typ="safe", pure=True).compose(text)
    return node


def _read(document: Document, node: Node, path: Path) -> Any:
    document.values[path] = mark = _mark(node)
    document.nodes += 1
    if len(path) > DEEPEST:
        raise RecursionError
    if document.nodes > MOST_NODES:
        raise _TooLargeError
    if _own_tag(node):
        message = f"tags like {quote(str(node.tag))} have no meaning here; remove it"
        document.findings.append(Finding("error", *mark, dotted(path), sentence(message)))
        return None
    if isinstance(node, MappingNode):
        return _read_mapping(document, node, path)
    if isinstance(node, SequenceNode):
        return [_read(document, item, (*path, place)) for place, item in enumerate(node.value)]
    if isinstance(node, ScalarNode) and not _is_text(node):
        return resolve(node.value)
    return node.value


def _read_mapping(document: Document, node: MappingNode, path: Path) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for key, value in node.value:
        if refused := _refuse_key(key, content, document, path):
            place = (*_mark(key), dotted(path))
            document.findings.append(Finding("error", *place, sentence(refused)))
            continue
        document.keys[(*path, key.value)] = _mark(key)
        content[key.value] = _read(document, value, (*path, key.value))
    return content


def _refuse_key(key: Node, seen: dict[str, Any], document: Document, path: Path) -> str | None:
    if not isinstance(key, ScalarNode):
        return "a field's name must be a plain word"
    if key.value == "<<" and key.style is None:
        return "merging with << is not supported: write the fields out"
    if key.value in seen:
        line, _ = document.keys[(*path, key.value)]
        return f"{quote(key.value)} stands here twice, first in line {line}: keep one of them"
    return None


def _is_text(node: ScalarNode) -> bool:
    return node.style is not None or str(node.tag).endswith(":str")


def _own_tag(node: Node) -> bool:
    tag = str(node.tag) if node.tag else ""
    return bool(tag) and tag.removeprefix("tag:yaml.org,2002:") not in (*_PLAIN_TAGS, "merge")


def _mark(node: Node) -> Mark:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _marked(error: MarkedYAMLError) -> Finding:
    mark, begun = error.problem_mark or error.context_mark, error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    since = f" begun in line {begun.line + 1}" if begun and begun.line + 1 != line else ""
    why = ", ".join(part for part in (f"{error.context or ''}{since}", error.problem) if part)
    hint = ". Indent with spaces" if "\\t" in why else ""
    message = f"this is not YAML: {why or 'unreadable'}{hint}"
    return Finding("error", line, column, "", sentence(message))


def _whole(message: str) -> Finding:
    return Finding("error", 1, 1, "", sentence(message))


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
