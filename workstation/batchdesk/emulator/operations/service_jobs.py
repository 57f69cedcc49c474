"""Submitting, changing and ending service jobs."""

from __future__ import annotations

from batchdesk.emulator.errors import ClientException
from batchdesk.emulator.jobs import TERMINAL, ServiceJob, Submission
from batchdesk.emulator.payload import read_payload
from batchdesk.emulator.region import Region
from batchdesk.emulator.resources import ENABLED, VALID, JobQueue


def submit(region: Region, submission: Submission, at: int) -> ServiceJob:
    """Take a job in; it is SUBMITTED whatever its payload holds (documented)."""
    queue = region.queue(submission.queue)
    _check_queue(queue)
    _check_share(queue, submission.share)
    job_id, ticket = region.emulator.new_job_id()
    job = ServiceJob(
        ticket=ticket,
        id=job_id,
        arn=region.place.job(job_id),
        queue=queue,
        submission=submission,
        request=read_payload(submission.payload),
        created_at=at,
        priority=submission.priority,
    )
    region.jobs[job.id] = job
    region.tag(job.arn, submission.tags)
    region.engine(queue).accept(job)
    return job


def _check_queue(queue: JobQueue) -> None:
    if queue.status != VALID:
        raise ClientException(f"Job queue {queue.name} is {queue.status}, not VALID")
    if queue.state != ENABLED:
        raise ClientException(f"Job queue {queue.name} is {queue.state} and takes no new jobs")


def _check_share(queue: JobQueue, name: str | None) -> None:
    """A share must be named where shares are and only there (documented)."""
    if queue.policy is None:
        if name is not None:
            raise ClientException(
                f"quotaShareName must not be given: job queue {queue.name} has no quotaSharePolicy"
            )
        return
    if name is None:
        raise ClientException(f"quotaShareName must be given for job queue {queue.name}")
    share = queue.shares.get(name)
    if share is None:
        raise ClientException(f"Quota share {name} does not exist in job queue {queue.name}")
    if share.state != ENABLED or share.status != VALID:
        raise ClientException(
            f"Quota share {name} is {share.state}, {share.status} and takes no new jobs"
        )


def prioritize(region: Region, job_id: str, priority: int, at: int) -> ServiceJob:
    """Change a job's priority; one that has ended refuses it (assumed)."""
    job = region.job(job_id)
    if job.status in TERMINAL:
        raise ClientException(f"Service job {job_id} is {job.status.value}")
    region.engine(job.queue).set_priority(job, priority, at)
    return job


def terminate(region: Region, job_id: str, reason: str, at: int) -> None:
    """End a job; one that has ended stays as it is (assumed, no error)."""
    job = region.job(job_id)
    if job.status in TERMINAL:
        return
    job.is_terminated = True
    region.engine(job.queue).end_early(job, reason, at)
