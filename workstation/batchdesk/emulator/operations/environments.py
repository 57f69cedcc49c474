"""Service environments: the capacity of queues."""

from __future__ import annotations

from batchdesk.emulator.errors import ClientException, duplicate
from batchdesk.emulator.region import Region
from batchdesk.emulator.resources import DISABLED, NUM_INSTANCES, ServiceEnvironment

MOST_ENVIRONMENTS = 50


def create(region: Region, name: str, limits: dict[str, int], state: str) -> ServiceEnvironment:
    """Create a service environment; at most 50 in a region (documented)."""
    if name in region.environments:
        raise duplicate()
    if len(region.environments) >= MOST_ENVIRONMENTS:
        raise ClientException(f"There must not be more than {MOST_ENVIRONMENTS} environments")
    environment = ServiceEnvironment(name, region.place.environment(name), limits, state)
    region.environments[name] = environment
    return environment


def update(
    region: Region, name: str, limits: dict[str, int] | None, state: str | None, at: int
) -> ServiceEnvironment:
    """Change limits or state at once (documented: the update is immediate)."""
    environment = region.environment(name)
    engines = [
        region.engine(queue) for queue in region.queues.values() if queue.environment is environment
    ]
    managed = any(engine.queue.policy is not None for engine in engines)
    if limits is not None and managed and NUM_INSTANCES in limits:
        raise ClientException("capacityUnit must be an instance type under quota management")
    environment.limits = environment.limits if limits is None else limits
    environment.state = state or environment.state
    for engine in engines:
        if limits is not None:
            engine.set_capacity(at)
        engine.touch()
    return environment


def delete(region: Region, name: str) -> None:
    """Delete an environment that is DISABLED and that no queue uses (documented)."""
    environment = region.environment(name)
    users = [each.name for each in region.queues.values() if each.environment is environment]
    if users:
        raise ClientException(f"Service environment {name} is in use by job queue {users[0]}")
    if environment.state != DISABLED:
        raise ClientException(f"Service environment {name} must be DISABLED before it is deleted")
    del region.environments[environment.name]
    region.forget_tags(environment.arn)
