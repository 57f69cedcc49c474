"""Switches: the defaults work, anything else is refused by name."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from batchdesk.scheduler import SwitchError, Switches
from batchshares.errors import BatchdeskError

KNOWN_BUT_NOT_SUPPORTED = {
    "surplus_borrowable": "yes",
    "overcommit_reserve": "lent",
    "overcommit_reclaim": "whole_job",
    "backfill": "yes",
    "limit_lowered": "eager",
    "capacity_lowered": "preempt",
    "fifo_key": "created",
    "borrow_fifo": "strict",
    "reclaim_for": "own_part",
    "reclaim_lookahead": "head_only",
    "victim_heuristic": "youngest",
    "in_share_class": "fifo",
    "finish_in_grace": "requeued",
    "promise_overtaken": "drops",
}


def test_every_switch_has_a_default_that_can_be_named() -> None:
    assert Switches.of(asdict(Switches())) == Switches()
    assert set(asdict(Switches())) == set(KNOWN_BUT_NOT_SUPPORTED)


@pytest.mark.parametrize(("name", "value"), KNOWN_BUT_NOT_SUPPORTED.items())
def test_another_value_is_refused_with_switch_value_and_what_is_supported(
    name: str, value: str
) -> None:
    default = getattr(Switches(), name)
    with pytest.raises(SwitchError) as refused:
        Switches.of({name: value})
    assert str(refused.value) == (f"switch {name}: {value!r} is not supported; use {default!r}")
    assert isinstance(refused.value, BatchdeskError)


def test_an_unknown_switch_is_refused_with_those_that_exist() -> None:
    with pytest.raises(SwitchError, match="switch 'colour' does not exist; known: surplus_b"):
        Switches.of({"colour": "red"})
