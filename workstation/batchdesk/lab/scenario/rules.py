"""What a scenario may not say although its shape is right: names that nobody knows, time
that runs backwards. Rules look at plain values, so they hold for files with other mistakes."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic_core import PydanticCustomError

from batchdesk.lab.scenario.steps import ACTIONS
from batchdesk.lab.scenario.values import seconds_of
from batchshares.domain.policy import Policy
from policycompiler.findings import Problem
from policycompiler.place import Place
from policycompiler.words import one_of, quote, unknown

WITH_SHARE = ("submit", "set_share")


def broken(file: Place, policy: Policy | None) -> Iterator[Problem]:
    """All rules that the file breaks; without a usable policy, shares are not looked at."""
    yield from _each_step(file["steps"])
    yield from _time(file["steps"])
    yield from _jobs(file)
    if policy is not None:
        yield from _shares(file, policy)


def _each_step(steps: Place) -> Iterator[Problem]:
    for step in steps.items():
        told = [name for name in ACTIONS if name in step]
        if len(told) > 1:
            message = f"one step does one thing: {one_of(told)}, not all; make it several steps"
            yield Problem((*step.path, told[1]), message, at_key=True)
        if step.names and not told and "say" not in step:
            yield Problem(step.path, f"this step does nothing: give it say, {one_of(ACTIONS)}")
        if "at" in step and "wait" in step:
            yield Problem((*step.path, "wait"), "a step has at or wait, not both", at_key=True)


def _time(steps: Place) -> Iterator[Problem]:
    now = 0
    for step in steps.items():
        try:
            at = seconds_of(step["at"].value) if "at" in step else now
            wait = seconds_of(step["wait"].value) if "wait" in step else 0
        except PydanticCustomError:
            continue  # its shape is wrong, which is told already
        if at < now:
            message = f"at {step['at'].value} lies before the step above it: steps stand in order"
            yield Problem((*step.path, "at"), message)
        now = max(now, at) + wait


def _jobs(file: Place) -> Iterator[Problem]:
    known: list[str] = []
    for step in file["steps"].items():
        job = step["submit"]["job"]
        if job.text in known:
            message = f"{quote(job.text)} was submitted above: give each job a name of its own"
            yield Problem(job.path, message)
        if job.text:
            known.append(job.text)
        for action in ("set_priority", "terminate"):
            yield from _known_job(step[action]["job"], known)
    expect = file["expect"]
    for stop in expect["stops"].items():
        yield from _known_job(stop["job"], known)
        yield from _known_job(stop["preemptor"], known)
    for section in ("jobs", "blocked"):
        for name, place in expect[section].fields():
            if name not in known:
                yield Problem(place.path, unknown("job", name, known), at_key=True)


def _known_job(place: Place, known: list[str]) -> Iterator[Problem]:
    if place.text and place.text not in known:
        yield Problem(place.path, unknown("job", place.text, known))


def _shares(file: Place, policy: Policy) -> Iterator[Problem]:
    if len(policy.queues) != 1:
        message = f"a scenario plays one queue; this policy has {one_of(sorted(policy.queues))}"
        yield Problem(file["policy"].path, message, at_key=True)
        return
    known = sorted(next(iter(policy.queues.values())).shares)
    places = [step[name]["share"] for step in file["steps"].items() for name in WITH_SHARE]
    places += [stop["share"] for stop in file["expect"]["stops"].items()]
    for share in places:
        if share.text and share.text not in known:
            yield Problem(share.path, unknown("share", share.text, known))
