"""Which teller a stream gets."""

from __future__ import annotations

from typing import TextIO

from batchdesk.lab.story.live import LiveTeller, can_stay_in_place
from batchdesk.lab.story.teller import PlainTeller, Teller


def teller_for(out: TextIO) -> Teller:
    """The live table on a terminal that may be coloured, else plain lines."""
    return LiveTeller(out) if can_stay_in_place(out) else PlainTeller(out)
