"""EventBridge Scheduler's ticker: moto stores schedules and never fires one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from moto.scheduler.models import Schedule, scheduler_backends

from batchdesk.lab.clock import LabClock
from batchdesk.lab.delivery.expressions import NextAfter, next_after
from batchdesk.lab.delivery.targets import Targets, check_target


class Schedules:
    """All schedules of one account and region, also those made while the lab runs."""

    name = "schedules"

    def __init__(self, account: str, region: str, clock: LabClock, targets: Targets) -> None:
        self._account = account
        self._region = region
        self._clock = clock
        self._targets = targets
        self._told: dict[str, int] = {}

    def check(self) -> None:
        """Refuse schedules that the lab does not serve, by name."""
        for schedule in self._all():
            _ticks(schedule)
            check_target(f"schedule {schedule.name}", schedule.target)

    def next_due(self) -> int | None:
        """When the next enabled schedule fires, in epoch milliseconds."""
        dues = (self._due(schedule) for schedule in self._all())
        return min((due for due in dues if due is not None), default=None)

    def run_due(self, now_ms: int) -> None:
        """Fire what is due by now, each once."""
        for schedule in self._all():
            due = self._due(schedule)
            if due is not None and due <= now_ms:
                self._told[schedule.arn] = due
                self._targets.send(
                    schedule.target, schedule.target.get("Input") or "{}", "schedule"
                )

    def _due(self, schedule: Schedule) -> int | None:
        if schedule.state != "ENABLED":
            self._told[schedule.arn] = self._clock.now_ms()
            return None
        made = round(schedule.creation_date * 1000)
        return _ticks(schedule)(self._told.get(schedule.arn, made))

    def _all(self) -> Iterator[Schedule]:
        for group in list(scheduler_backends[self._account][self._region].schedule_groups.values()):
            yield from list(group.schedules.values())


def _ticks(schedule: Schedule) -> NextAfter:
    return _compiled(
        schedule.schedule_expression,
        schedule.schedule_expression_timezone,
        round(schedule.creation_date * 1000),
    )


@lru_cache(maxsize=256)
def _compiled(expression: str, timezone: str, made_ms: int) -> NextAfter:
    return next_after(expression, timezone, made_ms)
