"""What the deployed functions may do: notify, move priorities, protect, resubmit."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from policycompiler.models.fields import BIGGEST, Amount, Bool, Mode, Whole
from policycompiler.models.section import Section

Minutes = Annotated[int, Whole(0, 1440, "minutes")]
OnNoCheckpoint = Literal["restart", "hold", "give_up"]
Add = Annotated[int, Whole(1, 9999)]
PerSecond = Annotated[float, Amount("calls per second")]
Times = Annotated[int, Whole(1, 999, "resubmissions")]


class NotifySection(Section):
    """Messages to teams."""

    mode: Mode = "on"
    """off, observe (written to the log only) or on."""
    group_wait_seconds: Annotated[int, Whole(10, 900, "seconds")] = 60
    """How long the first message of a burst waits for further stops."""


class PrioritiesSection(Section):
    """The function that moves priorities by windows and protection."""

    mode: Mode = "off"
    """off, observe (says what it would do) or on."""
    per_second: PerSecond = 10
    """The most priority updates per second."""


class AfterPreemptionsSection(Section):
    """Aging: who was stopped often gets a higher priority inside its share."""

    count: Annotated[int, Whole(1, BIGGEST, "stops")]
    """After how many stops of a lineage `add` is added, once more for each such number."""
    add: Add
    """What is added each time."""
    max_add: Add = 9999
    """The most that is added."""


class FirstMinutesSection(Section):
    """Protection: a job that just began gets a higher priority inside its share."""

    minutes: Annotated[int, Whole(1, 1440, "minutes")]
    """How long, from RUNNING."""
    add: Add
    """What is added."""


class ProtectSection(Section):
    """Order inside a share only: owners take their instances back regardless."""

    after_preemptions: AfterPreemptionsSection | None = None
    """Aging by stops."""
    first_minutes: FirstMinutesSection | None = None
    """Protection of fresh runs."""


class TreatmentSection(Section):
    """How a job that preemption ended is submitted again."""

    max: Times = 3
    """How many times one lineage is submitted again."""
    backoff_minutes: list[Minutes] = Field(default_factory=lambda: [1, 5, 30])
    """The wait before each; the last one repeats."""
    on_no_checkpoint: OnNoCheckpoint = "hold"
    """restart from zero, hold for a person, or give_up."""
    keep_retries: Bool = False
    """Whether the new job keeps its owner's preemption retries, instead of 0."""


class ShareTreatmentSection(Section):
    """What differs for one share; a share named here is opted in."""

    max: Times | None = None
    """As in default."""
    backoff_minutes: list[Minutes] | None = None
    """As in default."""
    on_no_checkpoint: OnNoCheckpoint | None = None
    """As in default."""
    keep_retries: Bool | None = None
    """As in default."""


class ResubmitSection(Section):
    """The function that submits jobs again which preemption ended."""

    mode: Mode = "off"
    """off, observe (says what it would do) or on."""
    per_second: PerSecond = 2
    """The most submissions per second."""
    default: TreatmentSection = TreatmentSection()
    """For tagged jobs, and where a share says nothing else."""
    shares: dict[str, ShareTreatmentSection] = Field(default_factory=dict)
    """By queue/share."""
