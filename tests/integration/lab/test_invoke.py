"""A client that calls a function itself gets its answer, or its error, as from Lambda."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from batchdesk.lab import Lab, LabSettings, boot
from tests.support.lab_jobs import START
from tests.support.lab_stacks import write_stack

APP = """
    def build(environ, clock):
        def handle(event, context):
            if event.get("crash"):
                raise RuntimeError("on purpose")
            return {"got": event, "at": clock.now().isoformat()}
        return handle
"""


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    template = write_stack(tmp_path_factory.mktemp("stack") / "here", APP)
    with boot(LabSettings(start=START, template=template)) as lab:
        yield lab


def call(lab: Lab, event: Any, kind: str = "RequestResponse") -> dict[str, Any]:
    answer: dict[str, Any] = lab.client("lambda").invoke(
        FunctionName=lab.stack.physical["Probe"],
        Payload=json.dumps(event).encode(),
        InvocationType=kind,
    )
    return answer


def test_the_answer_comes_back(called: Lab) -> None:
    answer = call(called, {"n": 1})
    assert json.loads(answer["Payload"].read()) == {
        "got": {"n": 1},
        "at": "2026-12-01T09:00:00+00:00",
    }
    assert "FunctionError" not in answer


def test_an_error_comes_back_in_its_words(called: Lab) -> None:
    answer = call(called, {"crash": True})
    assert answer["FunctionError"] == "Unhandled"
    assert json.loads(answer["Payload"].read()) == {
        "errorMessage": "RuntimeError: on purpose",
        "errorType": "RuntimeError",
    }


def test_an_event_is_run_once_the_lab_comes_to_it(called: Lab) -> None:
    before = len(called.invocations)
    assert call(called, {"n": 2}, "Event")["StatusCode"] == 202
    assert len(called.invocations) == before
    called.settle()
    assert called.invocations[-1].response["got"] == {"n": 2}
