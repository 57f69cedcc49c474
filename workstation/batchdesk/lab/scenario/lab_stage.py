"""A booted lab as a scenario's stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from batchshares.domain.policy import Queue, Share

if TYPE_CHECKING:
    from batchdesk.lab import Lab


class LabStage:
    """Passes everything on to the lab; shares are changed as `batchdesk apply` changes them."""

    def __init__(self, lab: Lab) -> None:
        self._lab = lab
        self._policy = lab.policy

    @property
    def idle(self) -> bool:
        """Whether all jobs are at their end and nothing but schedules is due."""
        return self._lab.idle

    def history(self, begin: int) -> list[Mapping[str, Any]]:
        """The entries of the local AWS's own record from this place on."""
        return [entry.as_dict() for entry in self._lab.emulator.history.entries[begin:]]

    def now(self) -> datetime:
        """The lab's time."""
        return self._lab.clock.now()

    def next_due(self) -> datetime | None:
        """When the next thing happens by itself."""
        return self._lab.next_due()

    def step(self) -> datetime:
        """Go to the next due instant and deliver everything of it."""
        return self._lab.step()

    def run_until(self, at: datetime) -> None:
        """Pass through every due instant up to this one, and stand there."""
        self._lab.run_until(at)

    def client(self, service: str) -> Any:
        """An SDK client against the lab."""
        return self._lab.client(service)

    def out_of_machines(self, instance_type: str, minutes: float) -> None:
        """SageMaker has no machines of a type for so long."""
        self._lab.out_of_machines(instance_type, minutes)

    def change_share(self, share: str, changes: Mapping[str, Any]) -> None:
        """Apply the policy with one share changed; the ledger learns of its new limits."""
        shares = self._queue.shares
        self._apply(shares={**shares, share: _share(shares[share], changes)})

    def change_capacity(self, limits: Mapping[str, int]) -> None:
        """Apply the policy with other limits of the service environment."""
        self._apply(capacity=dict(limits))

    @property
    def _queue(self) -> Queue:
        return next(iter(self._policy.queues.values()))

    def _apply(self, **fields: Any) -> None:
        from batchdesk.aws import Clients, apply_policy

        queue = replace(self._queue, **fields)
        self._policy = replace(self._policy, queues={queue.name: queue})
        apply_policy(
            self._policy,
            Clients(self._lab.client("batch"), self._lab.client("dynamodb")),
            self._lab.stack.outputs["LedgerTable"],
            "scenario",
            self._lab.clock,
            lambda _done: None,
        )


def _share(share: Share, changes: Mapping[str, Any]) -> Share:
    """The share changed; one that does not borrow has no borrow limit."""
    bound = changes.get("borrow_limit", share.borrow_limit)
    new = replace(share, **{**changes, "borrow_limit": None if bound == "unlimited" else bound})
    return new if new.sharing == "lend_and_borrow" else replace(new, borrow_limit=0)
