"""What AWS says when a ledger is read: job names from Batch, and failures with advice."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from batchshares.errors import LedgerError

if TYPE_CHECKING:
    from mypy_boto3_batch import BatchClient


@contextmanager
def advised(what: str) -> Iterator[None]:
    """Say what to do about a table that cannot be read, as about a stack that cannot."""
    from botocore.exceptions import BotoCoreError, ClientError

    from batchdesk.aws.errors import plainly
    from batchshares.adapters.ledger.table import NoTableError

    with plainly(what):
        try:
            yield
        except NoTableError:
            raise  # that says already what to do
        except LedgerError as error:
            if isinstance(error.__cause__, ClientError | BotoCoreError):
                raise error.__cause__ from None
            raise


def named_by_batch(batch: BatchClient, queues: Iterable[str], job: str) -> list[str]:
    """Return the ids of the jobs that Batch knows by this name.

    Where Batch cannot be asked, that is said on stderr: the ledger itself is still walked.
    """
    from batchdesk.aws.errors import AwsError, plainly

    found: list[str] = []
    try:
        with plainly(f"AWS Batch was not asked for jobs named {job}"):
            for queue in filter(None, queues):
                found += _of_queue(batch, queue, job)
    except AwsError as error:
        print(f"batchdesk: {error}", file=sys.stderr)
    return found


def _of_queue(batch: BatchClient, queue: str, job: str) -> Iterator[str]:
    """Batch's filter ignores case and takes a trailing *; here a name is meant exactly."""
    pages = batch.get_paginator("list_service_jobs").paginate(
        jobQueue=queue, filters=[{"name": "JOB_NAME", "values": [job]}]
    )
    for page in pages:
        yield from (one["jobId"] for one in page["jobSummaryList"] if one["jobName"] == job)
