"""What can go wrong with a lab, in words for a person.

LabError                 exit 1, one line
├── PortInUseError       somebody else listens on the port
├── TemplateError        template.yaml is missing or asks for what the lab does not serve
├── FaultError           a fault that cannot be understood
├── OutsideCallError     a function wanted to call something that is not the lab
└── StuckError           a part of the lab stays due however often it runs
"""

from __future__ import annotations

from batchshares.errors import BatchdeskError


class LabError(BatchdeskError):
    """The lab cannot start or go on; the message says what to do."""


class PortInUseError(LabError):
    """The port of `--port` is taken."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            f"port {port} on {host} is in use: stop what listens there, or take --port 0 (any free)"
        )


class TemplateError(LabError):
    """The template is missing, cannot be read, or holds what the lab does not serve."""


class FaultError(LabError):
    """A fault's form is wrong; the message names the field and what is allowed."""


class OutsideCallError(LabError):
    """A function's client points outside the lab: real AWS is never called."""


class StuckError(LabError):
    """Something is due for ever at one instant, so time cannot move on."""
