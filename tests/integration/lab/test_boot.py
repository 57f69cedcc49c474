"""Booting: what stands afterwards, what is refused by name, and that nothing is left behind."""

from __future__ import annotations

import json
import socket
import sys
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.config import Config

from batchdesk.lab import Lab, LabSettings, boot
from batchdesk.lab.errors import LabError, PortInUseError, TemplateError
from batchshares.errors import PolicyError
from tests.support.lab_jobs import START
from tests.support.lab_stacks import QUEUE_AND_FUNCTION, write_stack

NOTHING = """
    def build(environ, clock):
        return lambda event, context: {}
"""


def test_posting_to_the_clock_runs_what_falls_due(lab: Lab) -> None:
    def advance(body: Any) -> Any:
        request = urllib.request.Request(
            lab.info["clock_url"], data=json.dumps(body).encode(), method="POST"
        )
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())

    assert advance({"advance_seconds": 150}) == {"now": "2026-12-01T09:02:30Z"}
    assert len(lab.invocations) == 2
    with pytest.raises(urllib.error.HTTPError) as error:
        advance({"advance_seconds": -1})
    assert "advance_seconds" in error.value.read().decode()
    error.value.close()


def test_two_labs_after_each_other_share_nothing() -> None:
    import moto.core.utils

    for _ in range(2):
        with boot(LabSettings(start=START)) as lab:
            lab.run_for(minutes=1)
            assert lab.client("sqs").list_queues()["QueueUrls"] != []
            assert len(lab.client("cloudformation").describe_stacks()["Stacks"]) == 1
    assert abs(moto.core.utils.utcnow() - datetime.now(UTC).replace(tzinfo=None)) < timedelta(
        minutes=1
    )
    assert type(sys.stdout).__name__ != "FunctionOutput"


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortInUseError, match=str(port)), boot(LabSettings(port=port)):
            pass


def test_a_missing_template_says_where_it_was_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TemplateError, match=str(tmp_path)), boot():
        pass


def test_the_template_is_found_from_a_folder_below(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_stack(tmp_path, NOTHING)
    monkeypatch.chdir(tmp_path / "functions")
    with boot(LabSettings(start=START)) as lab:
        assert set(lab.stack.outputs) == {"Queue", "Dlq", "Bucket"}


def test_a_bad_policy_lists_its_mistakes(tmp_path: Path) -> None:
    bad = tmp_path / "policy.yaml"
    bad.write_text("version: 1\nqueues: {training: {capacity: lots}}\n")
    with pytest.raises(PolicyError, match="capacity"), boot(LabSettings(policy=bad)):
        pass


REFUSED = {
    "an unknown type": (
        "Thing: {Type: AWS::Kendra::Index, Properties: {Name: x}}",
        "Thing is a AWS::Kendra::Index, which the lab does not serve",
    ),
    "a stream": (
        """
        Table:
          Type: AWS::DynamoDB::Table
          Properties:
            BillingMode: PAY_PER_REQUEST
            AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]
            KeySchema: [{AttributeName: pk, KeyType: HASH}]
            StreamSpecification: {StreamViewType: NEW_IMAGE}
        Mapping:
          Type: AWS::Lambda::EventSourceMapping
          Properties:
            EventSourceArn: !GetAtt Table.StreamArn
            FunctionName: !Ref Probe
            StartingPosition: TRIM_HORIZON
        """,
        "is of dynamodb, which the lab does not serve yet",
    ),
    "a rule with a schedule": (
        """
        Rule:
          Type: AWS::Events::Rule
          Properties:
            ScheduleExpression: rate(1 minute)
            Targets: [{Id: queue, Arn: !GetAtt Queue.Arn}]
        """,
        "has a schedule; the lab serves those of EventBridge Scheduler",
    ),
    "a target of another service": (
        """
        Rule:
          Type: AWS::Events::Rule
          Properties:
            EventPattern: {source: [aws.batch]}
            Targets: [{Id: topic, Arn: "arn:aws:sns:us-west-2:123456789012:t"}]
        """,
        "sends to sns; the lab serves targets of sqs and lambda",
    ),
    "a pattern that cannot be matched": (
        """
        Rule:
          Type: AWS::Events::Rule
          Properties:
            EventPattern: {detail: {ip: [{cidr: 10.0.0.0/8}]}}
            Targets: [{Id: queue, Arn: !GetAtt Queue.Arn}]
        """,
        "does not match 'cidr'",
    ),
}


@pytest.mark.parametrize(("more", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_the_lab_does_not_serve_is_refused_by_name(
    tmp_path: Path, more: str, words: str
) -> None:
    template = write_stack(tmp_path, NOTHING, more=more)
    with pytest.raises(LabError) as error, boot(LabSettings(template=template)):
        pass
    assert words in str(error.value)


def test_a_function_that_calls_real_aws_is_stopped(tmp_path: Path) -> None:
    app = """
        import boto3

        def build(environ, clock):
            def handle(event, context):
                boto3.client("sqs", region_name="us-west-2", aws_access_key_id="x",
                             aws_secret_access_key="x").list_queues()
            return handle
    """
    each_hour = """
      Tick:
        Type: ScheduleV2
        Properties: {ScheduleExpression: rate(1 hour), OmitName: true}
"""
    template = write_stack(tmp_path, app, resources=QUEUE_AND_FUNCTION + each_hour)
    with (
        boot(LabSettings(start=START, template=template)) as lab,
        pytest.raises(LabError, match="not the lab"),
    ):
        lab.run_for(minutes=61)


def test_functions_see_the_stacks_own_environment(tmp_path: Path) -> None:
    app = """
        def build(environ, clock):
            def handle(event, context):
                clock.sleep(90)
                return {
                    "bucket": environ["BUCKET"],
                    "endpoint": environ["AWS_ENDPOINT_URL"],
                    "slept": (clock.now().minute, clock.now().second),
                    "left": context.get_remaining_time_in_millis(),
                }
            return handle
    """
    each_hour = """
      Tick:
        Type: ScheduleV2
        Properties: {ScheduleExpression: rate(1 hour), OmitName: true}
"""
    template = write_stack(
        tmp_path,
        app,
        resources=QUEUE_AND_FUNCTION.replace("Runtime:", "Timeout: 120\n    Runtime:") + each_hour,
    )
    with boot(LabSettings(start=START, template=template)) as lab:
        lab.run_for(minutes=61)
        assert lab.invocations[0].response == {
            "bucket": lab.stack.outputs["Bucket"],
            "endpoint": lab.endpoint_url,
            "slept": [1, 30],
            "left": 30_000,
        }


def test_time_flows_by_itself_in_a_paced_lab() -> None:
    with boot(LabSettings(start=START, speed=600)) as lab:
        config = Config(connect_timeout=2, read_timeout=5)
        outside: Any = boto3.Session(
            aws_access_key_id="testing", aws_secret_access_key="testing", region_name="us-west-2"
        ).client
        client = outside("sqs", endpoint_url=lab.endpoint_url, config=config)
        deadline = datetime.now(UTC) + timedelta(seconds=60)
        while len(lab.invocations) < 3 and datetime.now(UTC) < deadline:
            client.list_queues()
        client.close()
        ticks = [(done.at - START).total_seconds() for done in list(lab.invocations)[:3]]
    assert ticks == [60, 120, 180]
