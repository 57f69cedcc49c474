"""Teams, people and the platform: who hears what, where."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from policycompiler.models.fields import Channel, EndOfDay, GroupId, TimeOfDay, TimeZone
from policycompiler.models.section import Section

Kind = Literal[
    "completed",
    "resubmitted",
    "exhausted",
    "blocked",
    "no_machines",
    "crashed_after_return",
    "running_again",
]
KINDS: tuple[Kind, ...] = (
    "completed",
    "resubmitted",
    "exhausted",
    "blocked",
    "no_machines",
    "crashed_after_return",
    "running_again",
)


class SlackSection(Section):
    """A place in Slack; token and webhook live in Secrets Manager, never here."""

    channel: Channel
    """The channel's name in quotes: "#team-gpu"."""


class QuietSection(Section):
    """Hours in which nobody is mentioned; at `to` one message mentions whom it must."""

    start: TimeOfDay = Field(alias="from")
    """When mentions stop, in the team's time zone."""
    end: EndOfDay = Field(alias="to")
    """When they begin again; earlier than `from` means the next day."""


class TeamSection(Section):
    """Where a team hears of its jobs, and when it may be disturbed."""

    slack: SlackSection | None = None
    """The team's channel; without it the platform's is used."""
    mention: GroupId | None = None
    """A Slack user group, mentioned where somebody must act and no owner is known."""
    timezone: TimeZone = "UTC"
    """The zone of the times in this team's messages and of its quiet hours."""
    notify: list[Kind] = Field(default_factory=lambda: list(KINDS))
    """What the team is told; absent: all."""
    quiet: QuietSection | None = None
    """Hours without mentions."""


class PlatformSection(Section):
    """Where messages go that belong to no team."""

    slack: SlackSection | None = None
    """For shares without a team, alarms and drift."""
