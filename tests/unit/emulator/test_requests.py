"""What each request member may hold; the tables of docs/emulator.md."""

from __future__ import annotations

from typing import Any

import pytest

from batchdesk.emulator.errors import ClientException
from batchdesk.emulator.retry import ExitRule
from batchdesk.emulator.wire import definitions, fields, submissions
from tests.support.service_jobs import GPU

LIMITS = [{"maxCapacity": 1, "capacityUnit": GPU}]
SHARE: dict[str, Any] = {
    "capacityLimits": LIMITS,
    "resourceSharingConfiguration": {"strategy": "LEND"},
    "preemptionConfiguration": {"inSharePreemption": "ENABLED"},
}
QUEUE: dict[str, Any] = {
    "priority": 1,
    "serviceEnvironmentOrder": [{"order": 1, "serviceEnvironment": "training-env"}],
}
LIMIT_ACTION: dict[str, Any] = {
    "reason": "CAPACITY:INSUFFICIENT_INSTANCE_CAPACITY",
    "state": "RUNNABLE",
    "maxTimeSeconds": 600,
    "action": "TERMINATE",
}
JOB: dict[str, Any] = {
    "jobName": "tts-finetune",
    "jobQueue": "training",
    "serviceJobType": "SAGEMAKER_TRAINING",
    "serviceRequestPayload": "{}",
}


def limits(count: int) -> list[dict[str, Any]]:
    return [{"maxCapacity": 1, "capacityUnit": f"ml.m{n}.large"} for n in range(count)]


def refused(message: str, read: Any, params: dict[str, Any]) -> None:
    with pytest.raises(ClientException) as refusal:
        read(params)
    assert message in refusal.value.message


@pytest.mark.parametrize("name", ["a", "A-b_9", "x" * 128])
def test_names_of_letters_digits_hyphens_and_underscores_pass(name: str) -> None:
    assert fields.name({"jobName": name}, "jobName") == name


@pytest.mark.parametrize("name", [None, "", "x" * 129, "a b", "a.b", "über", "a/b"])
def test_other_names_are_refused_by_member(name: str | None) -> None:
    refused("jobName", lambda params: fields.name(params, "jobName"), {"jobName": name})


@pytest.mark.parametrize(
    "tags",
    [
        {str(n): "v" for n in range(51)},
        {"": "v"},
        {"k" * 129: "v"},
        {"k": "v" * 257},
    ],
)
def test_tags_have_bounds(tags: dict[str, str]) -> None:
    refused("tags", fields.tags, {"tags": tags})


def test_tags_at_the_bounds_pass() -> None:
    tags = {"k" * 128: "v" * 256} | {str(n): "" for n in range(49)}
    assert fields.tags({"tags": tags}) == tags


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "1 to 5"),
        (limits(6), "1 to 5"),
        ([{"maxCapacity": 0, "capacityUnit": GPU}], "at least 1"),
        ([{"maxCapacity": -1, "capacityUnit": GPU}], "at least 1"),
        ([{"capacityUnit": GPU}], "maxCapacity"),
        ([{"maxCapacity": 1}], "capacityUnit"),
        (LIMITS + LIMITS, "twice"),
        (None, "must be given"),
    ],
)
def test_capacity_limits_are_one_to_five_of_different_units(given: Any, message: str) -> None:
    refused(message, fields.limits, {"capacityLimits": given})


def test_five_capacity_limits_pass() -> None:
    assert len(fields.limits({"capacityLimits": limits(5)})) == 5


@pytest.mark.parametrize("size", [0, 101, -1])
def test_pages_have_1_to_100_rows(size: int) -> None:
    refused("between 1 and 100", fields.page_size, {"maxResults": size})


