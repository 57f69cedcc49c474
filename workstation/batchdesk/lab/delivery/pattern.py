"""Event patterns of EventBridge, matched as its user guide says (page "event patterns").

Served: exact values, nested keys, arrays on either side, prefix, suffix, anything-but (values,
prefix, suffix), exists, numeric, equals-ignore-case, wildcard, $or. A pattern with anything else
is refused when it is compiled, so nothing is matched by guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fnmatch import translate
from operator import eq, ge, gt, le, lt
from re import compile as regex
from typing import Any

from batchdesk.lab.errors import LabError

Test = Callable[[Any], bool]
ABSENT = object()
COMPARISONS = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


class PatternError(LabError):
    """A pattern uses what the lab cannot match."""


class EventPattern:
    """A compiled pattern."""

    def __init__(self, pattern: Mapping[str, Any]) -> None:
        self._fields = _compile(pattern)

    def matches(self, event: Mapping[str, Any]) -> bool:
        """Whether a whole event, envelope and all, matches."""
        return self._fields(event)


def _compile(pattern: Mapping[str, Any]) -> Test:
    if not isinstance(pattern, Mapping) or not pattern:
        raise PatternError(f"an event pattern is a mapping with fields, not {pattern!r}")
    tests = [_field(name, wanted) for name, wanted in pattern.items()]
    return lambda event: all(test(event) for test in tests)


def _field(name: str, wanted: Any) -> Test:
    if name == "$or":
        ways = [_compile(way) for way in wanted]
        return lambda event: any(way(event) for way in ways)
    if isinstance(wanted, Mapping):
        inside = _compile(wanted)
        return lambda event: any(
            inside(part) for part in _each(_get(event, name)) if isinstance(part, Mapping | _Absent)
        )
    if not isinstance(wanted, list) or not wanted:
        raise PatternError(f"event pattern, {name}: give a list of what is allowed, not {wanted!r}")
    tests = [_leaf(name, one) for one in wanted]
    return lambda event: any(test(value) for value in _each(_get(event, name)) for test in tests)


class _Absent:
    """Stands for a branch that an event does not have, so that `exists: false` can match."""

    def get(self, _name: str, default: Any) -> Any:
        return default


def _get(event: Any, name: str) -> Any:
    return event.get(name, ABSENT)


def _each(value: Any) -> Iterator[Any]:
    """The value's elements if it is an array, else the value itself."""
    if value is ABSENT:
        yield _Absent()
    elif isinstance(value, list):
        yield from value or [_Absent()]
    else:
        yield value


def _leaf(name: str, wanted: Any) -> Test:
    if not isinstance(wanted, Mapping):
        return _exactly(wanted)
    if len(wanted) != 1:
        raise PatternError(f"event pattern, {name}: one rule a mapping, not {dict(wanted)}")
    ((rule, argument),) = wanted.items()
    make = RULES.get(rule)
    if make is None:
        raise PatternError(
            f"event pattern, {name}: the lab does not match {rule!r}; "
            f"it knows {', '.join(sorted(RULES))}"
        )
    return make(argument)


def _exactly(wanted: Any) -> Test:
    # 1 is not true, and null is not absent.
    return lambda value: value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def _on_text(test: Callable[[str], bool]) -> Test:
    return lambda value: isinstance(value, str) and test(value)


def _prefix(wanted: str) -> Test:
    return _on_text(lambda value: value.startswith(wanted))


def _suffix(wanted: str) -> Test:
    return _on_text(lambda value: value.endswith(wanted))


def _ignore_case(wanted: str) -> Test:
    return _on_text(lambda value: value.lower() == wanted.lower())


def _wildcard(wanted: str) -> Test:
    literal = wanted.replace("[", "[[]").replace("?", "[?]")
    return _on_text(lambda value: regex(translate(literal)).match(value) is not None)


def _exists(wanted: bool) -> Test:
    # Only leaves count as being there (user guide, "exists matching").
    return lambda value: isinstance(value, _Absent | Mapping) is not wanted


def _numeric(argument: list[Any]) -> Test:
    pairs = [(COMPARISONS[argument[at]], argument[at + 1]) for at in range(0, len(argument) - 1, 2)]
    return lambda value: (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and all(compare(value, bound) for compare, bound in pairs)
    )


def _anything_but(argument: Any) -> Test:
    if isinstance(argument, Mapping):
        inner = _leaf("anything-but", argument)
        return lambda value: not isinstance(value, _Absent) and not inner(value)
    refused = [_exactly(one) for one in (argument if isinstance(argument, list) else [argument])]
    return lambda value: not isinstance(value, _Absent) and not any(no(value) for no in refused)


RULES: dict[str, Callable[[Any], Test]] = {
    "prefix": _prefix,
    "suffix": _suffix,
    "equals-ignore-case": _ignore_case,
    "wildcard": _wildcard,
    "exists": _exists,
    "numeric": _numeric,
    "anything-but": _anything_but,
}
