"""What Batch's refusals mean."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError

from batchdesk.emulator.errors import missing
from batchshares.adapters.batch_gateway import BatchGateway
from batchshares.errors import BatchUnavailableError


class Refusing:
    """A client whose every answer is an error."""

    def __init__(self, code: str, message: str) -> None:
        self._answer: Any = {"Error": {"Code": code, "Message": message}}

    def describe_service_job(self, **_: str) -> None:
        """Refuse."""
        raise ClientError(self._answer, "DescribeServiceJob")


def gateway(code: str, message: str) -> BatchGateway:
    client: Any = Refusing(code, message)
    return BatchGateway(lambda: client)


@pytest.mark.parametrize(
    "message",
    [
        str(missing("Service job", "6c1e2f9a").message),
        "Service Job 6c1e2f9a Does Not Exist",
        "The specified job was not found.",
        "Job 6c1e2f9a could not be found",
    ],
)
def test_a_job_that_is_not_there_is_none(message: str) -> None:
    assert gateway("ClientException", message).describe("6c1e2f9a") is None


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("ClientException", "User x is not authorized to perform batch:DescribeServiceJob"),
        ("ClientException", "The security token does not exist"),
        ("ClientException", "jobId is invalid"),
        ("ClientException", ""),
        ("ServerException", "Service job 6c1e2f9a does not exist"),
        ("TooManyRequestsException", "slow down"),
    ],
)
def test_any_other_refusal_says_nothing_of_the_job(code: str, message: str) -> None:
    with pytest.raises(BatchUnavailableError, match="DescribeServiceJob 6c1e2f9a"):
        gateway(code, message).describe("6c1e2f9a")
