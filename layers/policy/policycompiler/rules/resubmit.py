"""Resubmission and protection: the shares exist, the figures agree."""

from __future__ import annotations

from collections.abc import Iterator

from policycompiler.findings import Problem, warning
from policycompiler.place import Place
from policycompiler.words import quote, unknown

MOST_WAITS = 20


def shares_exist(root: Place) -> Iterator[Problem]:
    """resubmit.shares goes by queue/share, as the policy names them."""
    known = [
        f"{queue_name}/{share_name}"
        for queue_name, queue in root["queues"].fields()
        for share_name in queue["shares"].names
    ]
    for key, share in root["resubmit"]["shares"].fields():
        if key not in known:
            hint = "" if "/" in key else " Write queue/share."
            message = unknown("share", key, known) + hint
            yield Problem(share.path, message, at_key=True)


def waits(root: Place) -> Iterator[Problem]:
    """The waits between resubmissions are a list of 1 to 20."""
    resubmit = root["resubmit"]
    treatments = [resubmit["default"], *(share for _, share in resubmit["shares"].fields())]
    for treatment in treatments:
        minutes = treatment["backoff_minutes"]
        if isinstance(minutes.value, list) and not 1 <= len(minutes.value) <= MOST_WAITS:
            message = f"{quote(minutes.value)} is not allowed: 1 to {MOST_WAITS} waits in minutes"
            yield Problem(minutes.path, message)


def hold_needs_checkpoints(root: Place) -> Iterator[Problem]:
    """Without a checkpoints section no checkpoint is ever found."""
    resubmit = root["resubmit"]
    active = resubmit["mode"].text in ("observe", "on")
    choice = resubmit["default"]["on_no_checkpoint"]
    if active and root["checkpoints"].value is None and choice.text in (None, "hold"):
        yield warning(
            choice.path,
            "there is no checkpoints section, so no checkpoint is ever found: every resubmission "
            "is held for a person. Add checkpoints, or choose restart or give_up",
        )


def aging_reaches_its_top(root: Place) -> Iterator[Problem]:
    """The most that is added is no less than one step."""
    aging = root["protect"]["after_preemptions"]
    add, top = aging["add"].number, aging["max_add"].number
    if add is not None and top is not None and top < add:
        message = f"{top} is not allowed: at least add, which is {add}"
        yield Problem(aging["max_add"].path, message)


RULES = (shares_exist, waits, hold_needs_checkpoints, aging_reaches_its_top)
