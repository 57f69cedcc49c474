"""Keeps a run as it happens: its facts, its lines, its node-hours; and has it told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from batchdesk.lab.story.facts import Fact
from batchdesk.lab.story.sentences import Line, Narrator
from batchdesk.lab.story.teller import Teller
from batchdesk.lab.story.totals import Total, Totals
from batchdesk.lab.story.words import epoch_ms
from batchdesk.lab.story.world import World


class Chronicle:
    """One run so far."""

    def __init__(self, teller: Teller) -> None:
        self.facts: list[Fact] = []
        self.lines: list[Line] = []
        self._narrator = Narrator()
        self._totals = Totals()
        self._teller = teller

    @property
    def world(self) -> World:
        """Shares and jobs as they stand now."""
        return self._narrator.world

    @property
    def totals(self) -> dict[str, Total]:
        """Node-hours by share, up to the last fact."""
        return self._totals.shares

    @property
    def begin(self) -> int:
        """The first instant, epoch ms; 0 before anything happened."""
        return self.facts[0].at if self.facts else 0

    @property
    def end(self) -> int:
        """The last instant at which anything happened, epoch ms."""
        return self.facts[-1].at if self.facts else 0

    def watch(self, facts: Sequence[Fact], now: datetime) -> None:
        """Take in the facts of one instant, and tell them."""
        lines = self._take(facts) if facts else []
        self._teller.tell(lines, self.world, epoch_ms(now))

    def _take(self, facts: Sequence[Fact]) -> list[Line]:
        self._totals.pass_time(self.world, facts[0].at)
        for fact in facts:
            self._totals.count(self.world, fact)
        lines = self._narrator.tell(facts)
        self.facts.extend(facts)
        self.lines.extend(lines)
        return lines
