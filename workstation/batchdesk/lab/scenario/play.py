"""Play a scenario on a lab: from due instant to due instant, each told as it happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from batchdesk.lab.scenario.acts import Actor
from batchdesk.lab.scenario.model import Scenario, Step
from batchdesk.lab.scenario.stage import Stage
from batchdesk.lab.story.facts import Fact, Said
from batchdesk.lab.story.reading import facts_of
from batchdesk.lab.story.words import epoch_ms

Watch = Callable[[Sequence[Fact], datetime], None]


class Play:
    """One scenario on one lab. `watch` gets the facts of each instant, in order."""

    def __init__(self, scenario: Scenario, stage: Stage, watch: Watch) -> None:
        self._scenario = scenario
        self._stage = stage
        self._watch = watch
        self._actor = Actor(scenario, stage)
        self._read = 0

    def run(self) -> None:
        """All steps, then on until nothing more happens, to `until` at the latest."""
        self._tell([])
        for step in self._scenario.steps:
            self._pass_until(self._at(step.at_seconds))
            self._do(step)
        end = self._at(self._scenario.until_seconds)
        while not self._stage.idle and self._step_before(end):
            pass
        if not self._stage.idle:
            self._stage.run_until(end)
        self._tell([])

    def _pass_until(self, at: datetime) -> None:
        while self._step_before(at):
            pass
        self._stage.run_until(at)
        self._tell([])

    def _step_before(self, at: datetime) -> bool:
        due = self._stage.next_due()
        if due is None or due > at:
            return False
        self._stage.step()
        self._tell([])
        return True

    def _do(self, step: Step) -> None:
        now = epoch_ms(self._stage.now())
        said: list[Fact] = [Said(now, step.say)] if step.say else []
        self._tell([*said, *(self._actor.do(step.action) if step.action else [])])

    def _tell(self, acts: list[Fact]) -> None:
        entries = self._stage.history(self._read)
        self._read += len(entries)
        facts = [*acts, *facts_of(entries)]
        for _, instant in groupby(facts, key=lambda fact: fact.at):
            self._watch(list(instant), self._stage.now())
        if not facts:
            self._watch([], self._stage.now())

    def _at(self, seconds: int) -> datetime:
        return self._scenario.start + timedelta(seconds=seconds)