def test_a_page_has_100_rows_unless_told() -> None:
    assert fields.page_size({}) == 100


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"capacityLimits": None}, "capacityLimits"),
        ({"resourceSharingConfiguration": None}, "resourceSharingConfiguration"),
        ({"preemptionConfiguration": None}, "preemptionConfiguration"),
        ({"resourceSharingConfiguration": {"strategy": "BORROW"}}, "strategy"),
        ({"resourceSharingConfiguration": {"strategy": "LEND", "borrowLimit": 1}}, "borrowLimit"),
        (
            {"resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW", "borrowLimit": -2}},
            "borrowLimit",
        ),
        ({"preemptionConfiguration": {"inSharePreemption": "yes"}}, "inSharePreemption"),
        ({"state": "OFF"}, "state"),
    ],
)
def test_a_share_with_a_wrong_part_is_refused(change: dict[str, Any], message: str) -> None:
    refused(message, definitions.read_new_share, SHARE | change)


@pytest.mark.parametrize(("given", "percent"), [(None, None), (-1, None), (0, 0), (200, 200)])
def test_a_borrow_limit_of_0_is_none_and_minus_1_is_no_bound(
    given: int | None, percent: int | None
) -> None:
    sharing = {"strategy": "LEND_AND_BORROW", "borrowLimit": given}
    read = definitions.read_share({"resourceSharingConfiguration": sharing})
    assert read.sharing == definitions.Sharing("lend_and_borrow", percent)


def test_an_update_leaves_out_what_it_does_not_change() -> None:
    assert definitions.read_share({}) == definitions.ShareRequest(None, None, None, None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"priority": None}, "priority"),
        ({"priority": 1001}, "between 0 and 1000"),
        ({"priority": -1}, "between 0 and 1000"),
        ({"serviceEnvironmentOrder": []}, "serviceEnvironmentOrder"),
        ({"serviceEnvironmentOrder": QUEUE["serviceEnvironmentOrder"] * 2}, "1 service"),
        ({"computeEnvironmentOrder": [{"order": 1}]}, "exclude"),
        ({"jobQueueType": "ECS"}, "jobQueueType"),
        ({"jobStateTimeLimitActions": [LIMIT_ACTION | {"maxTimeSeconds": 599}]}, "600"),
        ({"jobStateTimeLimitActions": [LIMIT_ACTION | {"maxTimeSeconds": 86_401}]}, "86400"),
        ({"jobStateTimeLimitActions": [LIMIT_ACTION | {"action": "CANCEL"}]}, "action"),
        ({"jobStateTimeLimitActions": [LIMIT_ACTION | {"state": "RUNNING"}]}, "state"),
        ({"jobStateTimeLimitActions": [LIMIT_ACTION | {"reason": "LAZY"}]}, "reason"),
    ],
)
def test_a_queue_with_a_wrong_part_is_refused(change: dict[str, Any], message: str) -> None:
    refused(message, definitions.read_new_queue, QUEUE | change)


def test_a_queue_may_say_that_it_has_no_compute_environments() -> None:
    read = definitions.read_new_queue(QUEUE | {"computeEnvironmentOrder": []})
    assert read.environment == "training-env"


