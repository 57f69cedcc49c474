"""Faults from YAML or JSON, and back. Every mistake names the field and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, cast, get_args

from batchdesk.lab.clock import LONGEST_DAYS, LONGEST_SECONDS
from batchdesk.lab.errors import FaultError
from batchdesk.lab.faults.calls import check_call
from batchdesk.lab.faults.model import (
    CallDeed,
    CallFault,
    EventDeed,
    EventFault,
    Fault,
    KillFault,
    MachinesFault,
    Moment,
)

FORMS: dict[str, frozenset[str]] = {
    "event": frozenset({"event", "do", "times", "seconds"}),
    "call": frozenset({"call", "do", "when", "times", "for_seconds"}),
    "kill": frozenset({"kill", "at_call", "when", "times"}),
    "machines": frozenset({"machines", "out_for_seconds"}),
}


def parse_fault(raw: object) -> Fault:
    """A fault of its mapping; FaultError says what is wrong with it."""
    if not isinstance(raw, Mapping):
        raise FaultError(f"a fault is a mapping with one of {_listed(FORMS)}, not {raw!r}")
    kinds = [kind for kind in FORMS if kind in raw]
    if len(kinds) != 1:
        raise FaultError(f"fault {dict(raw)}: exactly one of {_listed(FORMS)} says what it hits")
    unknown = sorted(set(map(str, raw)) - FORMS[kinds[0]])
    if unknown:
        raise FaultError(
            f"fault {kinds[0]}: {unknown[0]} is not known; allowed: {_listed(FORMS[kinds[0]])}"
        )
    return _PARSERS[kinds[0]](_Fields(kinds[0], raw))


def fault_as_dict(fault: Fault) -> dict[str, Any]:
    """The mapping that `parse_fault` takes."""
    return {name: value for name, value in asdict(fault).items() if value is not None}


class _Fields:
    """One fault's mapping, read field by field."""

    def __init__(self, kind: str, raw: Mapping[Any, Any]) -> None:
        self._kind = kind
        self._raw = raw

    def text(self, name: str) -> str:
        value = self._raw.get(name)
        if not isinstance(value, str) or not value:
            raise self._wrong(name, "a text")
        return value

    def choice(self, name: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        value = self._raw.get(name, default)
        if value not in allowed:
            raise self._wrong(name, " or ".join(allowed))
        return str(value)

    def times(self, default: int | None) -> int | None:
        value = self._raw.get("times", default)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise self._wrong("times", "a whole number, 1 or more")
        if value is not None and value < 1:
            raise self._wrong("times", "a whole number, 1 or more")
        return value

    def seconds(self, name: str, default: float | None) -> float | None:
        value = self._raw.get(name, default)
        if value is None:
            return None
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not 0 < value <= LONGEST_SECONDS  # NaN is not
        ):
            most = f"at most {LONGEST_SECONDS} ({LONGEST_DAYS} days)"
            raise self._wrong(name, f"a number of seconds above 0, {most}")
        return float(value)

    def _wrong(self, name: str, allowed: str) -> FaultError:
        return FaultError(f"fault {self._kind}: {name} is {self._raw.get(name)!r}; give {allowed}")


def _event(fields: _Fields) -> Fault:
    deed = fields.choice("do", get_args(EventDeed))
    return EventFault(
        event=fields.text("event"),
        do=cast(EventDeed, deed),
        times=fields.times(1),
        seconds=fields.seconds("seconds", 60.0) or 60.0,
    )


def _call(fields: _Fields) -> Fault:
    for_seconds = fields.seconds("for_seconds", None)
    return CallFault(
        call=check_call(fields.text("call")),
        do=cast(CallDeed, fields.choice("do", get_args(CallDeed))),
        when=cast(Moment, fields.choice("when", get_args(Moment), "before")),
        times=fields.times(1 if for_seconds is None else None),
        for_seconds=for_seconds,
    )


def _kill(fields: _Fields) -> Fault:
    return KillFault(
        kill=fields.text("kill"),
        at_call=check_call(fields.text("at_call")),
        when=cast(Moment, fields.choice("when", get_args(Moment), "before")),
        times=fields.times(1),
    )


def _machines(fields: _Fields) -> Fault:
    seconds = fields.seconds("out_for_seconds", None)
    if seconds is None:
        raise FaultError("fault machines: out_for_seconds is missing; give a number of seconds")
    return MachinesFault(machines=fields.text("machines"), out_for_seconds=seconds)


_PARSERS = {"event": _event, "call": _call, "kill": _kill, "machines": _machines}


def _listed(names: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, names)))
