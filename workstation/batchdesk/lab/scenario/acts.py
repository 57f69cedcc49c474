"""A scenario's actions, done through the SDK as a person would do them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import singledispatchmethod

from botocore.exceptions import ClientError

from batchdesk.lab.scenario.errors import ScenarioError
from batchdesk.lab.scenario.model import (
    Action,
    MachinesGone,
    Scenario,
    SetCapacity,
    SetPriority,
    SetShare,
    Submit,
    Terminate,
)
from batchdesk.lab.scenario.request import submit_request
from batchdesk.lab.scenario.stage import Stage
from batchdesk.lab.story.facts import Fact, MachinesOut, Submitted, Withdrawn
from batchdesk.lab.story.words import epoch_ms


class Actor:
    """Does one action after the other and remembers which id Batch gave which job."""

    def __init__(self, scenario: Scenario, stage: Stage) -> None:
        self._scenario = scenario
        self._stage = stage
        self._batch = stage.client("batch")
        self._ids: dict[str, str] = {}

    def do(self, action: Action) -> list[Fact]:
        """Do it now; what Batch makes of it stands in the history, this tells only the act.

        ScenarioError if Batch refuses it, as it does for a job that has ended.
        """
        try:
            return list(self._do(action))
        except ClientError as error:
            why = error.response["Error"].get("Message", "no reason given")
            raise ScenarioError(f"Batch refuses {_named(action)}: {why}") from error

    @singledispatchmethod
    def _do(self, action: Action) -> Iterator[Fact]:
        raise TypeError(f"a scenario cannot do {action}")

    @_do.register
    def _(self, action: Submit) -> Iterator[Fact]:
        now = self._stage.now()
        request = submit_request(action, self._scenario.policy.owner_tag, now)
        job_id = self._batch.submit_service_job(**request)["jobId"]
        self._ids[action.job] = job_id
        yield Submitted(
            epoch_ms(now),
            job_id,
            action.job,
            action.share,
            action.owner,
            action.instances,
            action.priority,
            action.retries,
        )

    @_do.register
    def _(self, action: SetPriority) -> Iterator[Fact]:
        self._batch.update_service_job(jobId=self._ids[action.job], schedulingPriority=action.to)
        yield from ()

    @_do.register
    def _(self, action: Terminate) -> Iterator[Fact]:
        job_id = self._ids[action.job]
        self._batch.terminate_service_job(jobId=job_id, reason=action.because)
        yield Withdrawn(epoch_ms(self._stage.now()), job_id, action.because)

    @_do.register
    def _(self, action: SetShare) -> Iterator[Fact]:
        wanted = {
            "limits": action.limits,
            "sharing": action.sharing,
            "borrow_limit": action.borrow_limit,
        }
        changes = {name: value for name, value in wanted.items() if value is not None}
        self._stage.change_share(action.share, changes)
        yield from ()

    @_do.register
    def _(self, action: SetCapacity) -> Iterator[Fact]:
        self._stage.change_capacity(action.limits)
        yield from ()

    @_do.register
    def _(self, action: MachinesGone) -> Iterator[Fact]:
        now = self._stage.now()
        self._stage.out_of_machines(action.type, action.seconds / 60)
        until = now + timedelta(seconds=action.seconds)
        yield MachinesOut(epoch_ms(now), action.type, epoch_ms(until))


def _named(action: Action) -> str:
    """The step as the file has it: `set_priority of fold`."""
    names = {
        Submit: "submit",
        SetPriority: "set_priority",
        Terminate: "terminate",
        SetShare: "set_share",
        SetCapacity: "set_capacity",
        MachinesGone: "machines_out",
    }
    whose = getattr(action, "job", None) or getattr(action, "share", None)
    return names[type(action)] + (f" of {whose}" if whose else "")
