"""`clock_url`: GET tells the lab's time, POST {"advance_seconds": n} moves it."""

from __future__ import annotations

from typing import Any

from batchdesk.lab.clock import LONGEST_DAYS, LONGEST_SECONDS, from_ms
from batchdesk.lab.control.pages import MethodError, Page
from batchdesk.lab.world import World

PATH = "/_lab/clock"


def clock_page(world: World) -> Page:
    """POST answers once everything that fell due on the way has run, in order."""

    def handle(method: str, _path: str, body: Any) -> dict[str, str]:
        if method == "POST":
            with world.driving():
                world.run_until(world.clock.now_ms() + _advance_ms(body))
        elif method != "GET":
            raise MethodError('clock: GET, or POST {"advance_seconds": n}')
        return {"now": _iso(world.clock.now_ms())}

    return Page(PATH, handle)


def _advance_ms(body: Any) -> int:
    seconds = body.get("advance_seconds") if isinstance(body, dict) else None
    if (
        isinstance(seconds, bool)
        or not isinstance(seconds, int | float)
        or not 0 <= seconds <= LONGEST_SECONDS  # NaN is not
    ):
        raise ValueError(
            f'clock: POST {{"advance_seconds": n}} with n seconds, 0 to {LONGEST_SECONDS} '
            f"({LONGEST_DAYS} days)"
        )
    return round(seconds * 1000)


def _iso(ms: int) -> str:
    text = from_ms(ms).isoformat(timespec="milliseconds" if ms % 1000 else "seconds")
    return text.replace("+00:00", "Z")
