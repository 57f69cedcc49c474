"""What clients put on the lab's bus is taken or refused as EventBridge does it."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest
from botocore.exceptions import ClientError

from batchdesk.lab import Lab

LIMIT = 256 * 1024
ENTRY = {"Source": "my.app", "DetailType": "Done"}


def entry_of(size: int, **more: Any) -> dict[str, Any]:
    """An entry that counts as so many bytes, without what `more` adds."""
    bare = sum(map(len, ENTRY.values())) + len('{"a":""}')
    return {**ENTRY, "Detail": '{"a":"' + "x" * (size - bare) + '"}', **more}


def put(lab: Lab, *entries: dict[str, Any]) -> Any:
    return lab.client("events").put_events(Entries=entries)


@pytest.mark.parametrize(
    "entries",
    [
        [entry_of(LIMIT + 1)],
        [entry_of(LIMIT // 2), entry_of(LIMIT // 2 + 1)],
        [entry_of(LIMIT - 13, Time=1_796_115_600)],
        [entry_of(LIMIT - 8, Resources=["a-thing-é"])],
    ],
)
def test_a_request_over_256_kb_is_refused_as_a_whole(
    standing_lab: Lab, entries: list[dict[str, Any]]
) -> None:
    with pytest.raises(ClientError) as refused:
        put(standing_lab, *entries)
    assert refused.value.response["Error"]["Code"] == "ValidationException"


def test_a_request_of_256_kb_is_taken(standing_lab: Lab) -> None:
    answer = put(standing_lab, entry_of(LIMIT // 2), entry_of(LIMIT // 2 - 14, Time=1_796_115_600))
    assert answer["FailedEntryCount"] == 0


@pytest.mark.parametrize("detail", ["[" * 9_000, '{"a":' * 9_000, '{"a":' * 300 + "1" + "}" * 300])
def test_a_detail_nested_without_end_is_malformed(standing_lab: Lab, detail: str) -> None:
    answer = put(standing_lab, {**ENTRY, "Detail": detail}, {**ENTRY, "Detail": "{}"})
    assert [one.get("ErrorCode") for one in answer["Entries"]] == ["MalformedDetail", None]


def test_a_time_that_is_no_instant_is_refused_alone(standing_lab: Lab) -> None:
    body = json.dumps({"Entries": [{**ENTRY, "Detail": "{}", "Time": at} for at in (1e18, 1e9)]})
    request = urllib.request.Request(  # the SDK would refuse to send it
        standing_lab.endpoint_url,
        body.encode(),
        {
            "X-Amz-Target": "AWSEvents.PutEvents",
            "Content-Type": "application/x-amz-json-1.1",
            "Authorization": "AWS4-HMAC-SHA256 Credential=a/20261201/us-west-2/events/aws4_request",
        },
    )
    with urllib.request.urlopen(request) as answer:
        entries = json.loads(answer.read())["Entries"]
    assert [one.get("ErrorCode") for one in entries] == ["InvalidArgument", None]


def test_an_event_for_a_function_that_cannot_be_read_is_refused(standing_lab: Lab) -> None:
    function = next(iter(standing_lab.client("lambda").list_functions()["Functions"]))
    for payload in ("[" * 300 + "]" * 300, '{"a": 1'):
        with pytest.raises(ClientError) as refused:
            standing_lab.client("lambda").invoke(
                FunctionName=function["FunctionName"], Payload=payload.encode()
            )
        assert refused.value.response["Error"]["Code"] == "InvalidRequestContentException"
