"""Policies, environments, queues and shares, as clients call them."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError

from tests.support.batch_world import BatchWorld, limits
from tests.support.service_jobs import GPU, payload

PREFIX = "arn:aws:batch:us-west-2:123456789012:"
FIFO = {"idleResourceAssignmentStrategy": "FIFO"}
NO_IN_SHARE = {"inSharePreemption": "DISABLED"}


def message(call: Any, **members: Any) -> str:
    with pytest.raises(ClientError) as error:
        call(**members)
    assert error.value.response["Error"]["Code"] == "ClientException"
    return str(error.value.response["message"])  # type: ignore[typeddict-item]


def environment(world: BatchWorld, name: str = "env", **members: Any) -> Any:
    return world.batch.create_service_environment(
        **{
            "serviceEnvironmentName": name,
            "serviceEnvironmentType": "SAGEMAKER_TRAINING",
            "capacityLimits": limits({GPU: 3}),
            **members,
        }
    )


def queue(world: BatchWorld, name: str = "training", env: str = "env", **members: Any) -> Any:
    return world.batch.create_job_queue(
        **{
            "jobQueueName": name,
            "priority": 1,
            "serviceEnvironmentOrder": [{"order": 1, "serviceEnvironment": env}],
            **members,
        }
    )


# --- scheduling policies


def test_a_policys_name_occurs_in_its_arn_and_its_kind_is_kept(world: BatchWorld) -> None:
    created = world.batch.create_scheduling_policy(
        name="quota", quotaSharePolicy=FIFO, tags={"team": "platform"}
    )
    assert created["arn"] == f"{PREFIX}scheduling-policy/quota"
    described = world.batch.describe_scheduling_policies(arns=[created["arn"], "arn:none"])
    assert described["schedulingPolicies"] == [
        {**_names(created), "quotaSharePolicy": FIFO, "tags": {"team": "platform"}}
    ]


def _names(created: Any) -> dict[str, str]:
    return {"name": created["name"], "arn": created["arn"]}


def test_fair_share_policies_go_on_working(world: BatchWorld) -> None:
    arn = world.batch.create_scheduling_policy(
        name="fair", fairsharePolicy={"shareDecaySeconds": 60}
    )["arn"]
    world.batch.update_scheduling_policy(arn=arn, fairsharePolicy={"computeReservation": 5})
    described = world.batch.describe_scheduling_policies(arns=[arn])["schedulingPolicies"][0]
    assert described["fairsharePolicy"] == {
        "computeReservation": 5,
        "shareDecaySeconds": 0,
        "shareDistribution": [],
    }
    assert "change its kind" in message(
        world.batch.update_scheduling_policy, arn=arn, quotaSharePolicy=FIFO
    )


def test_policies_are_listed_in_pages_and_deleted(world: BatchWorld) -> None:
    for name in ("a", "b", "c"):
        world.batch.create_scheduling_policy(name=name, quotaSharePolicy=FIFO)
    first = world.batch.list_scheduling_policies(maxResults=2)
    rest = world.batch.list_scheduling_policies(maxResults=2, nextToken=first["nextToken"])
    arns = [row["arn"] for page in (first, rest) for row in page["schedulingPolicies"]]
    assert arns == [f"{PREFIX}scheduling-policy/{name}" for name in "abc"]
    for arn in arns:
        world.batch.delete_scheduling_policy(arn=arn)
    assert world.batch.list_scheduling_policies()["schedulingPolicies"] == []


# --- duplicates


def test_a_taken_name_is_refused_in_exactly_these_words(world: BatchWorld) -> None:
    world.three_shares()
    create: list[tuple[Any, dict[str, Any]]] = [
        (
            world.batch.create_scheduling_policy,
            {"name": "training-policy", "quotaSharePolicy": FIFO},
        ),
        (
            world.batch.create_service_environment,
            {
                "serviceEnvironmentName": "training-env",
                "serviceEnvironmentType": "SAGEMAKER_TRAINING",
                "capacityLimits": limits({GPU: 3}),
            },
        ),
        (
            world.batch.create_job_queue,
            {
                "jobQueueName": "training",
                "priority": 1,
                "serviceEnvironmentOrder": [{"order": 1, "serviceEnvironment": "training-env"}],
            },
        ),
    ]
    assert {message(call, **members) for call, members in create} == {"Object already exists"}
    with pytest.raises(ClientError, match="already exists"):
        world.share("product", "LEND")


# --- service environments


def test_an_environment_is_valid_and_enabled_at_once(world: BatchWorld) -> None:
    created = environment(world, tags={"team": "platform"})
    assert created["serviceEnvironmentArn"] == f"{PREFIX}service-environment/env"
    described = world.batch.describe_service_environments(serviceEnvironments=["env", "none"])
    assert described["serviceEnvironments"] == [
        {
            "serviceEnvironmentName": "env",
            "serviceEnvironmentArn": f"{PREFIX}service-environment/env",
            "serviceEnvironmentType": "SAGEMAKER_TRAINING",
            "state": "ENABLED",
            "status": "VALID",
            "capacityLimits": limits({GPU: 3}),
            "tags": {"team": "platform"},
        }
    ]


def test_missing_environments_and_queues_are_empty_lists(world: BatchWorld) -> None:
    environments = world.batch.describe_service_environments(serviceEnvironments=["none"])
    queues = world.batch.describe_job_queues(jobQueues=["none"])
    assert (environments["serviceEnvironments"], queues["jobQueues"]) == ([], [])


def test_an_environment_goes_only_when_disabled_and_unused(world: BatchWorld) -> None:
    world.three_shares()
    call = world.batch.delete_service_environment
    assert "in use" in message(call, serviceEnvironment="training-env")
    environment(world)
    assert "DISABLED" in message(call, serviceEnvironment="env")
    world.batch.update_service_environment(serviceEnvironment="env", state="DISABLED")
    call(serviceEnvironment=f"{PREFIX}service-environment/env")
    listed = world.batch.describe_service_environments()["serviceEnvironments"]
    assert [each["serviceEnvironmentName"] for each in listed] == ["training-env"]


def test_a_disabled_environment_starts_nothing_and_lets_running_jobs_end(
    world: BatchWorld,
) -> None:
    world.three_shares()
    running = world.submit("running", "safety")
    world.pass_seconds(30)
    world.batch.update_service_environment(serviceEnvironment="training-env", state="DISABLED")
    waiting = world.submit("waiting", "product")
    world.pass_seconds(600)
    assert world.status(running, waiting) == ["SUCCEEDED", "RUNNABLE"]
    world.batch.update_service_environment(serviceEnvironment="training-env", state="ENABLED")
    assert world.status(waiting) == ["SCHEDULED"]


def test_a_lowered_capacity_stops_nobody_and_starts_nobody(world: BatchWorld) -> None:
    world.three_shares()
    jobs = [world.submit(f"job-{share}", share) for share in ("research", "product", "safety")]
    world.pass_seconds(30)
    world.batch.update_service_environment(
        serviceEnvironment="training-env", capacityLimits=limits({GPU: 1})
    )
    world.pass_seconds(30)
    assert world.status(*jobs) == ["RUNNING"] * 3
    capacities = [entry.facts["limits"] for entry in world.emulator.history.of("capacity")]
    assert capacities == [{GPU: 3}, {GPU: 1}]


def test_there_are_at_most_50_environments(world: BatchWorld) -> None:
    for number in range(50):
        environment(world, f"env-{number}")
    with pytest.raises(ClientError, match="50"):
        environment(world, "one-more")
    first = world.batch.describe_service_environments(maxResults=30)
    rest = world.batch.describe_service_environments(nextToken=first["nextToken"])
    assert len(first["serviceEnvironments"]) == 30
    assert len(rest["serviceEnvironments"]) == 20


# --- job queues


def test_a_queue_describes_itself(world: BatchWorld) -> None:
    arn = world.queue()
    described = world.batch.describe_job_queues(jobQueues=[arn])["jobQueues"]
    assert described == [
        {
            "jobQueueName": "training",
            "jobQueueArn": f"{PREFIX}job-queue/training",
            "state": "ENABLED",
            "status": "VALID",
            "statusReason": "JobQueue Healthy",
            "schedulingPolicyArn": f"{PREFIX}scheduling-policy/training-policy",
            "priority": 1,
            "computeEnvironmentOrder": [],
            "serviceEnvironmentOrder": [
                {"order": 1, "serviceEnvironment": f"{PREFIX}service-environment/training-env"}
            ],
            "jobQueueType": "SAGEMAKER_TRAINING",
            "jobStateTimeLimitActions": [],
            "tags": {},
        }
    ]


def test_an_environment_may_be_named_by_arn_beside_no_compute_environments(
    world: BatchWorld,
) -> None:
    arn = environment(world)["serviceEnvironmentArn"]
    queue(world, env=arn, computeEnvironmentOrder=[])
    assert len(world.batch.describe_job_queues()["jobQueues"]) == 1


def test_an_environment_under_quota_management_has_one_queue(world: BatchWorld) -> None:
    world.three_shares()
    with pytest.raises(ClientError, match="only one"):
        queue(world, "second", "training-env")


def test_quota_management_counts_by_instance_type(world: BatchWorld) -> None:
    environment(world, capacityLimits=limits({"NUM_INSTANCES": 3}))
    arn = world.batch.create_scheduling_policy(name="quota", quotaSharePolicy=FIFO)["arn"]
    with pytest.raises(ClientError, match="instance type"):
        queue(world, schedulingPolicyArn=arn)


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"env": "none"}, "does not exist"),
        ({"schedulingPolicyArn": f"{PREFIX}scheduling-policy/none"}, "does not exist"),
        ({"jobQueueType": "EKS"}, "jobQueueType"),
        ({"priority": 1001}, "1000"),
        ({"state": "OFF"}, "state"),
        ({"serviceEnvironmentOrder": []}, "serviceEnvironmentOrder"),
    ],
)
def test_a_wrong_queue_is_refused(world: BatchWorld, members: dict[str, Any], words: str) -> None:
    environment(world)
    with pytest.raises(ClientError, match=words):
        queue(world, **members)


def test_fair_share_for_service_jobs_is_refused_as_not_served(world: BatchWorld) -> None:
    environment(world)
    arn = world.batch.create_scheduling_policy(name="fair", fairsharePolicy={})["arn"]
    with pytest.raises(ClientError, match="emulator serves"):
        queue(world, schedulingPolicyArn=arn)


def test_a_disabled_queue_takes_no_jobs_and_lets_its_own_finish(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job")
    world.batch.update_job_queue(jobQueue="training", state="DISABLED", priority=7)
    with pytest.raises(ClientError, match="takes no new jobs"):
        world.submit("late")
    world.run_to_the_end()
    assert world.status(job) == ["SUCCEEDED"]
    assert world.batch.describe_job_queues()["jobQueues"][0]["priority"] == 7


def test_a_queue_without_a_policy_is_first_in_first_out(world: BatchWorld) -> None:
    environment(world, capacityLimits=limits({"NUM_INSTANCES": 4}))
    queue(world)
    big, small, last = (
        world.submit(name, share=None, request=payload(count))
        for name, count in (("big", 3), ("small", 2), ("last", 1))
    )
    world.pass_seconds(30)
    assert world.status(big, small, last) == ["RUNNING", "RUNNABLE", "RUNNABLE"]
    assert world.job(big)["capacityUsage"] == [{"capacityUnit": "NUM_INSTANCES", "quantity": 3.0}]
    taken = world.batch.get_job_queue_snapshot(jobQueue="training")
    assert "frontOfQuotaShares" not in taken
    assert [each["jobArn"][-36:] for each in taken["frontOfQueue"]["jobs"]] == [small, last]
    world.run_to_the_end()
    assert world.status(big, small, last) == ["SUCCEEDED"] * 3
    with pytest.raises(ClientError, match="quotaShareName must not be given"):
        world.submit("shared", "research")


def test_a_queue_without_a_policy_can_be_deleted_with_its_jobs(world: BatchWorld) -> None:
    environment(world, capacityLimits=limits({"NUM_INSTANCES": 1}))
    queue(world)
    running, waiting = world.submit("running", share=None), world.submit("waiting", share=None)
    world.pass_seconds(30)
    assert "DISABLED" in message(world.batch.delete_job_queue, jobQueue="training")
    world.batch.update_job_queue(jobQueue="training", state="DISABLED")
    world.batch.delete_job_queue(jobQueue="training")
    assert world.batch.describe_job_queues()["jobQueues"][0]["status"] == "DELETING"
    world.pass_seconds(20)
    assert world.batch.describe_job_queues()["jobQueues"] == []
    assert world.status(running, waiting) == ["FAILED", "FAILED"]


# --- quota shares


def test_a_share_describes_itself(world: BatchWorld) -> None:
    world.queue()
    arn = world.share("research", "LEND_AND_BORROW", 200)
    assert arn == f"{PREFIX}job-queue/training/quota-share/research"
    described = world.batch.describe_quota_share(quotaShareArn=arn)
    del described["ResponseMetadata"]
    assert described == {
        "quotaShareName": "research",
        "quotaShareArn": arn,
        "jobQueueArn": f"{PREFIX}job-queue/training",
        "capacityLimits": limits({GPU: 1}),
        "resourceSharingConfiguration": {"strategy": "LEND_AND_BORROW", "borrowLimit": 200},
        "preemptionConfiguration": {"inSharePreemption": "ENABLED"},
        "state": "ENABLED",
        "status": "VALID",
        "tags": {},
    }


@pytest.mark.parametrize(
    ("strategy", "given", "shown"),
    [("LEND_AND_BORROW", None, -1), ("LEND_AND_BORROW", 0, 0), ("LEND", None, None)],
)
def test_a_borrow_limit_is_shown_where_there_is_borrowing(
    world: BatchWorld, strategy: str, given: int | None, shown: int | None
) -> None:
    world.queue()
    arn = world.share("research", strategy, given)
    described = world.batch.describe_quota_share(quotaShareArn=arn)
    assert described["resourceSharingConfiguration"].get("borrowLimit") == shown


def test_an_update_changes_only_the_parts_it_names(world: BatchWorld) -> None:
    world.queue()
    arn = world.share("research", "LEND_AND_BORROW", 200, capacity={GPU: 1, "ml.m5.large": 2})
    world.batch.update_quota_share(quotaShareArn=arn, capacityLimits=limits({GPU: 2}))
    world.batch.update_quota_share(quotaShareArn=arn, preemptionConfiguration=NO_IN_SHARE)
    described = world.batch.describe_quota_share(quotaShareArn=arn)
    assert described["capacityLimits"] == limits({GPU: 2})
    assert described["resourceSharingConfiguration"]["borrowLimit"] == 200
    assert described["preemptionConfiguration"] == NO_IN_SHARE
    history = [entry.facts for entry in world.emulator.history.of("limits")]
    assert [facts["limits"] for facts in history] == [
        {GPU: 1, "ml.m5.large": 2},
        {GPU: 2},
        {GPU: 2},
    ]


def test_shares_are_listed_in_pages_without_tags(world: BatchWorld) -> None:
    world.three_shares()
    first = world.batch.list_quota_shares(jobQueue="training", maxResults=2)
    rest = world.batch.list_quota_shares(
        jobQueue=f"{PREFIX}job-queue/training", nextToken=first["nextToken"]
    )
    rows = first["quotaShares"] + rest["quotaShares"]
    assert [row["quotaShareName"] for row in rows] == ["product", "research", "safety"]
    assert "tags" not in rows[0]


def test_a_queue_has_at_most_20_shares(world: BatchWorld) -> None:
    world.queue()
    for number in range(20):
        world.share(f"share-{number}", "LEND")
    with pytest.raises(ClientError, match="20"):
        world.share("one-more", "LEND")


def test_shares_need_a_queue_under_quota_management_and_instance_types(world: BatchWorld) -> None:
    environment(world)
    queue(world, "plain")
    with pytest.raises(ClientError, match="quotaSharePolicy"):
        world.share("research", "LEND", queue="plain")
    with pytest.raises(ClientError, match="does not exist"):
        world.share("research", "LEND", queue="nowhere")
    world.queue()
    with pytest.raises(ClientError, match="instance type"):
        world.share("research", "LEND", capacity={"NUM_INSTANCES": 1})


def test_a_disabled_share_takes_no_jobs_and_lets_its_own_finish(world: BatchWorld) -> None:
    world.queue()
    arn = world.share("research", "LEND")
    job = world.submit("job")
    world.batch.update_quota_share(quotaShareArn=arn, state="DISABLED")
    with pytest.raises(ClientError, match="takes no new jobs"):
        world.submit("late")
    world.run_to_the_end()
    assert world.status(job) == ["SUCCEEDED"]


def test_deleting_a_share_ends_its_jobs_and_then_it_does_not_exist(world: BatchWorld) -> None:
    world.three_shares()
    arn = f"{PREFIX}job-queue/training/quota-share/safety"
    running, waiting = world.submit("running", "safety"), world.submit("waiting", "safety")
    world.pass_seconds(30)
    call = world.batch.describe_quota_share
    assert "DISABLED" in message(world.batch.delete_quota_share, quotaShareArn=arn)
    world.batch.update_quota_share(quotaShareArn=arn, state="DISABLED")
    world.batch.delete_quota_share(quotaShareArn=arn)
    assert call(quotaShareArn=arn)["status"] == "DELETING"
    assert world.status(running, waiting) == ["RUNNING", "FAILED"]
    world.pass_seconds(20)
    assert "does not exist" in message(call, quotaShareArn=arn)
    assert world.status(running) == ["FAILED"]
    assert world.job(running)["statusReason"]


def test_everything_is_taken_down_in_the_samples_order(world: BatchWorld) -> None:
    world.three_shares()
    world.batch.update_job_queue(jobQueue="training", state="DISABLED")
    assert "quota shares" in message(world.batch.delete_job_queue, jobQueue="training")
    for share in world.batch.list_quota_shares(jobQueue="training")["quotaShares"]:
        arn = share["quotaShareArn"]
        world.batch.update_quota_share(quotaShareArn=arn, state="DISABLED")
        world.batch.delete_quota_share(quotaShareArn=arn)
    policy = f"{PREFIX}scheduling-policy/training-policy"
    assert "in use" in message(world.batch.delete_scheduling_policy, arn=policy)
    world.batch.delete_job_queue(jobQueue="training")
    world.batch.delete_scheduling_policy(arn=policy)
    world.batch.update_service_environment(serviceEnvironment="training-env", state="DISABLED")
    world.batch.delete_service_environment(serviceEnvironment="training-env")
    assert world.batch.describe_service_environments()["serviceEnvironments"] == []


# --- tags


def test_tags_of_ours_answer_to_motos_tag_operations(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job", tags={"owner": "mira"})
    share = f"{PREFIX}job-queue/training/quota-share/safety"
    world.batch.tag_resource(resourceArn=share, tags={"team": "safety"})
    arn = world.job(job)["jobArn"]
    assert world.batch.list_tags_for_resource(resourceArn=arn)["tags"] == {"owner": "mira"}
    described = world.batch.describe_quota_share(quotaShareArn=share)
    assert described["tags"] == {"team": "safety"}
