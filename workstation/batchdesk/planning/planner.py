"""Desired against current: the changes in the order in which Batch can take them."""

from __future__ import annotations

from batchdesk.planning.changes import CAPACITY, LIMITS, Change, Kind, Plan
from batchdesk.planning.comparing import environment_change, queue_creation, share_change
from batchdesk.planning.current import Current
from batchdesk.planning.refusing import refusals
from batchdesk.planning.risks import lowers
from batchshares.domain.policy import Queue


def plan(desired: Queue, current: Current) -> Plan:
    """Compare one queue of the policy with Batch; pure. An empty plan means they agree."""
    environment = environment_change(desired, current.environment)
    changes = [environment] if environment else []
    if current.scheduling_policy is None:
        fields = {"idle_resource_assignment": (None, "FIFO")}
        changes.append(Change(Kind.SCHEDULING_POLICY, desired.scheduling_policy, "create", fields))
    if current.queue is None:
        changes.append(queue_creation(desired))
    shares = (
        share_change(desired.name, share, current.shares.get(name))
        for name, share in desired.shares.items()
    )
    changes += [change for change in shares if change]
    return Plan(desired.name, tuple(sorted(changes, key=_turn)), refusals(desired, current))


def _turn(change: Change) -> int:
    """1 environments, 2 scheduling policies, 3 queues, 4 shares, as each needs the one before.

    What is lowered comes last, the environment at the very end: nobody is short for a
    moment only because of the order.
    """
    if change.action == "update" and lowers(change, CAPACITY):
        return 6
    if change.action == "update" and lowers(change, LIMITS):
        return 5
    order = (Kind.ENVIRONMENT, Kind.SCHEDULING_POLICY, Kind.QUEUE, Kind.SHARE)
    return 1 + order.index(change.kind)
