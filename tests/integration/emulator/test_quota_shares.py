"""Quota shares over the API, and how everything is taken down."""

from __future__ import annotations

import pytest
from botocore.exceptions import ClientError

from tests.support.batch_calls import (
    NO_IN_SHARE,
    PREFIX,
    environment,
    queue,
    refused,
)
from tests.support.batch_world import BatchWorld, limits
from tests.support.service_jobs import GPU


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
    assert "DISABLED" in refused(world.batch.delete_quota_share, quotaShareArn=arn)
    world.batch.update_quota_share(quotaShareArn=arn, state="DISABLED")
    world.batch.delete_quota_share(quotaShareArn=arn)
    assert call(quotaShareArn=arn)["status"] == "DELETING"
    assert world.status(running, waiting) == ["RUNNING", "FAILED"]
    world.pass_seconds(20)
    assert "does not exist" in refused(call, quotaShareArn=arn)
    assert world.status(running) == ["FAILED"]
    assert world.job(running)["statusReason"]


def test_everything_is_taken_down_in_the_samples_order(world: BatchWorld) -> None:
    world.three_shares()
    world.batch.update_job_queue(jobQueue="training", state="DISABLED")
    assert "quota shares" in refused(world.batch.delete_job_queue, jobQueue="training")
    for share in world.batch.list_quota_shares(jobQueue="training")["quotaShares"]:
        arn = share["quotaShareArn"]
        world.batch.update_quota_share(quotaShareArn=arn, state="DISABLED")
        world.batch.delete_quota_share(quotaShareArn=arn)
    policy = f"{PREFIX}scheduling-policy/training-policy"
    assert "in use" in refused(world.batch.delete_scheduling_policy, arn=policy)
    world.batch.delete_job_queue(jobQueue="training")
    world.batch.delete_scheduling_policy(arn=policy)
    world.batch.update_service_environment(serviceEnvironment="training-env", state="DISABLED")
    world.batch.delete_service_environment(serviceEnvironment="training-env")
    assert world.batch.describe_service_environments()["serviceEnvironments"] == []


def test_tags_of_ours_answer_to_motos_tag_operations(world: BatchWorld) -> None:
    world.three_shares()
    job = world.submit("job", tags={"owner": "mira"})
    share = f"{PREFIX}job-queue/training/quota-share/safety"
    world.batch.tag_resource(resourceArn=share, tags={"team": "safety"})
    arn = world.job(job)["jobArn"]
    assert world.batch.list_tags_for_resource(resourceArn=arn)["tags"] == {"owner": "mira"}
    described = world.batch.describe_quota_share(quotaShareArn=share)
    assert described["tags"] == {"team": "safety"}
