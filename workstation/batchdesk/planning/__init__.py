"""Pure: what must change so that AWS Batch has what the policy says."""

from __future__ import annotations

from batchdesk.planning.changes import Change, Kind, Plan, Refusal
from batchdesk.planning.current import (
    Current,
    EnvironmentNow,
    QueueNow,
    SchedulingPolicyNow,
    ShareNow,
    TimeLimit,
)
from batchdesk.planning.planner import plan
from batchdesk.planning.risks import risk

__all__ = [
    "Change",
    "Current",
    "EnvironmentNow",
    "Kind",
    "Plan",
    "QueueNow",
    "Refusal",
    "SchedulingPolicyNow",
    "ShareNow",
    "TimeLimit",
    "plan",
    "risk",
]
