"""What the scheduler refuses.

SchedulerError
├── SwitchError   a switch that does not exist, or a value that is not supported
└── BookError     a job, a share or an event that cannot be
"""

from __future__ import annotations

from batchshares.errors import BatchdeskError


class SchedulerError(BatchdeskError):
    """The scheduler was asked for something it cannot do."""


class SwitchError(SchedulerError):
    """A switch that does not exist, or a value that is not supported."""


class BookError(SchedulerError):
    """A job, a share or an event that cannot be; the message names it and says what can."""
