"""SubmitServiceJob requests as the SageMaker Python SDK v3 sends them.

The payloads beside this file are of that SDK's shapes (sagemaker-train 1.27.0), with names of
our own; what a step says is filled in where the SDK would put it.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from datetime import datetime
from importlib.resources import files
from typing import Any

from batchdesk.lab.scenario.model import Submit

SAMPLE = "sample"
SAMPLE_JOB = "sample-20261201090000"
LONGEST_NAME = 63
ATTEMPT_SECONDS = 86_400
RETRY_STRATEGY = {
    "attempts": 1,
    "evaluateOnExit": [
        {
            "action": "RETRY",
            "onStatusReason": "Received status from SageMaker:InternalServerError: "
            "We encountered an internal error. Please try again.",
        },
        {"action": "EXIT", "onStatusReason": "*"},
    ],
}
"""What the SDK sends where its user says nothing."""


def submit_request(job: Submit, owner_tag: str | None, now: datetime) -> dict[str, Any]:
    """The keyword arguments of `submit_service_job`; `now` is the lab's clock, as in names."""
    request: dict[str, Any] = {
        "jobName": job.job,
        "jobQueue": job.queue,
        "quotaShareName": job.share,
        "serviceJobType": "SAGEMAKER_TRAINING",
        "serviceRequestPayload": json.dumps(training_payload(job, now)),
        "retryStrategy": {**RETRY_STRATEGY, "attempts": job.attempts},
        "timeoutConfig": {"attemptDurationSeconds": ATTEMPT_SECONDS},
        "clientToken": str(uuid.uuid5(uuid.NAMESPACE_OID, f"{job.queue}/{job.job}")),
    }
    if job.priority:  # the SDK leaves 0 out
        request["schedulingPriority"] = job.priority
    if job.retries is not None:
        request["preemptionConfiguration"] = {"preemptionRetriesBeforeTermination": job.retries}
    if tags := _tags(job, owner_tag):
        request["tags"] = tags
    return request


def training_payload(job: Submit, now: datetime) -> dict[str, Any]:
    """A job's serviceRequestPayload: the base with its own name, resources and run time."""
    base = re.sub(r"[^A-Za-z0-9]+", "-", job.job).strip("-")
    name = f"{base[: LONGEST_NAME - 15]}-{now:%Y%m%d%H%M%S}"
    text = files(__package__).joinpath("payloads", f"{job.payload}.json").read_text("utf-8")
    text = text.replace(SAMPLE_JOB, name).replace(f"/{SAMPLE}", f"/{base}")
    payload: dict[str, Any] = json.loads(text)
    payload["ResourceConfig"] = _resources(payload["ResourceConfig"], job.instances)
    environment = payload.get("Environment", {}) | _environment(job)
    if environment:
        payload["Environment"] = environment
    return payload


def _resources(base: Mapping[str, Any], instances: Mapping[str, int]) -> dict[str, Any]:
    rest = {
        key: value
        for key, value in base.items()
        if key not in {"InstanceType", "InstanceCount", "InstanceGroups"}
    }
    if len(instances) == 1 and "InstanceGroups" not in base:
        ((type_, count),) = instances.items()
        return {"InstanceType": type_, "InstanceCount": count, **rest}
    groups = [
        {"InstanceType": type_, "InstanceCount": count, "InstanceGroupName": f"group-{place}"}
        for place, (type_, count) in enumerate(sorted(instances.items()), 1)
    ]
    return {**rest, "InstanceGroups": groups}


def _environment(job: Submit) -> dict[str, str]:
    seconds = {
        "BATCHDESK_RUN_SECONDS": job.run_seconds,
        "BATCHDESK_FAIL_AFTER": job.fail_after_seconds,
    }
    return {name: str(value) for name, value in seconds.items() if value is not None}


def _tags(job: Submit, owner_tag: str | None) -> dict[str, str]:
    owner = {owner_tag: job.owner} if owner_tag and job.owner else {}
    return {**job.tags, **owner}
