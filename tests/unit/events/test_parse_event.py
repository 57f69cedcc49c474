"""Batch's events into our words: what is unknown is ignored, what is absent is None."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batchshares.errors import EventError
from batchshares.events import (
    PreemptionCompleted,
    PreemptionStarted,
    QueueBlocked,
    StateChange,
    parse_event,
)
from tests.support.ledger_events import JOB_ID, attempt, completed, job_arn, started, state

SAMPLES = sorted((Path(__file__).parents[3] / "events").glob("*.json"))


def parsed(event: Mapping[str, Any]) -> Any:
    return parse_event(json.dumps(event))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_is_understood(sample: Path) -> None:
    kinds = PreemptionStarted | PreemptionCompleted | StateChange | QueueBlocked
    assert isinstance(parse_event(sample.read_text()), kinds)


def test_there_is_a_sample_of_every_kind() -> None:
    assert {type(parse_event(sample.read_text())) for sample in SAMPLES} == {
        PreemptionStarted,
        PreemptionCompleted,
        StateChange,
        QueueBlocked,
    }


def test_times_are_whole_seconds_outside_and_milliseconds_inside() -> None:
    event = parsed(completed(143))

    assert event.at == datetime(2026, 12, 1, 9, 2, 23, tzinfo=UTC)
    assert event.attempts[0].stopped_at == datetime(2026, 12, 1, 9, 2, 20, 669000, tzinfo=UTC)


def test_the_job_is_keyed_by_its_arn_whatever_the_details_id_says() -> None:
    assert parsed(state("RUNNABLE", 0, jobId="another")).job.job_id == JOB_ID


def test_the_resources_name_the_job_where_the_detail_does_not() -> None:
    event = started(120)
    del event["detail"]["preemptedJobArn"]

    assert parsed(event).job_arn == job_arn()


def test_a_service_job_arn_of_another_partition_is_one() -> None:
    arn = "arn:aws-us-gov:batch:us-gov-west-1:123456789012:service-job/abc"
    assert parsed({**started(120), "resources": [arn], "detail": {}}).job_id == "abc"


def test_only_the_documented_fields_leave_the_rest_unknown() -> None:
    event = parsed(state("RUNNING", 0, latest=1, started_at=0, documented=True))

    assert not event.tells_all
    job = event.job
    assert (job.share, job.priority, job.instances, job.retries) == (None, None, None, None)
    assert job.preempted == ()


@pytest.mark.parametrize(
    ("setting", "retries"),
    [({}, "unlimited"), ({"preemptionRetriesBeforeTermination": 0}, 0), (None, None)],
)
def test_no_bound_on_returns_is_unlimited_and_zero_is_a_bound(
    setting: object, retries: object
) -> None:
    event = state("RUNNABLE", 0)
    event["detail"]["preemptionConfiguration"] = setting

    assert parsed(event).job.retries == retries


def test_instances_of_one_type_add_up_and_odd_entries_are_left_out() -> None:
    usage = [
        {"capacityUnit": "ml.p5.48xlarge", "quantity": 2.0},
        {"capacityUnit": "ml.m5.xlarge", "quantity": 4},
        {"capacityUnit": "ml.p5.48xlarge", "quantity": 1},
        {"capacityUnit": "ml.g5.xlarge", "quantity": -1},
        {"capacityUnit": "ml.g5.xlarge", "quantity": "two"},
        {"quantity": 3},
    ]
    job = parsed(state("RUNNABLE", 0, capacityUsage=usage)).job

    assert job.instances == {"ml.p5.48xlarge": 3, "ml.m5.xlarge": 4}


@pytest.mark.parametrize("odd", ["soon", None, True, -5, 10**30, [], {}, 1e400])
def test_a_time_of_the_wrong_kind_counts_as_absent(odd: object) -> None:
    event = completed(143, attempts=[{**attempt(), "startedAt": odd}])

    assert parsed(event).attempts[0].started_at is None


def test_the_payload_is_not_even_held() -> None:
    event = state("RUNNING", 0, serviceRequestPayload='{"Environment": {"TOKEN": "s3cret"}}')

    assert "s3cret" not in repr(parsed(event))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner),
    max_leaves=10,
)


@settings(max_examples=200)
@given(st.data())
def test_whatever_stands_in_a_field_the_event_is_understood(
    data: st.DataObject,
) -> None:
    event = data.draw(st.sampled_from([started(120), completed(143), state("RUNNING", 0)]))
    detail = dict(event["detail"])
    for name in data.draw(st.sets(st.sampled_from(sorted(detail)), max_size=4)):
        detail[name] = data.draw(JSON)
    understood = PreemptionStarted | PreemptionCompleted | StateChange
    assert isinstance(parsed({**event, "detail": detail}), understood)


@given(st.text(max_size=60))
def test_any_text_at_all_is_refused_in_one_way(body: str) -> None:
    with pytest.raises(EventError):
        parse_event(body)


@pytest.mark.parametrize(
    "time",
    [
        "0001-01-01T00:00:00+14:00",
        "1001-01-01T00:00:00Z",
        "9999-12-31T00:00:00Z",
        "9999-12-31T23:59:59-14:00",
    ],
)
def test_a_time_beyond_the_calendar_is_malformed(time: str) -> None:
    with pytest.raises(EventError, match="no ISO-8601 time"):
        parsed({**started(120), "time": time})


def test_a_training_job_whose_name_fits_no_key_is_as_good_as_absent() -> None:
    event = completed(143, attempts=[attempt(started=0, stopped=140)])
    window = event["detail"]["preemptionSummary"]["recentPreemptedAttempts"]
    window[0]["serviceResourceId"]["value"] += "x" * 3000

    assert parsed(event).attempts == ()


def test_half_a_surrogate_pair_is_replaced_because_no_table_keeps_it() -> None:
    event = parsed(state("RUNNING", 60, jobName="half \ud800", tags={"owner": "\udfff"}))

    assert event.job.name == "half ?"
    assert event.job.tags == {"owner": "?"}
