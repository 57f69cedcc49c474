"""Lambda's reading of a partial batch response."""

from __future__ import annotations

from typing import Any

import pytest

from batchdesk.lab.delivery.batch_response import failed_ids

BATCH = ("m1", "m2", "m3")
ALL = frozenset(BATCH)

SUCCESSES: list[Any] = [
    None,
    {},
    {"batchItemFailures": []},
    {"batchItemFailures": None},
    {"statusCode": 200},
]
TOTAL_FAILURES: list[Any] = [
    "done",
    [],
    7,
    {"batchItemFailures": "m1"},
    {"batchItemFailures": [{"itemIdentifier": ""}]},
    {"batchItemFailures": [{"itemIdentifier": None}]},
    {"batchItemFailures": [{"messageId": "m1"}]},
    {"batchItemFailures": [{"itemIdentifier": "of another batch"}]},
    {"batchItemFailures": [{"itemIdentifier": "m1"}, {"itemIdentifier": ""}]},
    {"batchItemFailures": ["m1"]},
]


@pytest.mark.parametrize("response", SUCCESSES)
def test_an_answer_without_failures_keeps_nothing(response: Any) -> None:
    assert failed_ids(response, BATCH) == frozenset()


@pytest.mark.parametrize("response", TOTAL_FAILURES)
def test_a_malformed_answer_fails_the_whole_batch(response: Any) -> None:
    assert failed_ids(response, BATCH) == ALL


def test_only_the_failed_messages_stay() -> None:
    response = {"batchItemFailures": [{"itemIdentifier": "m2"}, {"itemIdentifier": "m3"}]}
    assert failed_ids(response, BATCH) == {"m2", "m3"}
