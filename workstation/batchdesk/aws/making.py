"""Make one change of a plan, and wait until Batch has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from batchdesk.aws import answers, reading, requests
from batchdesk.aws.errors import AwsError, plainly
from batchdesk.aws.waiting import until_valid
from batchdesk.planning import Change, Kind
from batchdesk.planning.current import short
from batchshares.domain.policy import Queue
from batchshares.usecases.ports import Clock

if TYPE_CHECKING:
    from mypy_boto3_batch import BatchClient


class Maker:
    """Makes the changes of one queue of the policy."""

    def __init__(self, wanted: Queue, batch: BatchClient, clock: Clock) -> None:
        self._wanted, self._batch, self._clock = wanted, batch, clock

    def make(self, change: Change) -> None:
        """Make the change; done when Batch says VALID. AwsError names it if it fails."""
        with plainly(change.resource):
            match change.kind, change.action:
                case Kind.ENVIRONMENT, "create":
                    self._batch.create_service_environment(**requests.new_environment(self._wanted))
                case Kind.ENVIRONMENT, _:
                    self._update_environment()
                case Kind.SCHEDULING_POLICY, _:
                    self._create_scheduling_policy()
                case Kind.QUEUE, _:
                    self._create_queue()
                case Kind.SHARE, action:
                    self._share(short(change.name), new=action == "create")
            self._wait(change)

    def _update_environment(self) -> None:
        self._batch.update_service_environment(**requests.new_capacity(self._wanted))

    def _create_scheduling_policy(self) -> None:
        """Create it, unless another queue of the policy that shares it has done so."""
        name = self._wanted.scheduling_policy
        if reading.find_scheduling_policy(self._batch, name) is None:
            request = requests.new_scheduling_policy(self._wanted)
            self._batch.create_scheduling_policy(**request)

    def _create_queue(self) -> None:
        policy = reading.find_scheduling_policy(self._batch, self._wanted.scheduling_policy)
        if policy is None:
            name = self._wanted.scheduling_policy
            raise AwsError(f"scheduling policy {name}: it vanished. Run batchdesk apply again")
        self._batch.create_job_queue(**requests.new_queue(self._wanted, policy.arn))

    def _share(self, name: str, new: bool) -> None:
        share = self._wanted.shares[name]
        if new:
            self._batch.create_quota_share(**requests.new_share(self._wanted.name, share))
        else:
            now = reading.all_shares(self._batch, self._wanted.name)[name]
            settings = requests.share_settings(share)
            self._batch.update_quota_share(quotaShareArn=now.arn, **settings)

    def _wait(self, change: Change) -> None:
        if change.kind is not Kind.SCHEDULING_POLICY:
            until_valid(change.resource, lambda: self._status(change), self._clock)

    def _status(self, change: Change) -> str | None:
        if change.kind is Kind.SHARE:
            share = reading.all_shares(self._batch, self._wanted.name).get(short(change.name))
            return share.status if share else None
        if change.kind is Kind.QUEUE:
            described = self._batch.describe_job_queues(jobQueues=[change.name])
            return next(map(answers.status, described["jobQueues"]), None)
        environment = reading.find_environment(self._batch, change.name, [])
        return environment.status if environment else None
