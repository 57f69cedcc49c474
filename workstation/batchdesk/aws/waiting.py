"""Wait until Batch has finished what it accepted: creations and updates take effect later."""

from __future__ import annotations

from collections.abc import Callable

from batchdesk.aws.answers import VALID
from batchdesk.aws.errors import AwsError
from batchshares.usecases.ports import Clock

FIRST_WAIT, LONGEST_WAIT = 0.5, 5.0  # seconds
PATIENCE = 300.0  # seconds, as AWS's own samples wait


def until_valid(resource: str, status: Callable[[], str | None], clock: Clock) -> None:
    """Ask for the status until it is VALID; AwsError if it becomes INVALID or takes too long."""
    waited, pause = 0.0, FIRST_WAIT
    while (now := status()) != VALID:
        if now == "INVALID":
            raise AwsError(f"{resource}: Batch calls it INVALID. See its status reason, then apply")
        if waited >= PATIENCE:
            raise AwsError(
                f"{resource}: still {now or 'not there'} after {PATIENCE:.0f} s. "
                "Run batchdesk apply again: it goes on from here"
            )
        clock.sleep(pause)
        waited, pause = waited + pause, min(2 * pause, LONGEST_WAIT)
