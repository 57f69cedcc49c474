"""The lab's clock: it stands, or flows with the wall up to the next due instant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock
from time import monotonic

LONGEST_DAYS = 400
"""How far one request moves the lab's time, and how long a fault lasts, at most."""
LONGEST_SECONDS = LONGEST_DAYS * 86_400


def to_ms(at: datetime) -> int:
    """Epoch milliseconds of an aware datetime."""
    return round(at.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    """Aware UTC datetime of epoch milliseconds."""
    return datetime.fromtimestamp(ms // 1000, UTC).replace(microsecond=ms % 1000 * 1000)


class LabClock:
    """Epoch milliseconds that only the lab's world moves.

    Standing, it keeps its instant until `move_to`. Flowing, it follows the wall at a speed and
    stops at a ceiling, the next due instant. A hold pins it; after the last one it stands until
    it is told to flow again, because what was done meanwhile may have brought the ceiling nearer.
    """

    def __init__(self, start_ms: int, wall: Callable[[], float] = monotonic) -> None:
        self._wall = wall
        self._lock = Lock()
        self._base = start_ms
        self._anchor: float | None = None
        self._speed = 0.0
        self._ceiling: int | None = None
        self._holds = 0

    def now_ms(self) -> int:
        """The instant, in epoch milliseconds."""
        with self._lock:
            return self._current()

    def now(self) -> datetime:
        """The instant, aware and UTC."""
        return from_ms(self.now_ms())

    def sleep(self, seconds: float) -> None:
        """Return at once: time stands still while anything runs in the lab."""

    def stand(self) -> None:
        """Stop where it is."""
        with self._lock:
            self._pin()

    def flow(self, speed: float, ceiling_ms: int | None) -> None:
        """Follow the wall, `speed` lab seconds a second, up to the ceiling; not while held."""
        with self._lock:
            self._pin()
            self._speed, self._ceiling = speed, ceiling_ms
            self._anchor = None if self._holds else self._wall()

    def move_to(self, ms: int) -> None:
        """Jump forward to an instant and stand there; the past is ignored."""
        with self._lock:
            self._pin()
            self._base = max(self._base, ms)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Time stands still inside, and after it until the clock is set flowing again."""
        with self._lock:
            self._pin()
            self._holds += 1
        try:
            yield
        finally:
            with self._lock:
                self._holds -= 1

    def _pin(self) -> None:
        self._base, self._anchor = self._current(), None

    def _current(self) -> int:
        if self._anchor is None:
            return self._base
        flowed = self._base + int((self._wall() - self._anchor) * 1000 * self._speed)
        if self._ceiling is None:
            return flowed
        return max(self._base, min(flowed, self._ceiling))
