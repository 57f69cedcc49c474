"""The scheduling rules of AWS Batch quota shares, as a pure package.

A `Book` takes events and keeps running sums; `decide` says what to do now, as frozen decisions,
and `settle` does it until nothing is left to do. No clock, no chance, no SDK: the emulator and
the simulator stand on the very same rules. docs/scheduler-rules.md explains them.
"""

from batchdesk.scheduler.book import Book
from batchdesk.scheduler.errors import BookError, SchedulerError, SwitchError
from batchdesk.scheduler.passes import decide, settle
from batchdesk.scheduler.switches import Switches
from batchdesk.scheduler.words import (
    Block,
    BlockReason,
    Cause,
    Decision,
    Ending,
    Job,
    Preempt,
    Promise,
    Share,
    Sharing,
    Start,
    State,
    Unblock,
)

__all__ = [
    "Block",
    "BlockReason",
    "Book",
    "BookError",
    "Cause",
    "Decision",
    "Ending",
    "Job",
    "Preempt",
    "Promise",
    "SchedulerError",
    "Share",
    "Sharing",
    "Start",
    "State",
    "SwitchError",
    "Switches",
    "Unblock",
    "decide",
    "settle",
]
