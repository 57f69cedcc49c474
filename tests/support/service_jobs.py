"""Builders for emulated service jobs, and a clock that stands still until it is moved."""

from __future__ import annotations

import json
from typing import Any

from batchdesk.emulator.arns import Place
from batchdesk.emulator.jobs import Attempt, ServiceJob, Status, Submission
from batchdesk.emulator.payload import read_payload
from batchdesk.emulator.resources import JobQueue, SchedulingPolicy, ServiceEnvironment

GPU = "ml.g5.xlarge"
PLACE = Place(account="111122223333", region="eu-central-1")
JOB_ID = "7c1d3a52-60b8-4e0f-9a6d-2f5b8e914c03"
CREATED = 1796154800000
FIRST = "AWSBatchtts-finetune0f3c5a7be19d24688ac0e2f4b6d81375"
SECOND = "AWSBatchtts-finetunea1b2c3d4e5f60718293a4b5c6d7e8f90"
CROSS_SHARE = "Cross-share preemption triggered to reclaim borrowed capacity"


class ManualClock:
    """Time in epoch ms, moved by hand."""

    def __init__(self, now: int = CREATED) -> None:
        self.now = now

    def now_ms(self) -> int:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        """Let time pass."""
        self.now += int(seconds * 1000)


def payload(
    instances: int = 1,
    kind: str = GPU,
    *,
    run_seconds: float | None = 300,
    name: str = "tts-finetune",
    **changes: Any,
) -> dict[str, Any]:
    """A CreateTrainingJob request as SageMaker's SDK submits it, cut to what matters."""
    environment = {} if run_seconds is None else {"BATCHDESK_RUN_SECONDS": str(run_seconds)}
    return {
        "TrainingJobName": name,
        "AlgorithmSpecification": {"TrainingInputMode": "File", "TrainingImage": "pytorch"},
        "RoleArn": "arn:aws:iam::111122223333:role/training",
        "OutputDataConfig": {"S3OutputPath": "s3://models/tts"},
        "ResourceConfig": {"InstanceType": kind, "InstanceCount": instances, "VolumeSizeInGB": 30},
        "StoppingCondition": {"MaxRuntimeInSeconds": 3600},
        "Environment": environment,
        **changes,
    }


def an_attempt(name: str = FIRST, **times: Any) -> Attempt:
    """A training job of a service job."""
    arn = f"arn:aws:sagemaker:{PLACE.region}:{PLACE.account}:training-job/{name}"
    return Attempt(name=name, arn=arn, scheduled_at=CREATED + 20_000, **times)


def a_queue() -> JobQueue:
    """The queue `training` with its three GPUs."""
    environment = ServiceEnvironment("training-env", PLACE.environment("training-env"), {GPU: 3})
    policy = SchedulingPolicy("training-policy", PLACE.policy("training-policy"), "FIFO", None)
    return JobQueue("training", PLACE.queue("training"), 1, environment, 1, policy)


def a_job(status: Status = Status.RUNNABLE, retries: int | None = 3, **changes: Any) -> ServiceJob:
    """The job tts-finetune of share research, in some state."""
    submission = Submission(
        name="tts-finetune",
        queue="training",
        payload=json.dumps(payload()),
        share="research",
        priority=2,
        preemption_retries=retries,
        timeout_seconds=3600,
        tags={"owner": "mira"},
    )
    return ServiceJob(
        ticket="000000000001",
        id=JOB_ID,
        arn=PLACE.job(JOB_ID),
        queue=a_queue(),
        submission=submission,
        request=read_payload(submission.payload),
        created_at=CREATED,
        priority=2,
        status=status,
        **changes,
    )
