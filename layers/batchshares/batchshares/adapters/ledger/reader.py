"""The reading side: the records that commands print, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from batchshares.adapters.ledger.keys import (
    BLOCKED,
    OCCURRENCE,
    RUN,
    job_id_of,
    job_key,
)
from batchshares.adapters.ledger.occurrence_items import occurrence_of
from batchshares.adapters.ledger.stories import story_of
from batchshares.adapters.ledger.table import Table
from batchshares.adapters.ledger.wire import Item
from batchshares.domain.entries import Story
from batchshares.domain.moments import day, iso, parse, stamp
from batchshares.domain.record import Record, record_of
from batchshares.domain.selection import Selection, newest_first

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

# An entry's day is that of its first sight, which may follow or precede the stop's own.
_MARGIN = timedelta(days=1)


class LedgerReader:
    """Finds items by index and reads them from the table: an index is only a hint."""

    def __init__(self, table: Table) -> None:
        """Read this table."""
        self._table = table

    @classmethod
    def of(cls, client: DynamoDBClient, table: str) -> LedgerReader:
        """Return a reader of the table of that name."""
        return cls(Table(lambda: client, table))

    def records(self, selection: Selection) -> list[Record]:
        """Return the records of the stops selected, newest first; `since` must be given."""
        items = self._items(self._keys(selection), OCCURRENCE)
        records = (record_of(occurrence_of(item)) for item in items)
        return newest_first(record for record in records if selection.takes(record))

    def blocked(self, selection: Selection) -> list[Record]:
        """Return the jobs that could not start although they were at the front."""
        keys = self._days("BLOCKED#", selection)
        rows = (_blocked_row(item) for item in self._items(keys, BLOCKED))
        return newest_first(row for row in rows if selection.takes(row))

    def priorities(self, selection: Selection) -> list[Record]:
        """Return the changes of priorities."""
        keys = self._days("PRIODAY#", selection)
        rows = (_priority_row(item) for item in self._items(keys, "PRIO#"))
        return newest_first(row for row in rows if selection.takes(row))

    def story(self, job_id: str) -> Story:
        """Return all that the ledger holds of a job; empty if it knows none."""
        return story_of(job_id, self._table.query(job_key(job_id)["pk"]))

    def jobs_of_run(self, selection: Selection, name: str) -> list[str]:
        """Return the jobs that a training job, or a job name, has runs of."""
        found = []
        for item in self._items(self._days("RUNS#", selection), RUN):
            if name in (item.get("job_name"), item["sk"].removeprefix(RUN)):
                found.append(job_id_of(item["pk"]))
        return list(dict.fromkeys(found))

    def _keys(self, selection: Selection) -> Iterator[Item]:
        queue, _, share = (selection.share or "").rpartition("/")
        if queue:
            yield from self._since("by_share", f"SHARE#{queue}#{share}", selection)
        elif selection.team:
            yield from self._since("by_team", f"TEAM#{selection.team}", selection)
        else:
            yield from self._days("DAY#", selection)

    def _since(self, index: str, partition: str, selection: Selection) -> Iterator[Item]:
        oldest = stamp(_since(selection) - _MARGIN)
        entries = self._table.query_index(index, f"{index}_pk", partition, newest_first=True)
        for entry in entries:
            if entry[f"{index}_sk"] < oldest:
                return
            yield entry

    def _days(self, prefix: str, selection: Selection) -> Iterator[Item]:
        if selection.until is None:
            raise ValueError("a walk over days needs an end")
        last = selection.until + _MARGIN
        oldest = _since(selection) - _MARGIN
        while day(last) >= day(oldest):
            partition = prefix + day(last)
            yield from self._table.query_index("by_day", "by_day_pk", partition, newest_first=True)
            last -= timedelta(days=1)

    def _items(self, keys: Iterable[Item], begins: str) -> list[Item]:
        wanted = [{"pk": key["pk"], "sk": key["sk"]} for key in keys]
        return self._table.get_many(key for key in wanted if key["sk"].startswith(begins))


def _since(selection: Selection) -> datetime:
    if selection.since is None:
        raise ValueError("a walk over the ledger needs a beginning")
    return selection.since


def _blocked_row(item: Mapping[str, Any]) -> Record:
    names = ("job_name", "queue", "share", "team", "reason")
    row: Record = {"job_id": job_id_of(item["pk"]), "at": iso(parse(item["at"]))}
    return row | {name: item.get(name) for name in names}


def _priority_row(item: Mapping[str, Any]) -> Record:
    row: Record = {"job_id": job_id_of(item["pk"]), "job_name": item.get("job_name")}
    row["at"] = iso(parse(item["at"]))
    return row | {name: item.get(name) for name in ("from", "to", "by", "why")}
