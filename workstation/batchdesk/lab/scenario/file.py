"""The shape of a whole scenario file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from batchdesk.lab.scenario.steps import StepSection
from batchdesk.lab.scenario.values import Moment, Span
from policycompiler.models.fields import BIGGEST, Bool, Label, Name, TagValue, Whole
from policycompiler.models.section import Section

Cause = Literal["cross_share", "in_share", "limit_lowered", "unknown"]
Outcome = Literal["requeued", "failed", "averted", "in_progress"]
State = Literal["waiting", "starting", "running", "succeeded", "failed"]
Reason = Literal[
    "service_environment_max_resource",
    "limit_exceeded",
    "limit_and_borrow_exceeded",
    "borrowable_exceeded",
]


class StopSection(Section):
    """One stop as the ledger must hold it; what is absent is not compared."""

    job: Name
    """The job that was stopped."""
    share: Name | None = None
    """Its share."""
    owner: TagValue | None = None
    """The person of its owner tag."""
    cause: Cause | None = None
    """Why it was stopped."""
    outcome: Outcome | None = None
    """What became of it."""
    preemptor: Name | None = None
    """The job that it made room for."""
    run_seconds: Annotated[int, Whole(0, BIGGEST, "seconds")] | None = None
    """How long the stopped run had lasted, in whole seconds."""


class ExpectSection(Section):
    """How the run must come out."""

    stops: list[StopSection] | None = None
    """All stops, in the order they began; absent: not compared."""
    jobs: dict[Name, State] = Field(default_factory=dict)
    """The last state of jobs."""
    blocked: dict[Name, Reason] | None = None
    """All jobs that could never start, and why; absent: not compared."""
    use_at_end: Literal["zero"] | None = None
    """`zero`: nothing may be in use when the run is over."""
    ledger_records: Annotated[int, Whole(0, BIGGEST, "records")] | None = None
    """How many stops the ledger must hold."""
    ledger_agrees: Bool = False
    """Whether the ledger must agree, stop by stop, with what the local AWS did."""


class SwitchesSection(Section):
    """Open questions about AWS Batch; absent: the first value."""

    event_detail: Literal["full", "documented"] = "full"
    """What a state-change event carries."""
    completed_event: Literal["before", "after"] = "before"
    """Whether the end of a stop is told before or after the job's change of state."""
    in_share_text: Literal["ours", "foreign"] = "ours"
    """The wording of an in-share stop."""
    recent_window: Annotated[int, Whole(1, BIGGEST, "attempts")] = 10
    """How many stopped attempts Batch remembers."""
    scheduler: dict[str, str] = Field(default_factory=dict)
    """Switches of the scheduling rules."""


class ScenarioFile(Section):
    """A scenario of the lab."""

    version: Literal[1]
    """The version of this format."""
    title: Label
    """What it shows, in one line."""
    start: Moment
    """The lab's time at the start, with a zone."""
    seed: Annotated[int, Whole(0, BIGGEST)] = 1
    """All ids come from it; the same seed gives the same run, byte for byte."""
    until: Span = 86_400
    """The run ends here at the latest."""
    policy: Any
    """The policy: a file's path, seen from this file, or the policy itself."""
    stop_seconds: Annotated[int, Whole(0, 120, "seconds")] | None = None
    """How long a stop takes; absent: 20."""
    switches: SwitchesSection = SwitchesSection()
    """Open questions about AWS Batch."""
    faults: list[Any] = Field(default_factory=list)
    """What goes wrong, from the start on."""
    steps: list[StepSection]
    """What happens, in order."""
    expect: ExpectSection = ExpectSection()
    """How it must come out."""
