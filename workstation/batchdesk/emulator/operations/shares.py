"""Quota shares."""

from __future__ import annotations

from batchdesk.emulator.errors import ClientException
from batchdesk.emulator.region import Region
from batchdesk.emulator.resources import (
    DELETING,
    DISABLED,
    ENABLED,
    NUM_INSTANCES,
    VALID,
    JobQueue,
    QuotaShare,
)
from batchdesk.emulator.wire.definitions import ShareRequest, Sharing

MOST_SHARES = 20


def create(
    region: Region, queue_name: str, name: str, request: ShareRequest, at: int
) -> QuotaShare:
    """Create a share of a VALID queue with a quota-share policy; at most 20 (documented)."""
    queue = region.queue(queue_name)
    _check_new(queue, name)
    sharing = request.sharing or Sharing("reserve", None)
    share = QuotaShare(
        name=name,
        arn=region.place.share(queue.name, name),
        limits=_limits(request.limits or {}),
        sharing=sharing.strategy,
        borrow_limit=sharing.borrow_limit,
        in_share_preemption=bool(request.in_share_preemption),
        state=request.state or ENABLED,
    )
    queue.shares[name] = share
    region.engine(queue).set_share(share, at)
    return share


def _check_new(queue: JobQueue, name: str) -> None:
    if queue.policy is None:
        raise ClientException(f"Job queue {queue.name} has no quotaSharePolicy")
    if queue.status != VALID:
        raise ClientException(f"Job queue {queue.name} is {queue.status}, not VALID")
    if name in queue.shares:
        raise ClientException(f"Quota share {name} already exists in job queue {queue.name}")
    if len(queue.shares) >= MOST_SHARES:
        raise ClientException(
            f"Job queue {queue.name} must not have more than {MOST_SHARES} quota shares"
        )


def update(region: Region, arn: str, request: ShareRequest, at: int) -> QuotaShare:
    """Change the given parts of a share; a list of limits replaces the old one (assumed)."""
    queue, share = region.share(arn)
    if share.status == DELETING:
        raise ClientException(f"Quota share {arn} is being deleted")
    if request.limits is not None:
        share.limits = _limits(request.limits)
    if request.sharing is not None:
        share.sharing, share.borrow_limit = request.sharing.strategy, request.sharing.borrow_limit
    if request.in_share_preemption is not None:
        share.in_share_preemption = request.in_share_preemption
    share.state = request.state or share.state
    if (request.limits, request.sharing, request.in_share_preemption) != (None, None, None):
        region.engine(queue).set_share(share, at)
    return share


def delete(region: Region, arn: str, at: int) -> None:
    """Delete a DISABLED share; its jobs are ended first (both documented)."""
    queue, share = region.share(arn)
    if share.state != DISABLED:
        raise ClientException(f"Quota share {arn} must be DISABLED before it is deleted")
    region.engine(queue).close_share(share, at)
    region.forget_tags(arn)


def _limits(limits: dict[str, int]) -> dict[str, int]:
    if NUM_INSTANCES in limits:
        raise ClientException("capacityUnit must be an instance type under quota management")
    return limits
