"""The ledger in DynamoDB: nearly every method is one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice

from batchshares.adapters.ledger.expressions import Removal, Update
from batchshares.adapters.ledger.job_items import (
    blocked_update,
    described_update,
    job_of,
    named_update,
    newest_update,
    older_update,
    run_update,
)
from batchshares.adapters.ledger.keys import (
    BLOCKED,
    LIMITS,
    OCCURRENCE,
    cursor_key,
    due_entry,
    due_until,
    job_id_of,
    job_key,
    limits_partition,
    occurrence_key,
)
from batchshares.adapters.ledger.occurrence_items import (
    fact_update,
    merged_update,
    occurrence_of,
    parted,
)
from batchshares.adapters.ledger.stories import story_of
from batchshares.adapters.ledger.table import Table
from batchshares.adapters.ledger.wire import Item
from batchshares.domain.entries import (
    Blocked,
    Debt,
    Entry,
    LimitsFrom,
    Owing,
    Story,
    Work,
    Written,
)
from batchshares.domain.job_state import JobState
from batchshares.domain.moments import parse
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.run import Run, RunOwner

# More than one tick can do; the rest is due again a minute later.
_DUE_AT_ONCE = 1000


class DynamoLedger:
    """Reads and writes the ledger's table; `keep` is None where items stay for ever."""

    def __init__(self, table: Table, keep: timedelta | None) -> None:
        """Use this table and keep items that long."""
        self._table = table
        self._keep = keep

    def write(self, entry: Entry, now: datetime) -> Written:
        """Write a fact once; a second time changes nothing and is not new."""
        new, item = self._table.update(fact_update(entry, now, self._keep))
        return Written(new, occurrence_of(item))

    def restarted(self, job_id: str, name: str, at: datetime, now: datetime) -> bool:
        """Note that the job runs again; of two such times the earlier stays."""
        update = Update(occurrence_key(job_id, name))
        update.put({"running_again": {"at": at}, "last_changed_at": now}).add("story", 1)
        update.only_if("attribute_exists(#at)")
        update.only_if("attribute_not_exists(#running_again) OR #running_again.at > :at", at=at)
        return self._table.update(update)[0]

    def merge(
        self, source: Occurrence, target: Occurrence, now: datetime, owes: Debt | None = None
    ) -> None:
        """Move all facts and remove the source; LedgerMovedError if either has changed."""
        update = merged_update(source, target, owes, now, self._keep)
        gone = Removal(occurrence_key(source.job_id, source.name))
        self._table.together(gone.only_if("#story = :story", story=source.story), update)

    def part(self, stop: Occurrence, now: datetime) -> None:
        """Undo a merge: the start, or the end of a provisional stop, stands alone again."""
        alone, rest = parted(stop, now, self._keep)
        self._table.together(alone, rest)

    def settle(self, owing: Owing, debt: Debt | None) -> None:
        """Replace the debt, or clear it, unless the item meanwhile owes something else."""
        update = Update(occurrence_key(owing.job_id, owing.name))
        if debt:
            owed = {"owes_work": debt.work, "owes_work_sk": due_entry(debt.due, owing.job_id)}
            update.put(owed)
        else:
            update.remove("owes_work", "owes_work_sk")
        self._table.update(update.only_if("#owes_work = :work", work=owing.work))

    def delete(self, job_id: str, name: str) -> None:
        """Remove a stop that turned out to be none of ours."""
        self._table.delete(occurrence_key(job_id, name))

    def story(self, job_id: str) -> Story:
        """Return all items of a job, strongly consistent."""
        return story_of(job_id, self._table.query(job_key(job_id)["pk"]))

    def names(self, job_id: str) -> frozenset[str]:
        """Return the names of a job's stops, keys only, strongly consistent."""
        found = self._table.query(job_key(job_id)["pk"], begins=OCCURRENCE, keys_only=True)
        return frozenset(item["sk"].removeprefix(OCCURRENCE) for item in found)

    def update_job(self, job: JobState) -> JobState:
        """Let the newest state win and fill in what was unknown; return the item as it is."""
        new, item = self._table.update(newest_update(job))
        return job_of(item if new else self._add_older(job, item))

    def _add_older(self, job: JobState, item: Item) -> Item:
        """A base that is protected is refused; what else the older event tells is not."""
        for told in (job, replace(job, base=None, base_at=None)):
            update = older_update(told, job_of(item))
            if update is None:
                break
            held, item = self._table.update(update)
            if held:
                break
        return item

    def complete_job(self, job: JobState, known: JobState) -> JobState:
        """Fill in what no event told, whatever the state; return the item as it is."""
        held, item = self._table.update(described_update(job, known))
        if not held and item:  # a newer state has come: it says whether the job still lives
            held, item = self._table.update(described_update(job, job_of(item)))
        if not held:
            _, item = self._table.update(described_update(job, None))
        return job_of(item)

    def write_run(self, run: Run, owner: RunOwner) -> None:
        """Write the begin or end of a run once."""
        self._table.update(run_update(run, owner, self._keep))

    def write_blocked(self, blocked: Blocked) -> None:
        """Write that a job is blocked; of two such events the earlier stays."""
        self._table.update(blocked_update(blocked, self._keep))

    def name_blocked(self, job: JobState) -> None:
        """Say whose job it is on those of its blocked rows that do not know."""
        rows = self._table.query(job_key(job.job_id)["pk"], begins=BLOCKED, keys_only=True)
        for item in rows:
            self._table.update(named_update(item["sk"].removeprefix(BLOCKED), job))

    def jobs(self, job_ids: Iterable[str]) -> Mapping[str, JobState]:
        """Return the job items there are."""
        found = self._table.get_many(job_key(job_id) for job_id in job_ids)
        return {job.job_id: job for job in map(job_of, found)}

    def limits(self, queue: str, share: str) -> Sequence[LimitsFrom]:
        """Return the recorded limits of a share, oldest first."""
        found = self._table.query(limits_partition(queue, share), begins=LIMITS)
        return [
            LimitsFrom(parse(item["sk"].removeprefix(LIMITS)), item.get("limits", {}))
            for item in found
        ]

    def due(self, work: Work, until: datetime) -> Sequence[Owing]:
        """Return what is due, oldest first."""
        entries = self._table.query_index("owed_work", "owes_work", work, until=due_until(until))
        found = islice(entries, _DUE_AT_ONCE)
        return [_owing(item, work) for item in found if item["sk"].startswith(OCCURRENCE)]

    def take_lease(self, verb: str, holder: str, now: datetime, until: datetime) -> bool:
        """Become the one who works; False while another's lease runs."""
        update = Update(cursor_key(verb)).put({"holder": holder, "until": until})
        update.only_if("attribute_not_exists(#holder) OR #until <= :now", now=now)
        return self._table.update(update)[0]

    def end_lease(self, verb: str, holder: str) -> None:
        """Give the lease back if it is still ours."""
        update = Update(cursor_key(verb)).remove("holder", "until")
        self._table.update(update.only_if("#holder = :holder", holder=holder))


def _owing(item: Item, work: Work) -> Owing:
    return Owing(
        job_id=job_id_of(item["pk"]),
        name=item["sk"].removeprefix(OCCURRENCE),
        work=work,
        due=parse(item["owes_work_sk"].partition("#")[0]),
    )
