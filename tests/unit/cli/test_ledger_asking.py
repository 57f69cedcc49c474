"""What `batchdesk ledger` asks AWS, and what it says where AWS does not answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError, NoCredentialsError

from batchdesk.aws.errors import AwsError
from batchdesk.cli.ledger_asking import named_by_batch
from batchdesk.cli.ledger_source import Source, TableSource
from batchshares.adapters.ledger import LedgerReader
from batchshares.domain.selection import Selection
from batchshares.errors import LedgerError
from tests.support.ledger_events import START

Capture = pytest.CaptureFixture[str]
SPAN = (START, START + timedelta(days=1))


class Pages:
    """A Batch with two pages of jobs in every queue but the one it refuses."""

    def get_paginator(self, operation: str) -> Pages:
        """Be the paginator."""
        assert operation == "list_service_jobs"
        return self

    def paginate(self, **request: Any) -> Iterator[dict[str, Any]]:
        """Yield the pages of a queue."""
        assert request["filters"] == [{"name": "JOB_NAME", "values": ["twin"]}]
        if request["jobQueue"] == "closed":
            answer: Any = {"Error": {"Code": "AccessDeniedException", "Message": "no"}}
            raise ClientError(answer, "ListServiceJobs")
        for page, name in enumerate(("TWIN", "twin")):
            job_id = f"{request['jobQueue']}-{page}"
            yield {"jobSummaryList": [{"jobName": name, "jobId": job_id}]}


def test_every_page_of_every_queue_is_read_and_a_name_is_meant_exactly(capsys: Capture) -> None:
    batch: Any = Pages()
    assert named_by_batch(batch, ["a", "", "b"], "twin") == ["a-1", "b-1"]
    assert capsys.readouterr().err == ""


def test_a_batch_that_cannot_be_asked_is_told_in_one_line(capsys: Capture) -> None:
    batch: Any = Pages()
    assert named_by_batch(batch, ["a", "closed", "b"], "twin") == ["a-1"]

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("batchdesk: AWS Batch was not asked for jobs named twin: access denied.")


class Dead:
    """A DynamoDB that does not answer."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def query(self, **_: Any) -> None:
        """Fail."""
        raise self._error


def source(error: Exception) -> TableSource:
    client: Any = Dead(error)
    return TableSource("table t", LedgerReader.of(client, "t"), lambda _: [], is_lab=False)


def refused(code: str) -> ClientError:
    answer: Any = {"Error": {"Code": code, "Message": "no"}}
    return ClientError(answer, "Query")


READS: list[Callable[[Source], object]] = [
    lambda one: one.rows("occurrence", Selection(since=SPAN[0], until=SPAN[1])),
    lambda one: one.stories("twin", *SPAN),
]


@pytest.mark.parametrize("read", READS, ids=["list", "show"])
@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (NoCredentialsError(), "no AWS credentials were found: set AWS_PROFILE or run aws"),
        (EndpointConnectionError(endpoint_url="http://x"), "Check the network, AWS_REGION and"),
        (refused("ExpiredTokenException"), "the credentials have expired: set AWS_PROFILE"),
    ],
    ids=["credentials", "endpoint", "expired"],
)
def test_a_table_that_cannot_be_read_gets_the_advice_of_the_stack(
    read: Callable[[Source], object], error: Exception, advice: str
) -> None:
    with pytest.raises(AwsError) as caught:
        read(source(error))
    assert str(caught.value).startswith("Reading table t: ")
    assert advice in str(caught.value)


def test_a_table_that_is_not_there_keeps_its_own_words() -> None:
    with pytest.raises(LedgerError, match="there is no table t in this Region: check its name"):
        READS[0](source(refused("ResourceNotFoundException")))
