"""The ledger's memory of limits: from when on which limits held, and who set them.

Item `SHARE#<queue>#<share>` / `LIMITS#<time>`: limits {type: n}, sharing, borrow_limit
(percent, null = unlimited), in_share_preemption, at, by. The newest has no end; one
that was replaced is kept for the retention time.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from batchdesk.aws.errors import plainly
from batchdesk.planning import ShareNow
from batchshares.adapters.ledger.keys import LIMITS, limits_partition
from batchshares.adapters.ledger.wire import from_item, to_wire
from batchshares.domain.moments import epoch_seconds, parse, stamp

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

RETENTION_DAYS = 400  # the stack's default
Item = dict[str, Any]
_TICK = timedelta(milliseconds=1)


class LimitsBook:
    """Writes LIMITS items of one ledger table."""

    def __init__(
        self, dynamodb: DynamoDBClient, table: str, retention_days: int = RETENTION_DAYS
    ) -> None:
        self._dynamodb, self._table, self._retention = dynamodb, table, retention_days

    def note(self, queue: str, share: ShareNow, by: str, at: datetime) -> bool:
        """Write down what holds from `at` on, unless the newest item already says so.

        Two changes of one instant are kept apart by a millisecond, the later one later.
        """
        with plainly(f"Writing the limits of {queue}/{share.name} into ledger {self._table}"):
            newest = self._newest(queue, share.name)
            settings = _settings(share)
            if newest and all(newest.get(name) == value for name, value in settings.items()):
                return False
            when = max(at, parse(newest["at"]) + _TICK) if newest else at
            key = {"pk": limits_partition(queue, share.name), "sk": f"{LIMITS}{stamp(when)}"}
            item = {**key, "at": stamp(when), "by": by, **settings}
            self._dynamodb.put_item(TableName=self._table, Item=_to_wire(item))
            if newest and self._retention:
                self._let_expire(newest, when)
            return True

    def _newest(self, queue: str, share: str) -> Item | None:
        answer = self._dynamodb.query(
            TableName=self._table,
            KeyConditionExpression="pk = :share AND begins_with(sk, :limits)",
            ExpressionAttributeValues=_to_wire(
                {":share": limits_partition(queue, share), ":limits": LIMITS}
            ),
            ScanIndexForward=False,
            Limit=1,
            ConsistentRead=True,
        )
        return next(map(from_item, answer["Items"]), None)

    def _let_expire(self, replaced: Item, at: datetime) -> None:
        ends = epoch_seconds(at + timedelta(days=self._retention))
        self._dynamodb.update_item(
            TableName=self._table,
            Key=_to_wire({"pk": replaced["pk"], "sk": replaced["sk"]}),
            UpdateExpression="SET #ttl = :ends",
            ExpressionAttributeNames={"#ttl": "ttl"},
            ExpressionAttributeValues=_to_wire({":ends": ends}),
        )


def _settings(share: ShareNow) -> Item:
    return {
        "limits": dict(share.limits),
        "sharing": share.sharing,
        "borrow_limit": share.borrow_limit,
        "in_share_preemption": share.in_share_preemption,
    }


def _to_wire(item: Item) -> Item:
    """Null is kept: a borrow limit that is not there would not say `unlimited`."""
    return {name: to_wire(value) for name, value in item.items()}
