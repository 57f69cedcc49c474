"""What the table does when DynamoDB is short of capacity."""

from __future__ import annotations

from typing import Any

import pytest

from batchshares.adapters.ledger import Table
from batchshares.errors import LedgerError


class Exhausted:
    """A client that reads the first keys it is asked for, and from then on none."""

    def __init__(self, reads: int) -> None:
        self.reads, self.calls = reads, 0

    def batch_get_item(self, RequestItems: dict[str, Any]) -> dict[str, Any]:  # noqa: N803
        """Answer as DynamoDB does."""
        self.calls += 1
        assert self.calls < 10, "asked for ever"
        ((table, request),) = RequestItems.items()
        read, unread = request["Keys"][: self.reads], request["Keys"][self.reads :]
        self.reads = 0
        return {"Responses": {table: read}, "UnprocessedKeys": {table: {"Keys": unread}}}


@pytest.mark.parametrize("reads", [0, 2])
def test_a_round_that_brings_nothing_ends_the_reading(reads: int) -> None:
    client: Any = Exhausted(reads)
    keys = [{"pk": f"JOB#{number}", "sk": "JOB"} for number in range(5)]

    with pytest.raises(LedgerError, match="ledger table t: DynamoDB reads nothing"):
        Table(lambda: client, "t").get_many(keys)
