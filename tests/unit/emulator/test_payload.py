from __future__ import annotations

import json
from typing import Any

import pytest

from batchdesk.emulator.payload import LONGEST_RUN_SECONDS, read_payload
from tests.support.service_jobs import GPU, payload


def read(document: object) -> Any:
    return read_payload(json.dumps(document))


def groups(*pairs: tuple[str, int]) -> dict[str, Any]:
    return {"InstanceGroups": [{"InstanceType": kind, "InstanceCount": n} for kind, n in pairs]}


@pytest.mark.parametrize(
    ("config", "instances"),
    [
        ({"InstanceType": GPU, "InstanceCount": 3}, {GPU: 3}),
        ({"InstanceType": GPU}, {GPU: 1}),
        (
            groups(("ml.p5.48xlarge", 2), ("ml.m5.large", 4)),
            {"ml.p5.48xlarge": 2, "ml.m5.large": 4},
        ),
        (groups((GPU, 1), (GPU, 2)), {GPU: 3}),
        (
            {"InstancePreferences": [{"InstanceType": GPU}, {"InstanceType": "ml.m5.large"}]},
            {GPU: 1},
        ),
    ],
)
def test_instances_are_summed_per_type(config: dict[str, Any], instances: dict[str, int]) -> None:
    assert read(payload(ResourceConfig=config)).instances == instances


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "[]",
        "7",
        "{}",
        json.dumps(payload(ResourceConfig={})),
        json.dumps(payload(ResourceConfig="many")),
        json.dumps(payload(instances=0)),
        json.dumps(payload(instances=-1)),
        json.dumps(payload(ResourceConfig={"InstanceType": GPU, "InstanceCount": "two"})),
        json.dumps(payload(ResourceConfig={"InstanceGroups": ["gpu"]})),
        json.dumps(payload(ResourceConfig={"InstanceGroups": 3})),
        json.dumps(payload(ResourceConfig={"InstanceType": GPU, "InstanceCount": float("inf")})),
        "[" * 9_000,
        "[" * 4_000 + "]" * 4_000,
    ],
)
def test_a_payload_without_instances_is_a_problem_and_not_an_exception(text: str) -> None:
    request = read_payload(text)
    assert request.problem
    assert request.instances == {}


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("RoleArn", None),
        ("OutputDataConfig", {}),
        ("OutputDataConfig", "s3://models"),
        ("AlgorithmSpecification", "pytorch"),
    ],
)
def test_what_sagemaker_would_refuse_is_a_problem_that_names_the_member(
    member: str, value: Any
) -> None:
    request = read(payload(**{member: value}))
    assert member in str(request.problem)
    assert request.instances == {GPU: 1}


@pytest.mark.parametrize(
    ("environment", "stopping", "seconds"),
    [
        ({"BATCHDESK_RUN_SECONDS": "90"}, {"MaxRuntimeInSeconds": 3600}, 90),
        ({"BATCHDESK_RUN_SECONDS": "0.5"}, {}, 0.5),
        ({}, {"MaxRuntimeInSeconds": 3600}, 3600),
        ({"BATCHDESK_RUN_SECONDS": "soon"}, {"MaxRuntimeInSeconds": 3600}, 3600),
        ({"BATCHDESK_RUN_SECONDS": "-5"}, {}, 60),
        ({"BATCHDESK_RUN_SECONDS": "1e300"}, {}, LONGEST_RUN_SECONDS),
        ({"BATCHDESK_RUN_SECONDS": float("inf")}, {}, 60),
        ({}, {}, 60),
        (None, None, 60),
    ],
)
def test_the_payload_says_how_long_an_attempt_runs(
    environment: object, stopping: object, seconds: float
) -> None:
    request = read(payload(Environment=environment, StoppingCondition=stopping))
    assert request.run_ms == seconds * 1000


def test_an_attempt_may_be_told_to_fail_by_itself() -> None:
    assert read(payload(Environment={"BATCHDESK_FAIL_AFTER": "30"})).fail_after_ms == 30_000
    assert read(payload()).fail_after_ms is None
