"""Names inside ARNs. An ARN's last part names the thing; nothing else is taken from it."""

from __future__ import annotations

import re

_SERVICE_JOB = re.compile(
    r"arn:aws[a-z-]*:batch:[a-z0-9-]*:\d{12}:service-job/([A-Za-z0-9_-]{1,128})"
)


def service_job_id(arn: str) -> str | None:
    """Return the job id of a service-job ARN, None if it is no such ARN.

    `detail.jobId` is not used: the documented samples contradict their own ARN.
    """
    match = _SERVICE_JOB.fullmatch(arn)
    return match.group(1) if match else None


def last_part(arn: str) -> str:
    """Return the name a job queue's or training job's ARN ends in; a bare name stays itself."""
    return arn.rpartition("/")[2]
