"""The operations on service jobs."""

from __future__ import annotations

from typing import Any

from moto.core.responses import ActionResult

from batchdesk.emulator.http.dispatch import Dispatch
from batchdesk.emulator.http.snapshot import snapshot_answer
from batchdesk.emulator.operations import listing, service_jobs
from batchdesk.emulator.paging import page
from batchdesk.emulator.region import Region
from batchdesk.emulator.wire import fields, job_answers, submissions

REQUEST_BYTES = 30 * 1024


class JobResponses(Dispatch):
    """Submit, describe, list, update, terminate, and the queue's snapshot."""

    def submit_service_job(self) -> ActionResult:
        return self.serve(self._submit)

    def describe_service_job(self) -> ActionResult:
        return self.serve(self._describe)

    def list_service_jobs(self) -> ActionResult:
        return self.serve(self._list)

    def update_service_job(self) -> ActionResult:
        return self.serve(self._update)

    def terminate_service_job(self) -> ActionResult:
        return self.serve(self._terminate)

    def get_job_queue_snapshot(self) -> ActionResult:
        return self.serve(self._snapshot)

    def _submit(self, region: Region, at: int) -> dict[str, Any]:
        fields.check_size(self.raw_body, REQUEST_BYTES)
        job = service_jobs.submit(region, submissions.read_submission(self.params), at)
        return job_answers.job_names(job)

    def _describe(self, region: Region, _at: int) -> dict[str, Any]:
        job = region.job(self._job_id())
        return job_answers.job_description(job, region.tags(job.arn))

    def _list(self, region: Region, _at: int) -> dict[str, Any]:
        jobs, token = page(
            listing.select(region, submissions.read_list_query(self.params)),
            listing.newest_first,
            fields.page_size(self.params),
            self.params.get("nextToken"),
        )
        rows = [job_answers.job_summary(job) for job in jobs]
        return job_answers.present({"jobSummaryList": rows, "nextToken": token})

    def _update(self, region: Region, at: int) -> dict[str, Any]:
        priority = submissions.read_priority(self.params)
        return job_answers.job_names(service_jobs.prioritize(region, self._job_id(), priority, at))

    def _terminate(self, region: Region, at: int) -> None:
        reason = str(fields.required(self.params, "reason"))
        service_jobs.terminate(region, self._job_id(), reason, at)

    def _snapshot(self, region: Region, at: int) -> dict[str, Any]:
        queue = region.queue(str(fields.required(self.params, "jobQueue")))
        return snapshot_answer(region.engine(queue), at)

    def _job_id(self) -> str:
        return str(fields.required(self.params, "jobId"))
