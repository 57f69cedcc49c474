"""Scheduling policies: of the quota-share kind, and fair-share ones kept for container jobs."""

from __future__ import annotations

from batchdesk.emulator.errors import ClientException, duplicate
from batchdesk.emulator.region import Region
from batchdesk.emulator.resources import SchedulingPolicy
from batchdesk.emulator.wire.definitions import PolicyRequest


def create(region: Region, name: str, request: PolicyRequest) -> SchedulingPolicy:
    """Create a policy; its kind never changes (documented)."""
    if name in region.policies:
        raise duplicate()
    policy = SchedulingPolicy(
        name, region.place.policy(name), request.idle_assignment, request.fairshare
    )
    region.policies[name] = policy
    return policy


def update(region: Region, arn: str, request: PolicyRequest) -> None:
    """Change a policy within its kind."""
    policy = region.policy(arn)
    if (request.idle_assignment is None) != (policy.idle_assignment is None):
        raise ClientException(f"Scheduling policy {arn} cannot change its kind")
    policy.idle_assignment, policy.fairshare = request.idle_assignment, request.fairshare


def delete(region: Region, arn: str) -> None:
    """Delete a policy that no queue uses; one that is not there is no error, as in moto."""
    policy = next((each for each in region.policies.values() if each.arn == arn), None)
    if policy is None:
        return
    users = [queue.name for queue in region.queues.values() if queue.policy is policy]
    if users:
        raise ClientException(f"Scheduling policy {arn} is in use by job queue {users[0]}")
    del region.policies[policy.name]
    region.forget_tags(arn)
