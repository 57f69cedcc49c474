"""The operations on scheduling policies, service environments, queues and quota shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from moto.core.common_types import TYPE_RESPONSE
from moto.core.responses import ActionResult

from batchdesk.emulator.errors import duplicate
from batchdesk.emulator.http.dispatch import Dispatch
from batchdesk.emulator.operations import environments, policies, queues, shares
from batchdesk.emulator.paging import page
from batchdesk.emulator.region import Region
from batchdesk.emulator.wire import answers, definitions, fields
from batchdesk.emulator.wire.job_answers import present

Row = TypeVar("Row")
Answer = dict[str, Any]
# moto's own methods answer with a body or with a whole response.
MotoAnswer = ActionResult | TYPE_RESPONSE | str


class DefinitionResponses(Dispatch):
    """Create, describe, update, delete, list."""

    # --- scheduling policies

    def create_scheduling_policy(self) -> ActionResult:
        def work(region: Region, _at: int) -> Answer:
            name, tags = fields.name(self.params, "name"), fields.tags(self.params)
            policy = policies.create(region, name, definitions.read_policy(self.params))
            region.tag(policy.arn, tags)
            return {"name": policy.name, "arn": policy.arn}

        return self.serve(work)

    def describe_scheduling_policies(self) -> ActionResult:
        def work(region: Region, _at: int) -> Answer:
            wanted = self.params.get("arns") or []
            found = [each for each in region.policies.values() if each.arn in wanted]
            rows = [answers.policy_answer(each, region.tags(each.arn)) for each in found]
            return {"schedulingPolicies": rows}

        return self.serve(work)

    def list_scheduling_policies(self) -> ActionResult:
        def work(region: Region, _at: int) -> Answer:
            rows = region.policies.values()
            return self._page("schedulingPolicies", rows, lambda each: {"arn": each.arn})

        return self.serve(work)

    def update_scheduling_policy(self) -> ActionResult:
        def work(region: Region, _at: int) -> None:
            request = definitions.read_policy(self.params)
            policies.update(region, self._required("arn"), request)

        return self.serve(work)

    def delete_scheduling_policy(self) -> ActionResult:
        return self.serve(lambda region, _: policies.delete(region, self._required("arn")))

    # --- service environments

    def create_service_environment(self) -> ActionResult:
        def work(region: Region, _at: int) -> Answer:
            name = fields.name(self.params, "serviceEnvironmentName")
            tags = fields.tags(self.params)
            limits, state = definitions.read_environment(self.params)
            environment = environments.create(region, name, limits, state)
            region.tag(environment.arn, tags)
            return _environment_names(environment.name, environment.arn)

        return self.serve(work)

    def describe_service_environments(self) -> ActionResult:
        def work(region: Region, _at: int) -> Answer:
            found = self._wanted("serviceEnvironments", region.environments.values())
            return self._page(
                "serviceEnvironments",
                found,
                lambda each: answers.environment_answer(each, region.tags(each.arn)),
            )

        return self.serve(work)

    def update_service_environment(self) -> ActionResult:
        def work(region: Region, at: int) -> Answer:
            limits = definitions.read_limits(self.params)
            state = definitions.read_state(self.params)
            name = self._required("serviceEnvironment")
            environment = environments.update(region, name, limits, state, at)
            return _environment_names(environment.name, environment.arn)

        return self.serve(work)

    def delete_service_environment(self) -> ActionResult:
        return self.serve(
            lambda region, _: environments.delete(region, self._required("serviceEnvironment"))
        )

    # --- job queues; those with compute environments are moto's

    def create_job_queue(self) -> MotoAnswer:
        name = fields.name(self.params, "jobQueueName")
        ours = self.params.get("serviceEnvironmentOrder") is not None
        if not ours and self.params.get("jobQueueType") not in definitions.SERVICE_TYPES:
            if name in self.service.queues:
                raise duplicate()
            return self.createjobqueue()

        def work(region: Region, at: int) -> Answer:
            tags = fields.tags(self.params)
            if self.batch_backend.get_job_queue_by_name(name) is not None:
                raise duplicate()
            queue = queues.create(region, name, definitions.read_new_queue(self.params), at)
            region.tag(queue.arn, tags)
            return _queue_names(queue.name, queue.arn)

        return self.serve(work)

    def describe_job_queues(self) -> ActionResult:
        def work(region: Region, _at: int) -> Answer:
            ours = [
                answers.queue_answer(each, region.tags(each.arn))
                for each in self._wanted("jobQueues", region.queues.values())
            ]
            others = self.batch_backend.describe_job_queues(self.params.get("jobQueues") or None)
            rows, token = page(
                [*ours, *map(present, others)],
                lambda row: (0, row["jobQueueName"]),
                fields.page_size(self.params),
                self.params.get("nextToken"),
            )
            return present({"jobQueues": rows, "nextToken": token})

        return self.serve(work)

    def update_job_queue(self) -> MotoAnswer:
        name = self._required("jobQueue")
        if self.service.find_queue(name) is None:
            return self.updatejobqueue()

        def work(region: Region, at: int) -> Answer:
            queue = queues.update(region, name, definitions.read_queue(self.params), at)
            return _queue_names(queue.name, queue.arn)

        return self.serve(work)

    def delete_job_queue(self) -> MotoAnswer:
        name = self._required("jobQueue")
        if self.service.find_queue(name) is None:
            return self.deletejobqueue()
        return self.serve(lambda region, at: queues.delete(region, name, at))

    # --- quota shares

    def create_quota_share(self) -> ActionResult:
        def work(region: Region, at: int) -> Answer:
            name, tags = fields.name(self.params, "quotaShareName"), fields.tags(self.params)
            request = definitions.read_new_share(self.params)
            share = shares.create(region, self._required("jobQueue"), name, request, at)
            region.tag(share.arn, tags)
            return {"quotaShareName": share.name, "quotaShareArn": share.arn}

        return self.serve(work)

    def describe_quota_share(self) -> ActionResult:
        def work(region: Region, _at: int) -> Answer:
            queue, share = region.share(self._required("quotaShareArn"))
            return {**answers.share_answer(queue, share), "tags": region.tags(share.arn)}

        return self.serve(work)

    def update_quota_share(self) -> ActionResult:
        def work(region: Region, at: int) -> Answer:
            request = definitions.read_share(self.params)
            share = shares.update(region, self._required("quotaShareArn"), request, at)
            return {"quotaShareName": share.name, "quotaShareArn": share.arn}

        return self.serve(work)

    def delete_quota_share(self) -> ActionResult:
        return self.serve(
            lambda region, at: shares.delete(region, self._required("quotaShareArn"), at)
        )

    def list_quota_shares(self) -> ActionResult:
        def work(region: Region, _at: int) -> Answer:
            queue = region.queue(self._required("jobQueue"))
            rows = queue.shares.values()
            return self._page("quotaShares", rows, lambda each: answers.share_answer(queue, each))

        return self.serve(work)

    # --- lists

    def _wanted(self, member: str, rows: Iterable[Row]) -> list[Row]:
        """The rows asked for by name or ARN; missing ones are left out (observed)."""
        wanted = self.params.get(member)
        if not wanted:
            return [*rows]
        return [row for row in rows if vars(row)["name"] in wanted or vars(row)["arn"] in wanted]

    def _page(self, member: str, rows: Iterable[Row], write: Callable[[Row], Answer]) -> Answer:
        shown, token = page(
            rows,
            lambda row: (0, vars(row)["name"]),
            fields.page_size(self.params),
            self.params.get("nextToken"),
        )
        return present({member: [write(row) for row in shown], "nextToken": token})

    def _required(self, member: str) -> str:
        return str(fields.required(self.params, member))


def _environment_names(name: str, arn: str) -> Answer:
    return {"serviceEnvironmentName": name, "serviceEnvironmentArn": arn}


def _queue_names(name: str, arn: str) -> Answer:
    return {"jobQueueName": name, "jobQueueArn": arn}
