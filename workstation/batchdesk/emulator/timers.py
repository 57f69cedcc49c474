"""What will happen by itself: due times in order, ties in the order they were set."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

Action = Callable[[int], None]


@dataclass(order=True)
class Timer:
    """One thing that is due at `at` (epoch ms)."""

    at: int
    number: int
    action: Action = field(compare=False)
    owner: object = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        """Let it not happen."""
        self.cancelled = True


class Timers:
    """The emulator's agenda."""

    def __init__(self) -> None:
        self._heap: list[Timer] = []
        self._number = 0

    def schedule(self, at: int, action: Action, owner: object) -> Timer:
        """Have `action(at)` called when `at` is reached."""
        self._number += 1
        timer = Timer(at, self._number, action, owner)
        heapq.heappush(self._heap, timer)
        return timer

    def next_due(self) -> int | None:
        """Tell when the next thing happens, or None if nothing is pending."""
        while self._heap and self._heap[0].cancelled:
            heapq.heappop(self._heap)
        return self._heap[0].at if self._heap else None

    def take(self, at: int) -> Timer | None:
        """Remove and return the next timer due exactly at `at`, if there is one."""
        return heapq.heappop(self._heap) if self.next_due() == at else None

    def forget(self, owner: object) -> None:
        """Cancel everything that belongs to `owner`."""
        for timer in self._heap:
            if timer.owner == owner:
                timer.cancel()
