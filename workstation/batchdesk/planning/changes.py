"""A plan: frozen changes to be made in order, and what apply refuses to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Value = str | int | bool | None
Fields = Mapping[str, tuple[Value, Value]]
UNLIMITED = "unlimited"
LIMITS = "limits."
CAPACITY = "capacity."


class Kind(StrEnum):
    """What a change is about."""

    ENVIRONMENT = "service environment"
    SCHEDULING_POLICY = "scheduling policy"
    QUEUE = "queue"
    SHARE = "share"


@dataclass(frozen=True)
class Change:
    """One call to Batch. `fields` are name: (from, to); None is absent.

    Instances per type are fields of their own, `limits.ml.g5.xlarge`; a borrow limit
    is percent or "unlimited".
    """

    kind: Kind
    name: str
    action: Literal["create", "update"]
    fields: Fields

    @property
    def resource(self) -> str:
        """The thing in words: share training/research, queue training."""
        return f"{self.kind} {self.name}"


@dataclass(frozen=True)
class Refusal:
    """What the policy asks for and apply does not do, and what to do instead."""

    resource: str
    why: str
    instead: str

    def __str__(self) -> str:
        return f"{self.resource}: {self.why} {self.instead}"


@dataclass(frozen=True)
class Plan:
    """The way from what is to what is wanted, for one queue."""

    queue: str
    changes: tuple[Change, ...]
    refusals: tuple[Refusal, ...]

    @property
    def nothing_to_do(self) -> bool:
        """Whether Batch already has what the policy says."""
        return not self.changes and not self.refusals
