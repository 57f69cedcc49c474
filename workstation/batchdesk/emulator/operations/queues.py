"""SAGEMAKER_TRAINING job queues."""

from __future__ import annotations

from batchdesk.emulator.errors import ClientException, NotServedError, duplicate
from batchdesk.emulator.region import Region
from batchdesk.emulator.resources import (
    DELETING,
    DISABLED,
    ENABLED,
    NUM_INSTANCES,
    JobQueue,
    SchedulingPolicy,
    ServiceEnvironment,
)
from batchdesk.emulator.wire.definitions import QueueRequest, refuse_fairshare

MOST_QUEUES = 50


def create(region: Region, name: str, request: QueueRequest, at: int) -> JobQueue:
    """Create a queue on one service environment; at most 50 in a region (documented)."""
    if name in region.queues:
        raise duplicate()
    if len(region.queues) >= MOST_QUEUES:
        raise ClientException(f"There must not be more than {MOST_QUEUES} job queues")
    environment = region.environment(str(request.environment))
    policy = _policy(region, request.policy_arn)
    _check_environment(region, environment, policy, but=None)
    queue = JobQueue(
        name=name,
        arn=region.place.queue(name),
        priority=request.priority or 0,
        environment=environment,
        environment_order=request.environment_order,
        policy=policy,
        time_limits=request.time_limits or (),
        state=request.state or ENABLED,
    )
    region.queues[name] = queue
    region.engines[name] = region.emulator.engine(queue, region.place)
    region.engine(queue).set_capacity(at)
    return queue


def update(region: Region, name: str, request: QueueRequest, at: int) -> JobQueue:
    """Change a queue; a policy can be replaced, not added or removed (documented)."""
    queue = region.queue(name)
    policy = _policy(region, request.policy_arn) if request.policy_arn else queue.policy
    if policy is not None and queue.policy is None:
        raise ClientException(f"Job queue {name} has no scheduling policy and cannot get one")
    if request.environment is not None:
        environment = region.environment(request.environment)
        _check_environment(region, environment, policy, but=queue)
        queue.environment, queue.environment_order = environment, request.environment_order
        region.engine(queue).set_capacity(at)
    queue.policy = policy
    queue.priority = queue.priority if request.priority is None else request.priority
    queue.state = request.state or queue.state
    if request.time_limits is not None:
        queue.time_limits = request.time_limits
    return queue


def delete(region: Region, name: str, at: int) -> None:
    """Delete a DISABLED queue (documented) whose shares are gone (assumed).

    Its jobs are ended first; the queue stays DELETING until the last has stopped.
    """
    queue = region.queue(name)
    if queue.state != DISABLED:
        raise ClientException(f"Job queue {name} must be DISABLED before it is deleted")
    if queue.shares:
        first = next(iter(queue.shares))
        raise ClientException(f"Job queue {name} still has quota shares, {first} first")
    queue.status = DELETING
    region.engine(queue).close(at)


def drop_closed(region: Region) -> None:
    """Let queues go whose deletion has come to its end."""
    for queue in [*region.queues.values()]:
        if queue.status == DELETING and region.engine(queue).is_idle():
            del region.queues[queue.name], region.engines[queue.name]
            region.forget_tags(queue.arn)


def _policy(region: Region, arn: str | None) -> SchedulingPolicy | None:
    if arn is None:
        return None
    policy = region.policy(arn)
    refuse_fairshare(policy.idle_assignment)
    return policy


def _check_environment(
    region: Region,
    environment: ServiceEnvironment,
    policy: SchedulingPolicy | None,
    but: JobQueue | None,
) -> None:
    if policy is not None and NUM_INSTANCES in environment.limits:
        raise ClientException(
            f"Service environment {environment.name} counts {NUM_INSTANCES}; "
            "quota management needs limits by instance type"
        )
    for queue in region.queues.values():
        if queue is not but and queue.environment is environment:
            if policy is None and queue.policy is None:
                raise NotServedError(
                    f"The emulator serves one job queue for each service environment; "
                    f"{environment.name} has {queue.name}"
                )
            raise ClientException(
                f"Service environment {environment.name} is attached to job queue {queue.name}; "
                "under quota management it can have only one"
            )
