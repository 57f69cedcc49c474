"""Everything Batch has in one account and region."""

from __future__ import annotations

from collections.abc import Mapping

from moto.utilities.tagging_service import TaggingService

from batchdesk.emulator.arns import Place
from batchdesk.emulator.emulator import Emulator
from batchdesk.emulator.engine import Engine
from batchdesk.emulator.errors import missing
from batchdesk.emulator.jobs import ServiceJob
from batchdesk.emulator.resources import (
    JobQueue,
    QuotaShare,
    SchedulingPolicy,
    ServiceEnvironment,
)


class Region:
    """Definitions by name, jobs by id; every look-up takes a name or an ARN."""

    def __init__(self, place: Place, emulator: Emulator, tagger: TaggingService) -> None:
        self.place = place
        self.emulator = emulator
        self.policies: dict[str, SchedulingPolicy] = {}
        self.environments: dict[str, ServiceEnvironment] = {}
        self.queues: dict[str, JobQueue] = {}
        self.engines: dict[str, Engine] = {}
        self.jobs: dict[str, ServiceJob] = {}
        self._tagger = tagger

    def environment(self, name: str) -> ServiceEnvironment:
        """Find a service environment. Raises ClientException if there is none."""
        found = self.environments.get(_last(name))
        if found is None or name not in (found.name, found.arn):
            raise missing("Service environment", name)
        return found

    def policy(self, arn: str) -> SchedulingPolicy:
        """Find a scheduling policy by ARN. Raises ClientException if there is none."""
        found = self.policies.get(_last(arn))
        if found is None or arn != found.arn:
            raise missing("Scheduling policy", arn)
        return found

    def find_queue(self, name: str) -> JobQueue | None:
        """Find a SAGEMAKER_TRAINING queue, or None."""
        found = self.queues.get(_last(name))
        return found if found is not None and name in (found.name, found.arn) else None

    def queue(self, name: str) -> JobQueue:
        """Find a SAGEMAKER_TRAINING queue. Raises ClientException if there is none."""
        found = self.find_queue(name)
        if found is None:
            raise missing("Job queue", name)
        return found

    def share(self, arn: str) -> tuple[JobQueue, QuotaShare]:
        """Find a share and its queue by ARN. Raises ClientException if there is none."""
        queue_arn, _, name = arn.partition("/quota-share/")
        queue = self.find_queue(queue_arn)
        if queue is None or name not in queue.shares or arn != queue.shares[name].arn:
            raise missing("Quota share", arn)
        return queue, queue.shares[name]

    def job(self, job_id: str) -> ServiceJob:
        """Find a service job by id or ARN. Raises ClientException if there is none."""
        found = self.jobs.get(_last(job_id))
        if found is None or job_id not in (found.id, found.arn):
            raise missing("Service job", job_id)
        return found

    def engine(self, queue: JobQueue) -> Engine:
        """What makes a queue work."""
        return self.engines[queue.name]

    def tag(self, arn: str, tags: Mapping[str, str]) -> None:
        """Keep tags where moto's tag operations find them."""
        self._tagger.tag_resource(arn, TaggingService.convert_dict_to_tags_input(dict(tags)))

    def tags(self, arn: str) -> dict[str, str]:
        """The tags of a resource."""
        return self._tagger.get_tag_dict_for_resource(arn)

    def forget_tags(self, arn: str) -> None:
        """Drop the tags of a deleted resource."""
        self._tagger.delete_all_tags_for_resource(arn)


def _last(name: str) -> str:
    return name.rpartition("/")[2]
