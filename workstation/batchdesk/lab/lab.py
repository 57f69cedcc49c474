"""A booted lab, as tests, stories and commands use it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from batchdesk.emulator import Emulator
from batchdesk.lab.clock import LabClock, from_ms, to_ms
from batchdesk.lab.control.slack_page import SlackPage
from batchdesk.lab.delivery.invocations import Invocation
from batchdesk.lab.delivery.invoker import Invoker, Listener
from batchdesk.lab.delivery.schedules import Schedules
from batchdesk.lab.faults.active import ActiveFaults
from batchdesk.lab.jobs import LiveJobs
from batchdesk.lab.pace import Pacer
from batchdesk.lab.sdk.clients import Clients
from batchdesk.lab.stack.deploy import Stack
from batchdesk.lab.world import World
from batchshares.domain.policy import Policy


@dataclass
class Lab:
    """A local AWS with the stack in it. Times are aware datetimes of the lab's clock.

    `info` is what `--info` writes. With a pacer (`lab up`) time flows by itself; without one it
    moves only by `step`, `run_until`, `run_until_idle` or a POST to the clock's page.
    """

    world: World
    emulator: Emulator
    stack: Stack
    policy: Policy
    faults: ActiveFaults
    slack: SlackPage
    info: dict[str, str]
    _clients: Clients
    _invoker: Invoker
    pacer: Pacer | None = None
    _live: LiveJobs = field(init=False)

    def __post_init__(self) -> None:
        self._live = LiveJobs(self.emulator.history)

    @property
    def clock(self) -> LabClock:
        """The lab's clock."""
        return self.world.clock

    @property
    def endpoint_url(self) -> str:
        """Where any AWS client finds the lab."""
        return self.info["endpoint_url"]

    @property
    def invocations(self) -> deque[Invocation]:
        """The last runs of functions, oldest first."""
        return self._invoker.invocations

    def client(self, service: str, region: str | None = None) -> Any:
        """An SDK client against the lab."""
        return self._clients.get(service, region)

    def environ(self) -> Mapping[str, str]:
        """The variables with which another process finds the lab."""
        return self._clients.environ()

    def on_invocation(self, listener: Listener) -> None:
        """Call a listener after each run of a function, in the thread that drives the lab."""
        self._invoker.listeners.append(listener)

    def next_due(self) -> datetime | None:
        """When the next thing happens by itself; None if nothing is in sight."""
        due = self.world.agenda.next_due()
        return None if due is None else from_ms(due)

    def settle(self) -> None:
        """Deliver all that is due now; time does not move."""
        self.world.settle()
        self.world.wake()

    def step(self) -> datetime:
        """Go to the next due instant and deliver everything of it; tells where the clock is."""
        self.world.settle()
        self.world.step()
        return self.clock.now()

    def run_until(self, at: datetime) -> None:
        """Pass through every due instant up to `at`, in order, one invocation at a time."""
        self.world.run_until(to_ms(at))

    def run_for(self, **time: float) -> None:
        """`run_until` now plus a timedelta's words: run_for(minutes=5)."""
        self.run_until(self.clock.now() + timedelta(**time))

    def run_until_idle(self, limit: datetime) -> datetime:
        """Go on until all jobs are terminal and only schedules are due, or to the limit."""
        self.world.settle()
        while not self.idle:
            if not self.world.step(to_ms(limit)):
                self.run_until(limit)
                break
        return self.clock.now()

    @property
    def idle(self) -> bool:
        """Whether all jobs are terminal and nothing but schedules is due."""
        others = self.world.agenda.next_due(but=(Schedules.name,))
        return others is None and not self._live.any()

    def out_of_machines(self, instance_type: str, minutes: float) -> None:
        """Let SageMaker have no machines of a type for some minutes from now."""
        until = self.clock.now_ms() + round(minutes * 60_000)
        self.emulator.out_of_machines(instance_type, until)
