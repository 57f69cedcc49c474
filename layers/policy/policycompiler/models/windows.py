"""Windows: priorities that change by the clock."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from policycompiler.models.fields import (
    BIGGEST,
    Duration,
    EndOfDay,
    Label,
    Name,
    Priority,
    TagKey,
    TagValue,
    TimeOfDay,
    TimeZone,
    Whole,
)
from policycompiler.models.section import Section

Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAYS: tuple[Day, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class SelectSection(Section):
    """Which jobs a window moves: all that is named here must match."""

    queue: Name | None = None
    """The queue's name."""
    share: Name | None = None
    """The share's name."""
    job_name: Label | None = None
    """The job's name; * stands for any text."""
    tags: dict[TagKey, TagValue] | None = None
    """Tags the job must carry."""


class PrioritySection(Section):
    """What a window does: `set` a priority, or `add` to the job's own."""

    to: Priority | None = Field(None, alias="set")
    """The priority while the window is open, 0 to 9999."""
    add: Annotated[int, Whole(-9999, 9999)] | None = None
    """What is added while the window is open; negative lowers."""


class WindowSection(Section):
    """A time of the week in which some jobs have another priority."""

    name: Name
    """How messages and the ledger call it; each name once."""
    timezone: TimeZone
    """The zone of `days`, `from` and `to`."""
    days: list[Day] = Field(default_factory=lambda: list(DAYS))
    """On which days it begins; absent: every day."""
    start: TimeOfDay = Field(alias="from")
    """When it begins."""
    end: EndOfDay | None = Field(None, alias="to")
    """When it ends; earlier than `from` means the next day."""
    length: Duration | None = Field(None, alias="for")
    """How long it lasts in real time, up to 24h; instead of `to`."""
    select: SelectSection
    """Which jobs."""
    priority: PrioritySection
    """What happens to them."""
    rank: Annotated[int, Whole(-BIGGEST, BIGGEST)] = 0
    """Where windows with `set` overlap the higher rank wins, then the later in the file."""
