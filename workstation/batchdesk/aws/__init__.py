"""The admin's hands on AWS: reads what is there, makes what a plan says, notes limits."""

from __future__ import annotations

from batchdesk.aws.applying import RefusedError, Run, apply_plan, apply_policy, refuse
from batchdesk.aws.clients import Clients
from batchdesk.aws.errors import AwsError
from batchdesk.aws.limits import LimitsBook
from batchdesk.aws.reading import read_current

__all__ = [
    "AwsError",
    "Clients",
    "LimitsBook",
    "RefusedError",
    "Run",
    "apply_plan",
    "apply_policy",
    "read_current",
    "refuse",
]