def test_a_policy_is_of_one_kind() -> None:
    quota = {"idleResourceAssignmentStrategy": "FIFO"}
    assert definitions.read_policy({"quotaSharePolicy": quota}).idle_assignment == "FIFO"
    refused(
        "exclude",
        definitions.read_policy,
        {"quotaSharePolicy": quota, "fairsharePolicy": {}},
    )
    refused(
        "idleResourceAssignmentStrategy",
        definitions.read_policy,
        {"quotaSharePolicy": {"idleResourceAssignmentStrategy": "LIFO"}},
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"jobName": "a b"}, "jobName"),
        ({"jobQueue": None}, "jobQueue"),
        ({"serviceJobType": "BATCH"}, "serviceJobType"),
        ({"serviceRequestPayload": ""}, "serviceRequestPayload"),
        ({"serviceRequestPayload": "x" * 10_241}, "10240 bytes"),
        ({"serviceRequestPayload": "ü" * 5_121}, "10240 bytes"),
        ({"schedulingPriority": -1}, "between 0 and 9999"),
        ({"schedulingPriority": 10_000}, "between 0 and 9999"),
        ({"shareIdentifier": "a"}, "shareIdentifier"),
        ({"clientToken": "x" * 65}, "clientToken"),
        ({"retryStrategy": {}}, "attempts"),
        ({"retryStrategy": {"attempts": 0}}, "between 1 and 10"),
        ({"retryStrategy": {"attempts": 11}}, "between 1 and 10"),
        (
            {"retryStrategy": {"attempts": 1, "evaluateOnExit": [{"action": "EXIT"}] * 6}},
            "up to 5",
        ),
        (
            {"retryStrategy": {"attempts": 1, "evaluateOnExit": [{"action": "WAIT"}]}},
            "RETRY, EXIT",
        ),
        (
            {
                "retryStrategy": {
                    "attempts": 1,
                    "evaluateOnExit": [{"action": "EXIT", "onStatusReason": "x" * 513}],
                }
            },
            "onStatusReason",
        ),
        ({"timeoutConfig": {"attemptDurationSeconds": 0}}, "attemptDurationSeconds"),
        (
            {"preemptionConfiguration": {"preemptionRetriesBeforeTermination": -1}},
            "preemptionRetriesBeforeTermination",
        ),
    ],
)
def test_a_job_with_a_wrong_part_is_refused(change: dict[str, Any], message: str) -> None:
    refused(message, submissions.read_submission, JOB | change)


def test_a_job_needs_only_name_queue_type_and_payload() -> None:
    job = submissions.read_submission(JOB)
    assert (job.share, job.priority, job.preemption_retries, job.timeout_seconds) == (
        None,
        0,
        None,
        None,
    )
    assert (job.retry.attempts, job.retry.rules) == (1, ())


def test_a_job_at_every_bound_passes() -> None:
    job = submissions.read_submission(
        JOB
        | {
            "serviceRequestPayload": "x" * 10_240,
            "schedulingPriority": 9999,
            "clientToken": "x" * 64,
            "retryStrategy": {"attempts": 10, "evaluateOnExit": [{"action": "EXIT"}] * 5},
            "preemptionConfiguration": {"preemptionRetriesBeforeTermination": 0},
        }
    )
    assert (job.priority, job.preemption_retries, len(job.retry.rules)) == (9999, 0, 5)


@pytest.mark.parametrize("action", ["RETRY", "Retry", "retry"])
def test_a_retry_action_may_be_written_in_any_case(action: str) -> None:
    retry = {"attempts": 2, "evaluateOnExit": [{"action": action, "onStatusReason": "a*"}]}
    job = submissions.read_submission(JOB | {"retryStrategy": retry})
    assert job.retry.rules == (ExitRule("RETRY", "a*"),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"jobQueue": None}, "jobQueue"),
        ({"jobStatus": "STOPPED"}, "jobStatus"),
        ({"filters": [{"name": "JOB_NAME", "values": ["a"]}] * 2}, "1 entry"),
        ({"filters": [{"name": "JOB_STATE", "values": ["a"]}]}, "name"),
        ({"filters": [{"name": "JOB_NAME", "values": []}]}, "must have a value"),
        ({"filters": [{"name": "AFTER_CREATED_AT", "values": ["noon"]}]}, "milliseconds"),
    ],
)
def test_a_list_with_a_wrong_selection_is_refused(change: dict[str, Any], message: str) -> None:
    refused(message, submissions.read_list_query, {"jobQueue": "training"} | change)


@pytest.mark.parametrize("priority", [None, -1, 10_000])
def test_an_update_needs_a_priority_from_0_to_9999(priority: int | None) -> None:
    refused("schedulingPriority", submissions.read_priority, {"schedulingPriority": priority})
