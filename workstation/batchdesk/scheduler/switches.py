"""The rules that AWS does not document, each a named switch.

Only the defaults are supported. Another value, or an unknown name, is refused by name, so that
nobody believes to have tried what was not tried. docs/scheduler-rules.md says what each means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from batchdesk.scheduler.errors import SwitchError


@dataclass(frozen=True)
class Switches:
    """One field for each assumption, with its supported value. Raises SwitchError."""

    surplus_borrowable: str = "no"
    overcommit_reserve: str = "kept"
    overcommit_reclaim: str = "excess"
    backfill: str = "no"
    limit_lowered: str = "on_demand"
    capacity_lowered: str = "wait"
    fifo_key: str = "at_front"
    borrow_fifo: str = "skip"
    reclaim_for: str = "own"
    reclaim_lookahead: str = "yes"
    victim_heuristic: str = "fewest_beyond_need"
    in_share_class: str = "before_borrowers"
    finish_in_grace: str = "succeeds"
    promise_overtaken: str = "keeps_turn"

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                raise SwitchError(
                    f"switch {field.name}: {value!r} is not supported; use {field.default!r}"
                )

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Switches:
        """The switches with these values. Raises SwitchError for an unknown name too."""
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise SwitchError(f"switch {name!r} does not exist; known: {', '.join(known)}")
        return cls(**values)
