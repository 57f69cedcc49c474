"""Attempts as training jobs in moto's SageMaker, moved along by the emulator's clock."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from moto.sagemaker.models import FakeTrainingJob, SageMakerModelBackend, sagemaker_backends

from batchdesk.emulator.arns import Place
from batchdesk.emulator.jobs import Attempt
from batchdesk.emulator.payload import TrainingRequest

PREFIX = "AWSBatch"
LONGEST_NAME = 63
LEGAL_NAME = re.compile(r"[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}")


class TrainingRefusedError(Exception):
    """SageMaker would not take this request; the message says what is wrong with it."""


class TrainingJobs:
    """The training jobs of one account and region."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def create(self, request: TrainingRequest, suffix: str, at: int) -> Attempt:
        """Create a training job for one attempt. Raises TrainingRefusedError.

        Its name: AWSBatch, the payload's name, 32 hex digits (documented by examples);
        the middle is cut so that the whole has 63 characters (assumed).
        """
        if request.problem:
            raise TrainingRefusedError(request.problem)
        name = training_name(request.name, suffix)
        record = self._backend.create_training_job(**_moto_arguments(name, request.document))
        vars(record).update(
            environment=request.document.get("Environment"),
            final_metric_data_list=None,
            secondary_status_transitions=[],
            training_start_time=None,
            training_end_time=None,
            creation_time=_moment(at),
        )
        _enter(record, "InProgress", "Pending", at)
        return Attempt(name=name, arn=record.arn, scheduled_at=at)

    def downloading(self, attempt: Attempt, at: int) -> None:
        """Machines were found."""
        self._move(attempt, "InProgress", "Downloading", at)

    def training(self, attempt: Attempt, at: int) -> None:
        """The script runs."""
        self._move(attempt, "InProgress", "Training", at, training_start_time=_moment(at))

    def stopping(self, attempt: Attempt, at: int) -> None:
        """SIGTERM was sent."""
        self._move(attempt, "Stopping", "Stopping", at)

    def stopped(self, attempt: Attempt, at: int) -> None:
        """The stop is over."""
        self._move(attempt, "Stopped", "Stopped", at, training_end_time=_moment(at))

    def completed(self, attempt: Attempt, at: int) -> None:
        """The script ended well."""
        self._move(attempt, "Completed", "Completed", at, training_end_time=_moment(at))

    def failed(self, attempt: Attempt, reason: str, at: int) -> None:
        """The script, or SageMaker, failed."""
        ended = {"training_end_time": _moment(at), "failure_reason": reason}
        self._move(attempt, "Failed", "Failed", at, **ended)

    def delete(self, attempt: Attempt) -> None:
        """Forget a training job (documented for those without machines, but the newest)."""
        self._backend.training_jobs.pop(attempt.name, None)

    @property
    def _backend(self) -> SageMakerModelBackend:
        return sagemaker_backends[self._place.account][self._place.region]

    def _move(
        self, attempt: Attempt, status: str, secondary: str, at: int, **changes: object
    ) -> None:
        record = self._backend.training_jobs.get(attempt.name)
        if record is not None:  # somebody may have reset moto's SageMaker meanwhile
            vars(record).update(changes)
            _enter(record, status, secondary, at)


def training_name(wanted: str, suffix: str) -> str:
    """Name an attempt's training job. Raises TrainingRefusedError for an illegal name."""
    name = PREFIX + wanted[: LONGEST_NAME - len(PREFIX) - len(suffix)] + suffix
    if not LEGAL_NAME.fullmatch(name):
        raise TrainingRefusedError(f"TrainingJobName {wanted!r} has characters it may not have")
    return name


def _enter(record: FakeTrainingJob, status: str, secondary: str, at: int) -> None:
    transitions: list[dict[str, Any]] = record.secondary_status_transitions
    if transitions:
        transitions[-1]["EndTime"] = _moment(at)
    transitions.append({"Status": secondary, "StartTime": _moment(at)})
    record.training_job_status = status
    record.secondary_status = secondary
    record.last_modified_time = _moment(at)


def _moment(at: int) -> datetime:
    """Epoch ms as moto keeps times: UTC without a zone."""
    return datetime.fromtimestamp(at / 1000, UTC).replace(tzinfo=None)


def _moto_arguments(name: str, document: Mapping[str, Any]) -> dict[str, Any]:
    given = copy.deepcopy(dict(document))  # moto writes into what it is given
    return {
        "training_job_name": name,
        "hyper_parameters": given.get("HyperParameters"),
        "algorithm_specification": given.get("AlgorithmSpecification") or {},
        "role_arn": given["RoleArn"],
        "input_data_config": given.get("InputDataConfig"),
        "output_data_config": given["OutputDataConfig"],
        "resource_config": given.get("ResourceConfig"),
        "vpc_config": given.get("VpcConfig"),
        "stopping_condition": given.get("StoppingCondition") or {},
        "tags": given.get("Tags"),
        "enable_network_isolation": given.get("EnableNetworkIsolation", False),
        "enable_inter_container_traffic_encryption": given.get(
            "EnableInterContainerTrafficEncryption", False
        ),
        "enable_managed_spot_training": given.get("EnableManagedSpotTraining", False),
        "checkpoint_config": given.get("CheckpointConfig"),
        "debug_hook_config": given.get("DebugHookConfig"),
        "debug_rule_configurations": given.get("DebugRuleConfigurations"),
        "tensor_board_output_config": given.get("TensorBoardOutputConfig"),
        "experiment_config": given.get("ExperimentConfig"),
    }
