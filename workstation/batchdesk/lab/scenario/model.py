"""A scenario, checked: frozen words. Times are seconds after the scenario's start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from batchdesk.lab.faults.model import Fault
from batchshares.domain.policy import Policy, Queue


@dataclass(frozen=True)
class Submit:
    """A job is handed to Batch. `retries`: stops it comes back from, None = any number."""

    job: str
    queue: str
    share: str
    instances: Mapping[str, int]
    priority: int = 0
    owner: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    run_seconds: int = 3600
    retries: int | None = None
    attempts: int = 1
    fail_after_seconds: int | None = None
    payload: str = "plain"


@dataclass(frozen=True)
class SetPriority:
    """A job's priority is changed by its owner."""

    job: str
    to: int


@dataclass(frozen=True)
class Terminate:
    """A job is ended by its owner."""

    job: str
    because: str


@dataclass(frozen=True)
class SetShare:
    """The admin changes a share; what is None stays. `borrow_limit`: percent or "unlimited"."""

    share: str
    limits: Mapping[str, int] | None = None
    sharing: str | None = None
    borrow_limit: int | str | None = None


@dataclass(frozen=True)
class SetCapacity:
    """The admin changes the capacity of the queue's service environment."""

    limits: Mapping[str, int]


@dataclass(frozen=True)
class MachinesGone:
    """SageMaker has no machines of a type for a while."""

    type: str
    seconds: int


Action = Submit | SetPriority | Terminate | SetShare | SetCapacity | MachinesGone


@dataclass(frozen=True)
class Step:
    """What happens at one moment: words for the reader, an action, or both."""

    at_seconds: int
    say: str | None = None
    action: Action | None = None


@dataclass(frozen=True)
class ExpectedStop:
    """One stop as it must stand in the ledger; only the fields that are named are compared."""

    job: str
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Expect:
    """How the run must come out; what is None is not looked at."""

    stops: Sequence[ExpectedStop] | None = None
    jobs: Mapping[str, str] = field(default_factory=dict)
    blocked: Mapping[str, str] | None = None
    use_at_end: str | None = None
    ledger_records: int | None = None
    ledger_agrees: bool = False


@dataclass(frozen=True)
class Scenario:
    """One whole scenario. `policy_text` is the YAML that the lab is booted with."""

    name: str
    title: str
    start: datetime
    seed: int
    until_seconds: int
    policy: Policy
    policy_text: str
    switches: Mapping[str, Any] = field(default_factory=dict)
    stop_seconds: int | None = None
    faults: Sequence[Fault] = ()
    steps: Sequence[Step] = ()
    expect: Expect = Expect()

    @property
    def queue(self) -> Queue:
        """The one job queue that a scenario plays."""
        return next(iter(self.policy.queues.values()))
