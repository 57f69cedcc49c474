"""Queues before functions: batches, visibility, redrive and partial failures on the lab's clock."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from batchdesk.lab import Lab, LabSettings, boot
from tests.support.lab_jobs import START
from tests.support.lab_stacks import QUEUE_AND_FUNCTION, write_stack

# Answers what the message asks for: {"fail": true} fails it, {"answer": …} is the whole answer.
APP = """
    import json

    def build(environ, clock):
        def handle(event, context):
            print("took", len(event["Records"]))
            failed = []
            for record in event["Records"]:
                body = json.loads(record["body"])
                if "answer" in body:
                    return body["answer"]
                if body.get("crash"):
                    raise RuntimeError("crashed on purpose")
                if body.get("fail"):
                    failed.append({"itemIdentifier": record["messageId"]})
            return {"batchItemFailures": failed}
        return handle
"""


@contextmanager
def stack(folder: Path, resources: str = QUEUE_AND_FUNCTION) -> Iterator[Lab]:
    template = write_stack(folder, APP, resources=resources)
    with boot(LabSettings(start=START, seed=1, template=template)) as lab:
        yield lab


def send(lab: Lab, *bodies: dict[str, Any]) -> None:
    for body in bodies:
        lab.client("sqs").send_message(
            QueueUrl=lab.stack.outputs["Queue"], MessageBody=json.dumps(body)
        )


def seconds(lab: Lab) -> list[float]:
    """When the function ran, in seconds after the start."""
    return [(done.at - START).total_seconds() for done in lab.invocations]


def batches(lab: Lab) -> list[int]:
    return [len(done.event["Records"]) for done in lab.invocations]


def counts(lab: Lab) -> Sequence[int]:
    """Messages in the queue and in its dead-letter queue."""
    names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
    return [
        sum(
            int(value)
            for value in lab.client("sqs")
            .get_queue_attributes(QueueUrl=lab.stack.outputs[output], AttributeNames=names)[
                "Attributes"
            ]
            .values()
        )
        for output in ("Queue", "Dlq")
    ]


def test_messages_come_in_batches_at_once(tmp_path: Path) -> None:
    with stack(tmp_path) as lab:
        send(lab, *({"n": n} for n in range(23)))
        lab.settle()
        assert batches(lab) == [10, 10, 3]
        assert seconds(lab) == [0, 0, 0]
        assert lab.invocations[0].log == ("took 10",)
        assert counts(lab) == [0, 0]


def test_only_the_failed_message_comes_back_after_its_visibility_time_out(tmp_path: Path) -> None:
    with stack(tmp_path) as lab:
        send(lab, *({"n": n} for n in range(6)), {"fail": True}, *({"n": n} for n in range(3)))
        lab.run_for(seconds=59)
        assert batches(lab) == [10]
        lab.run_for(seconds=2)
        assert batches(lab) == [10, 1]
        assert seconds(lab)[1] == pytest.approx(60, abs=0.01)


def test_a_message_that_always_fails_lands_in_the_dlq_after_its_receives(tmp_path: Path) -> None:
    with stack(tmp_path) as lab:
        send(lab, {"fail": True})
        lab.run_for(minutes=4)
        received = [
            done.event["Records"][0]["attributes"]["ApproximateReceiveCount"]
            for done in lab.invocations
        ]
        assert received == ["1", "2", "3"]
        assert counts(lab) == [0, 1]


def test_a_crash_returns_the_whole_batch(tmp_path: Path) -> None:
    with stack(tmp_path) as lab:
        send(lab, {"n": 1}, {"crash": True})
        lab.run_for(seconds=61)
        assert batches(lab) == [2, 2]
        assert lab.invocations[0].error == "RuntimeError: crashed on purpose"


@pytest.mark.parametrize(
    "answer",
    [
        "fine",
        {"batchItemFailures": [{"itemIdentifier": ""}]},
        {"batchItemFailures": [{"itemIdentifier": "of nobody"}]},
    ],
)
def test_a_malformed_answer_returns_the_whole_batch(tmp_path: Path, answer: Any) -> None:
    with stack(tmp_path) as lab:
        send(lab, {"n": 1}, {"answer": answer}, {"n": 2})
        lab.settle()
        assert counts(lab) == [3, 0]


def test_a_window_waits_for_more_but_not_for_ever(tmp_path: Path) -> None:
    windowed = QUEUE_AND_FUNCTION.replace(
        "BatchSize: 10", "BatchSize: 5\n          MaximumBatchingWindowInSeconds: 20"
    )
    with stack(tmp_path, windowed) as lab:
        send(lab, {"n": 1})
        lab.run_for(seconds=15)
        send(lab, {"n": 2})
        lab.run_for(seconds=30)
        assert (batches(lab), seconds(lab)) == ([2], [20])
        send(lab, *({"n": n} for n in range(5)))
        lab.settle()
        assert batches(lab) == [2, 5]


def test_a_delayed_message_comes_when_its_delay_is_over(tmp_path: Path) -> None:
    with stack(tmp_path) as lab:
        lab.client("sqs").send_message(
            QueueUrl=lab.stack.outputs["Queue"], MessageBody="{}", DelaySeconds=30
        )
        lab.run_for(minutes=1)
        assert seconds(lab) == [30]


def test_a_disabled_mapping_takes_nothing(tmp_path: Path) -> None:
    with stack(tmp_path) as lab:
        functions = lab.client("lambda")
        (mapping,) = functions.list_event_source_mappings()["EventSourceMappings"]
        functions.update_event_source_mapping(UUID=mapping["UUID"], Enabled=False)
        send(lab, {"n": 1})
        lab.run_for(minutes=1)
        assert counts(lab) == [1, 0]
        functions.update_event_source_mapping(UUID=mapping["UUID"], Enabled=True)
        lab.settle()
        assert counts(lab) == [0, 0]


def test_a_long_poll_from_outside_ends_although_time_stands(tmp_path: Path) -> None:
    with stack(tmp_path) as lab:
        answer = lab.client("sqs").receive_message(
            QueueUrl=lab.stack.outputs["Dlq"], WaitTimeSeconds=1
        )
        assert "Messages" not in answer


def test_what_lies_in_s3_is_as_old_as_the_labs_clock_says(tmp_path: Path) -> None:
    with stack(tmp_path) as lab:
        lab.run_for(hours=1)
        storage, bucket = lab.client("s3"), lab.stack.outputs["Bucket"]
        storage.put_object(Bucket=bucket, Key="checkpoint-100/state.json", Body=b"{}")
        (found,) = storage.list_objects_v2(Bucket=bucket)["Contents"]
        assert (found["LastModified"] - START).total_seconds() == 3600
        body = storage.get_object(Bucket=bucket, Key=found["Key"])["Body"].read()
        assert body == b"{}"
