from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import botocore.session
import pytest
from botocore.validate import ParamValidator

from batchdesk.lab.scenario.model import Submit
from batchdesk.lab.scenario.request import submit_request, training_payload

NOW = datetime(2026, 12, 1, 9, 20, 1, tzinfo=UTC)
JOB = Submit("ligand-screen-b", "training", "research", {"ml.g5.xlarge": 1})
PAYLOADS = ("plain", "checkpoint", "spot", "heterogeneous")
WIDE = {"ml.g5.xlarge": 2, "ml.m5.2xlarge": 1}


def request(job: Submit, owner_tag: str | None = "owner") -> dict[str, Any]:
    return submit_request(job, owner_tag, NOW)


@cache
def sdk() -> botocore.session.Session:
    return botocore.session.get_session()


def errors(service: str, operation: str, asked: dict[str, Any]) -> str:
    shape = sdk().get_service_model(service).operation_model(operation).input_shape
    assert shape is not None
    return str(ParamValidator().validate(asked, shape).generate_report())


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("instances", [JOB.instances, WIDE])
def test_a_request_is_what_the_sdk_may_send(payload: str, instances: dict[str, int]) -> None:
    job = replace(JOB, payload=payload, instances=instances, retries=0, owner="omar", priority=2)

    assert errors("batch", "SubmitServiceJob", request(job)) == ""


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_payload_is_what_sagemaker_takes(payload: str) -> None:

    asked = training_payload(replace(JOB, payload=payload), NOW)

    assert errors("sagemaker", "CreateTrainingJob", asked) == ""


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_trace_of_the_sample_is_left_in_a_payload(payload: str) -> None:
    text = json.dumps(training_payload(replace(JOB, payload=payload), NOW))

    assert "sample" not in text
    assert "ligand-screen-b/ligand-screen-b-20261201092001/input/sm_drivers" in text


def test_run_time_and_failure_travel_in_the_environment() -> None:
    job = replace(JOB, run_seconds=600, fail_after_seconds=60)

    assert training_payload(job, NOW)["Environment"] == {
        "BATCHDESK_RUN_SECONDS": "600",
        "BATCHDESK_FAIL_AFTER": "60",
    }


def test_what_the_payload_has_in_its_environment_stays() -> None:
    environment = training_payload(replace(JOB, payload="spot"), NOW)["Environment"]

    assert environment["NCCL_DEBUG"] == "WARN"


def test_one_type_goes_into_the_resources_and_several_into_groups() -> None:
    one = training_payload(replace(JOB, instances={"ml.g5.xlarge": 2}), NOW)["ResourceConfig"]
    two = training_payload(replace(JOB, instances=WIDE), NOW)["ResourceConfig"]

    assert (one["InstanceType"], one["InstanceCount"]) == ("ml.g5.xlarge", 2)
    assert [group["InstanceCount"] for group in two["InstanceGroups"]] == [2, 1]
    assert "InstanceType" not in two


def test_the_owner_goes_into_the_policys_tag_beside_others() -> None:
    job = replace(JOB, owner="omar", tags={"project": "x"})

    assert request(job)["tags"] == {"project": "x", "owner": "omar"}
    assert request(job, owner_tag=None)["tags"] == {"project": "x"}
    assert "tags" not in request(replace(JOB, owner=None))


def test_what_is_not_asked_for_is_not_sent() -> None:
    plain = request(JOB)

    assert "schedulingPriority" not in plain  # the SDK drops 0
    assert "preemptionConfiguration" not in plain


def test_returns_are_sent_even_if_there_are_none() -> None:
    asked = request(replace(JOB, retries=0))

    assert asked["preemptionConfiguration"] == {"preemptionRetriesBeforeTermination": 0}


def test_the_same_job_has_the_same_token_and_another_job_another() -> None:
    other = request(replace(JOB, job="other"))["clientToken"]

    assert request(JOB)["clientToken"] == request(JOB)["clientToken"] != other


def test_a_long_or_odd_name_still_names_a_training_job() -> None:
    name = training_payload(replace(JOB, job="a_" + "b" * 100), NOW)["TrainingJobName"]

    assert len(name) <= 63
    assert "_" not in name
