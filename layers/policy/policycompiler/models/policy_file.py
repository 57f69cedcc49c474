"""The whole policy file."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from policycompiler.models.checkpoints import CheckpointsSection, PricesSection
from policycompiler.models.fields import Label, Name, PersonId, TagKey
from policycompiler.models.queues import QueueSection
from policycompiler.models.section import Section
from policycompiler.models.teams import PlatformSection, TeamSection
from policycompiler.models.verbs import (
    NotifySection,
    PrioritiesSection,
    ProtectSection,
    ResubmitSection,
)
from policycompiler.models.windows import WindowSection


class PolicyFile(Section):
    """Batchdesk's policy: quota shares, teams, and what the functions may do."""

    version: Literal[1]
    """The version of this format."""
    platform: PlatformSection = PlatformSection()
    """For shares without a team, alarms and drift."""
    owner_tag: TagKey | None = None
    """The job tag that names the job's owner."""
    people: dict[Label, PersonId] = Field(default_factory=dict)
    """The owner tag's value to that person's Slack id."""
    queues: dict[Name, QueueSection]
    """Job queues by name, at least one."""
    teams: dict[Name, TeamSection]
    """Teams by name; may be {}."""
    notify: NotifySection = NotifySection()
    """Messages; absent: on."""
    windows: list[WindowSection] = Field(default_factory=list)
    """Priorities by the clock."""
    priorities: PrioritiesSection = PrioritiesSection()
    """The function that moves priorities; absent: off."""
    protect: ProtectSection | None = None
    """Protection against repeated stops; absent: off."""
    resubmit: ResubmitSection = ResubmitSection()
    """The function that submits jobs again; absent: off."""
    checkpoints: CheckpointsSection | None = None
    """Where checkpoints lie; absent: not known."""
    prices: PricesSection | None = None
    """Prices per instance-hour; absent: no costs are shown."""
