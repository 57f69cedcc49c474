"""What apply does not do: delete, rename, rewire. Each refusal says what to do instead."""

from __future__ import annotations

from collections.abc import Iterator

from batchdesk.planning.changes import Refusal
from batchdesk.planning.comparing import time_limits
from batchdesk.planning.current import ANY_INSTANCES, TRAINING_QUEUE, Current, QueueNow
from batchshares.domain.policy import Queue


def refusals(wanted: Queue, now: Current) -> tuple[Refusal, ...]:
    """Return all that keeps the policy from being applied, in the order of creation."""
    found = [*_environment(wanted, now), *_scheduling_policy(wanted, now)]
    if now.queue:
        found += [*_queue_kind(now.queue), *_wiring(wanted, now.queue)]
        found += _settings(wanted, now.queue)
    return (*found, *_shares(wanted, now))


def _environment(wanted: Queue, now: Current) -> Iterator[Refusal]:
    environment = now.environment
    if environment is None:
        return
    resource = f"service environment {environment.name}"
    others = [queue for queue in environment.serves if queue != wanted.name]
    if others:
        instead = "Name another service_environment in the policy."
        yield Refusal(resource, f"it already serves queue {others[0]}.", instead)
    if ANY_INSTANCES in environment.capacity:
        instead = "Quota shares need limits by instance type: name another service_environment."
        yield Refusal(resource, f"it counts {ANY_INSTANCES}.", instead)
    yield from _unhealthy(resource, environment.status)


def _scheduling_policy(wanted: Queue, now: Current) -> Iterator[Refusal]:
    policy = now.scheduling_policy
    if policy and not policy.of_quota_shares:
        why = "it is a fair-share policy, and AWS Batch does not change the kind."
        instead = f"Name another scheduling_policy for {wanted.name}."
        yield Refusal(f"scheduling policy {policy.name}", why, instead)


def _queue_kind(queue: QueueNow) -> Iterator[Refusal]:
    if queue.kind != TRAINING_QUEUE:
        why = f"it is a queue for {queue.kind or 'container jobs'}, not {TRAINING_QUEUE}."
        yield Refusal(f"queue {queue.name}", why, "Choose another name for the queue.")
    yield from _unhealthy(f"queue {queue.name}", queue.status)


def _wiring(wanted: Queue, queue: QueueNow) -> Iterator[Refusal]:
    resource = f"queue {queue.name}"
    instead = "apply rewires no queue: change the policy, or delete the queue and apply again."
    if queue.environments != (wanted.service_environment,):
        has = ", ".join(queue.environments) or "none"
        why = f"its service environment is {has}, the policy says {wanted.service_environment}."
        yield Refusal(resource, why, instead)
    if queue.scheduling_policy != wanted.scheduling_policy:
        has = queue.scheduling_policy or "none"
        why = f"its scheduling policy is {has}, the policy says {wanted.scheduling_policy}."
        yield Refusal(resource, why, instead)


def _settings(wanted: Queue, queue: QueueNow) -> Iterator[Refusal]:
    resource, command = (
        f"queue {queue.name}",
        f"aws batch update-job-queue --job-queue {queue.name}",
    )
    if queue.priority != wanted.priority:
        why = f"its priority is {queue.priority}, the policy says {wanted.priority}."
        yield Refusal(resource, why, f"Run: {command} --priority {wanted.priority}")
    if queue.state != wanted.state:
        why = f"it is {queue.state}, the policy says {wanted.state}."
        yield Refusal(resource, why, f"Run: {command} --state {wanted.state.upper()}")
    if queue.time_limits != time_limits(wanted):
        asked = wanted.blocked_after_minutes
        why = f"its time limits for blocked jobs differ from blocked_after_minutes: {asked}."
        yield Refusal(resource, why, f"Run: {command} --job-state-time-limit-actions ...")
    for key, value in wanted.tags.items():
        if queue.tags.get(key) != value:
            why = f"its tag {key} is {queue.tags.get(key, 'absent')}, the policy says {value}."
            yield Refusal(resource, why, "Run: aws batch tag-resource, or change the policy.")


def _shares(wanted: Queue, now: Current) -> Iterator[Refusal]:
    for name, share in now.shares.items():
        resource = f"share {wanted.name}/{name}"
        if name not in wanted.shares:
            yield Refusal(
                resource,
                "it is in Batch and not in the policy, and apply deletes (or renames) nothing.",
                "Add it to the policy, or disable and delete it: aws batch update-quota-share "
                f"--state DISABLED, then delete-quota-share --quota-share-arn {share.arn}",
            )
        else:
            yield from _unhealthy(resource, share.status)


def _unhealthy(resource: str, status: str) -> Iterator[Refusal]:
    if status == "DELETING":
        yield Refusal(resource, "it is being deleted.", "Run apply again when it is gone.")
    if status == "INVALID":
        yield Refusal(resource, "Batch calls it INVALID.", "See its status reason in the console.")
