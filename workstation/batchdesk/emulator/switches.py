"""What AWS does not document, as named settings; and how long emulated steps take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from batchshares.errors import BatchdeskError

ALLOWED = {
    "event_detail": ("full", "documented"),
    "completed_event": ("before", "after"),
    "in_share_text": ("ours", "foreign"),
}


class EmulatorSettingError(BatchdeskError):
    """A setting of the emulator has a value that it does not know."""


@dataclass(frozen=True)
class EmulatorSwitches:
    """Open questions about AWS Batch; the first value named is the default.

    event_detail: full | documented. Does a state change carry the fields of quota
        management (share, priority, preemption summary, capacity) or only those of
        the documented sample.
    completed_event: before | after the state change that ends a preemption.
    in_share_text: ours | foreign. The wording of an in-share preemption is not
        documented; "foreign" words it so that nobody can recognise it.
    recent_window: how many preempted attempts Batch remembers (>= 1).
    scheduler: switches of the scheduling rules by name.
    """

    event_detail: str = "full"
    completed_event: str = "before"
    in_share_text: str = "ours"
    recent_window: int = 10
    scheduler: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, allowed in ALLOWED.items():
            value = getattr(self, name)
            if value not in allowed:
                raise EmulatorSettingError(
                    f"emulator switch {name}: {value!r} is not one of {' | '.join(allowed)}"
                )
        if self.recent_window < 1:
            raise EmulatorSettingError(
                f"emulator switch recent_window: {self.recent_window} must be at least 1"
            )


@dataclass(frozen=True)
class JobTimes:
    """How long a job spends in each state, in milliseconds; assumed, AWS publishes none.

    retry_machines_ms is the pause before a job is tried again for which SageMaker had
    no machines.
    """

    submitted_ms: int = 1_000
    scheduled_ms: int = 5_000
    starting_ms: int = 10_000
    stop_ms: int = 20_000
    retry_machines_ms: int = 300_000

    def __post_init__(self) -> None:
        for each in fields(self):
            if getattr(self, each.name) < 0:
                raise EmulatorSettingError(f"emulator time {each.name}: must not be negative")
        if self.retry_machines_ms == 0:
            raise EmulatorSettingError("emulator time retry_machines_ms: must be at least 1")
