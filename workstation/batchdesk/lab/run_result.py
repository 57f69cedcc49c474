"""What a run came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from batchdesk.lab.scenario.judge import Check
from batchdesk.lab.scenario.model import Scenario
from batchdesk.lab.story.chronicle import Chronicle


@dataclass(frozen=True)
class Result:
    """A run that is over. `records` are the ledger's, newest first; not `whole`: interrupted."""

    scenario: Scenario
    chronicle: Chronicle
    records: Sequence[Mapping[str, Any]]
    slack: Sequence[Mapping[str, Any]]
    checks: Sequence[Check]
    whole: bool = True

    @property
    def differing(self) -> list[Check]:
        """The expectations that do not hold."""
        return [check for check in self.checks if check.differs]
