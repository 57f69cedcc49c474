"""Windows: they begin, they end, and they select jobs that can exist."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policycompiler.findings import Problem, warning
from policycompiler.place import Place
from policycompiler.words import quote, unknown

DAY_MINUTES = 24 * 60


def minutes_of(duration: str) -> int | None:
    """Return a duration such as 1h30m in minutes; None if it is none."""
    found = re.fullmatch(r"(?:([0-9]{1,2})h)?(?:([0-9]{1,4})m)?", duration)
    if not found or not duration:
        return None
    hours, minutes = found.groups(default="0")
    return int(hours) * 60 + int(minutes)


def one_end(root: Place) -> Iterator[Problem]:
    """A window has exactly one of to and for."""
    for window in root["windows"].items():
        if not isinstance(window.value, dict) or ("to" in window) != ("for" in window):
            continue
        if "to" in window:
            message = "to and for are both given: a window ends in one way, remove one of them"
            yield Problem(window["for"].path, message, at_key=True)
        else:
            message = 'the window has no end: add to ("24:00" = next midnight) or for (such as 2h)'
            yield Problem(window.path, message)


def lasts_a_while(root: Place) -> Iterator[Problem]:
    """More than no time, and at most a day."""
    for window in root["windows"].items():
        start, end, length = window["from"].text, window["to"].text, window["for"].text
        if start is not None and start == end:
            message = f"from and to are both {quote(end)}: for a whole day write from and for: 24h"
            yield Problem(window["to"].path, message)
        minutes = minutes_of(length) if length is not None else None
        if minutes is not None and not 0 < minutes <= DAY_MINUTES:
            message = f"{quote(length)} is not allowed: more than nothing, 24h at most"
            yield Problem(window["for"].path, message)


def days(root: Place) -> Iterator[Problem]:
    """At least one day, none twice."""
    for window in root["windows"].items():
        if window["days"].value == []:
            yield Problem(window["days"].path, "the window has no days: remove days for every day")
        seen: set[str] = set()
        for day in window["days"].items():
            if day.text in seen:
                yield Problem(day.path, f"{quote(day.text)} stands here twice: keep one of them")
            seen.add(day.text or "")


def names_once(root: Place) -> Iterator[Problem]:
    """A window is known by its name."""
    seen: set[str] = set()
    for window in root["windows"].items():
        name = window["name"]
        if name.text in seen:
            message = f"another window is called {quote(name.text)}: give each its own name"
            yield Problem(name.path, message)
        seen.add(name.text or "")


def one_effect(root: Place) -> Iterator[Problem]:
    """A window either sets or adds."""
    for window in root["windows"].items():
        effect = window["priority"]
        if isinstance(effect.value, dict) and ("set" in effect) == ("add" in effect):
            message = "exactly one of set and add is needed: {set: 800} or {add: 200}"
            yield Problem(effect.path, message)


def selects_what_exists(root: Place) -> Iterator[Problem]:
    """Queue and share of a selection stand in the policy."""
    queues = root["queues"]
    for window in root["windows"].items():
        select = window["select"]
        queue, share = select["queue"], select["share"]
        if select.value == {}:
            message = "select is empty: name a queue, a share, a job_name or tags"
            yield Problem(select.path, message)
        if queue.text is not None and queue.text not in queues.names:
            yield Problem(queue.path, unknown("queue", queue.text, queues.names))
            continue
        known = _share_names(queues, queue.text)
        if share.text is not None and share.text not in known:
            yield Problem(share.path, unknown("share", share.text, known))


def _share_names(queues: Place, queue: str | None) -> list[str]:
    chosen = [one for name, one in queues.fields() if queue in (None, name)]
    return [share for one in chosen for share in one["shares"].names]


def stops_nothing(root: Place) -> Iterator[Problem]:
    """Without in-share preemption a priority only orders those who wait."""
    for window in root["windows"].items():
        wanted = window["select"]
        for queue_name, queue in root["queues"].fields():
            share = queue["shares"][wanted["share"].text or ""]
            if wanted["queue"].text not in (None, queue_name) or share.value is None:
                continue
            if not share["in_share_preemption"].is_yes:
                yield warning(
                    window.path,
                    f"{wanted['share'].text} has in_share_preemption: false. The window changes "
                    "who is next, it will not stop any running job",
                )


RULES = (
    one_end,
    lasts_a_while,
    days,
    names_once,
    one_effect,
    selects_what_exists,
    stops_nothing,
)
