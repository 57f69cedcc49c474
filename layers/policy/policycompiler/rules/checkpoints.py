"""Checkpoints and prices: patterns hold a step, placeholders are known, types exist."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policycompiler.findings import Problem, warning
from policycompiler.models.checkpoints import PricesSection
from policycompiler.models.fields import INSTANCE_TYPE
from policycompiler.place import Place
from policycompiler.words import did_you_mean, one_of, quote

PLACEHOLDERS = ("{local_path}", "{uri}", "{step}")
_BRACES = re.compile(r"\{[^{}]*\}|[{}]")


def pattern(root: Place) -> Iterator[Problem]:
    """The pattern is a folder below the job's S3Uri with the step's number in it."""
    folder = root["checkpoints"]["pattern"]
    if not folder.text:
        return
    found = _BRACES.findall(folder.text)
    if found != ["{step}"]:
        message = f"{quote(folder.text)} is not allowed: the pattern holds {{step}} exactly once"
        yield Problem(folder.path, f"{message}, and no other braces")
    elif folder.text.startswith("/") or "*" in folder.text or not folder.text.endswith("/"):
        message = f"{quote(folder.text)} is not allowed: a folder below the job's S3Uri, ending"
        yield Problem(folder.path, f"{message} in / and without *, such as checkpoint-{{step}}/")


def one_sign_of_completeness(root: Place) -> Iterator[Problem]:
    """A checkpoint is whole by a marker or by a number of objects."""
    complete = root["checkpoints"]["complete"]
    given = {"marker", "min_objects"} & set(complete.names)
    if isinstance(complete.value, dict) and len(given) != 1:
        yield Problem(complete.path, "exactly one of marker and min_objects is needed")


def placeholders(root: Place) -> Iterator[Problem]:
    """What is filled in is one of three things."""
    for section in ("environment", "hyperparameters"):
        for _, template in root["checkpoints"][section].fields():
            for word in _BRACES.findall(template.text or ""):
                if word not in PLACEHOLDERS:
                    message = f"unknown placeholder {quote(word)}; known: {one_of(PLACEHOLDERS)}."
                    guess = did_you_mean(word, PLACEHOLDERS)
                    yield Problem(template.path, message + guess)


def prices_are_of_types(root: Place) -> Iterator[Problem]:
    """A price belongs to an instance type, best to one that a queue has."""
    used = [kind for _, queue in root["queues"].fields() for kind in queue["capacity"].names]
    for kind, price in root["prices"].fields():
        if kind in PricesSection.OWN_FIELDS:
            continue
        if not re.fullmatch(INSTANCE_TYPE, kind):
            known = [*PricesSection.OWN_FIELDS, *dict.fromkeys(used)]
            message = f"{quote(kind)} is neither a field nor an instance type."
            yield Problem(price.path, message + did_you_mean(kind, known), at_key=True)
        elif used and kind not in used:
            message = f"no queue has {kind}: this price is never used."
            yield warning(price.path, message + did_you_mean(kind, used))


RULES = (pattern, one_sign_of_completeness, placeholders, prices_are_of_types)
