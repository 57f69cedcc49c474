"""What the emulator reads from a job's payload, the request that SageMaker will get.

Batch passes the payload on unvalidated (documented), so nothing here raises: what
SageMaker would refuse stands in `problem`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

DEFAULT_RUN_SECONDS = 60
LONGEST_RUN_SECONDS = 10 * 366 * 86_400
"""Whatever is longer is as good as for ever, and its end is still a date."""


@dataclass(frozen=True)
class TrainingRequest:
    """A payload as far as it could be understood.

    instances: machines per type, groups summed per type (documented: the count equals
    InstanceCount; per type for groups: assumed).
    """

    document: Mapping[str, Any] = field(default_factory=dict)
    instances: Mapping[str, int] = field(default_factory=dict)
    run_ms: int = DEFAULT_RUN_SECONDS * 1000
    fail_after_ms: int | None = None
    problem: str | None = None

    @property
    def name(self) -> str:
        """The training job name its sender chose; "" if there is none."""
        name = self.document.get("TrainingJobName")
        return name if isinstance(name, str) else ""


def read_payload(text: str) -> TrainingRequest:
    """Read a service job's payload."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return TrainingRequest(problem="the request is not JSON")
    if not isinstance(document, dict):
        return TrainingRequest(problem="the request is not a JSON object")
    try:
        instances = _instances(_object(document, "ResourceConfig"))
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
        return TrainingRequest(document, problem="ResourceConfig names no instances")
    environment = _object(document, "Environment")
    return TrainingRequest(
        document=document,
        instances=instances,
        run_ms=_run_ms(environment, _object(document, "StoppingCondition")),
        fail_after_ms=_milliseconds(environment.get("BATCHDESK_FAIL_AFTER")),
        problem=_problem(document),
    )


def _instances(config: Mapping[str, Any]) -> dict[str, int]:
    wanted: dict[str, int] = {}
    for kind, count in _groups(config):
        if count < 1:
            raise ValueError(count)
        wanted[kind] = wanted.get(kind, 0) + count
    return dict(sorted(wanted.items()))


def _groups(config: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    # Of several preferences the first counts (assumed: SageMaker takes the first it has).
    groups = config.get("InstanceGroups") or (config.get("InstancePreferences") or [config])[:1]
    for group in groups:
        yield str(group["InstanceType"]), int(group.get("InstanceCount", 1))


def _run_ms(environment: Mapping[str, Any], stopping: Mapping[str, Any]) -> int:
    for value in (environment.get("BATCHDESK_RUN_SECONDS"), stopping.get("MaxRuntimeInSeconds")):
        wanted = _milliseconds(value)
        if wanted is not None:
            return wanted
    return DEFAULT_RUN_SECONDS * 1000


def _milliseconds(seconds: object) -> int | None:
    try:
        value = int(float(str(seconds)) * 1000)
    except (ValueError, OverflowError, RecursionError):
        return None
    return min(value, LONGEST_RUN_SECONDS * 1000) if value >= 0 else None


def _problem(document: Mapping[str, Any]) -> str | None:
    if not isinstance(document.get("AlgorithmSpecification", {}), dict):
        return "AlgorithmSpecification is not an object"
    if not isinstance(document.get("RoleArn"), str):
        return "RoleArn is missing"
    if not isinstance(_object(document, "OutputDataConfig").get("S3OutputPath"), str):
        return "OutputDataConfig.S3OutputPath is missing"
    return None


def _object(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = document.get(key)
    return value if isinstance(value, dict) else {}
