"""What a scenario needs of a lab: its clock, its AWS, its history. `batchdesk.lab.Lab` has it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol


class Stage(Protocol):
    """A local AWS that moves only when it is told to. Times are aware datetimes."""

    @property
    def idle(self) -> bool:
        """Whether all jobs are at their end and nothing but schedules is due."""

    def history(self, begin: int) -> list[Mapping[str, Any]]:
        """The entries of the local AWS's own record from this place on."""

    def now(self) -> datetime:
        """The lab's time."""

    def next_due(self) -> datetime | None:
        """When the next thing happens by itself."""

    def step(self) -> datetime:
        """Go to the next due instant and deliver everything of it."""

    def run_until(self, at: datetime) -> None:
        """Pass through every due instant up to this one, and stand there."""

    def client(self, service: str) -> Any:
        """An SDK client."""

    def out_of_machines(self, instance_type: str, minutes: float) -> None:
        """SageMaker has no machines of a type for so long."""

    def change_share(self, share: str, changes: Mapping[str, Any]) -> None:
        """Change a share as the admin does; keys are those of a scenario's `set_share`."""

    def change_capacity(self, limits: Mapping[str, int]) -> None:
        """Change the capacity of the queue's service environment, instances by type."""
