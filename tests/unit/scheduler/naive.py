"""The pass that looks at everything again after each decision: the oracle of the real one."""

from __future__ import annotations

from operator import attrgetter

from batchdesk.scheduler.turns import Turns


class NaiveTurns(Turns):
    """Nothing is remembered between two decisions but who was judged in vain since the last."""

    def play(self) -> None:
        judged: set[str] = set()
        while True:
            self.ready.clear()
            self.in_vain.clear()
            for line in self.lines.values():
                self._open(line)
            turns = [t for t in self.ready.values() if t.entry.job.job_id not in judged]
            if not turns:
                return
            turn, before = min(turns, key=attrgetter("key")), self.outcome()
            self._take(turn)
            judged = judged | {turn.entry.job.job_id} if self.outcome() == before else set()

    def outcome(self) -> tuple[list[str], list[str], list[str]]:
        return outcome(self)


def outcome(turns: Turns) -> tuple[list[str], list[str], list[str]]:
    """Who starts, who is promised, who is stopped."""
    draft = turns.draft
    return list(draft.started), list(draft.promises), sorted(draft.victims)
