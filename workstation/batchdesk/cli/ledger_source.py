"""Where a ledger is read from: the stack's table, a table by name, or a file of a lab."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from batchdesk.cli.ledger_asking import advised, named_by_batch
from batchdesk.cli.ledger_shape import is_record
from batchdesk.cli.ledger_story import JobStory
from batchshares.domain.names import service_job_id
from batchshares.domain.record import Record, record_of
from batchshares.domain.selection import Selection, is_of_job, is_reference, newest_first
from batchshares.errors import BatchdeskError, UsageError

if TYPE_CHECKING:
    import boto3

    from batchdesk.aws.stack import Stack
    from batchshares.adapters.ledger import LedgerReader

# A local AWS lives in a time of its own, which may be days ahead.
_LAB_AHEAD = timedelta(days=30)
_CLOCKS_DIFFER = timedelta(days=1)


class NoLedgerError(BatchdeskError):
    """There is no ledger to read, or nothing of that name in it."""


class Source(Protocol):
    """A ledger that can be listed and asked about a job."""

    @property
    def name(self) -> str:
        """What to call it in a message."""
        ...

    @property
    def ahead(self) -> timedelta | None:
        """How far its clock may be ahead of ours; None if it is read as a whole."""
        ...

    def rows(self, kind: str, selection: Selection) -> list[Record]:
        """Return the rows selected, newest first."""
        ...

    def stories(self, job: str, since: datetime | None, until: datetime | None) -> list[JobStory]:
        """Return the jobs of that name, at least one. NoLedgerError if there is none."""
        ...


def open_source(file: Path | None, table: str | None, stack: str | None) -> Source:
    """Open what was named; else the table of the stack that is found as always."""
    if file and (table or stack):
        raise UsageError("--file reads a file, --table and --stack read AWS: give one of them")
    if table and stack:
        raise UsageError("--table names the table itself: leave out --stack")
    return FileSource.read(file) if file else _open_table(table, stack)


@dataclass(frozen=True)
class FileSource:
    """The ledger.json that a lab leaves behind, or any output of `ledger list`."""

    name: str
    records: list[Record]

    @property
    def ahead(self) -> timedelta | None:
        """A file is read as a whole."""
        return None

    @classmethod
    def read(cls, file: Path) -> FileSource:
        """Read the file; NoLedgerError says what is wrong with it."""
        try:
            records = json.loads(file.read_text("utf-8-sig"))
        except OSError as error:
            raise NoLedgerError(f"{file}: {error.strerror}: give a ledger.json") from error
        except RecursionError as error:
            raise NoLedgerError(f"{file} is nested too deeply: give a ledger.json") from error
        except ValueError as error:
            raise NoLedgerError(f"{file} is no JSON ({error}): give a ledger.json") from error
        if not isinstance(records, list) or not all(map(is_record, records)):
            raise NoLedgerError(f"{file} holds no ledger records: give a ledger.json")
        return cls(str(file), records)

    def rows(self, kind: str, selection: Selection) -> list[Record]:
        """Return the rows selected, newest first."""
        if kind != "occurrence":
            raise UsageError(f"a file holds stops only: --kind {kind} needs a stack or a table")
        return newest_first(one for one in self.records if selection.takes(one))

    def stories(self, job: str, since: datetime | None, until: datetime | None) -> list[JobStory]:
        """Return the jobs of that name: from a file their stops only."""
        found = self.rows("occurrence", Selection(job=job, since=since, until=until))
        if not found:
            raise NoLedgerError(f"no stop of {job} in {self.name}")
        ids = dict.fromkeys(record["job_id"] for record in found)
        return [JobStory(one, [r for r in self.records if r["job_id"] == one]) for one in ids]


@dataclass(frozen=True)
class TableSource:
    """The ledger's table; `names` asks Batch for the ids of a job name."""

    name: str
    reader: LedgerReader
    names: Callable[[str], Iterable[str]]
    is_lab: bool

    @property
    def ahead(self) -> timedelta | None:
        """A lab's clock may run days ahead; two machines' clocks differ a little."""
        return _LAB_AHEAD if self.is_lab else _CLOCKS_DIFFER

    def rows(self, kind: str, selection: Selection) -> list[Record]:
        """Return the rows selected, newest first."""
        read = {
            "occurrence": self.reader.records,
            "blocked": self.reader.blocked,
            "priority": self.reader.priorities,
        }
        with advised(f"Reading {self.name}"):
            return read[kind](selection)

    def stories(self, job: str, since: datetime | None, until: datetime | None) -> list[JobStory]:
        """Return the jobs of that name.

        1. An id or ARN. 2. Batch's own names. 3. What the ledger heard in the time given.
        """
        with advised(f"Reading {self.name}"):
            direct = self._known([service_job_id(job) or job])
            found = direct or self._known(self._named(job, Selection(since=since, until=until)))
        if not found:
            raise NoLedgerError(
                f"no job {job} in {self.name} since {since:%Y-%m-%d}: check the name, or go "
                "further back with --since"
            )
        return found

    def _named(self, job: str, span: Selection) -> list[str]:
        stops = self.reader.records(span)
        of_stops = [record["job_id"] for record in stops if is_of_job(record, job)]
        if is_reference(job):
            return list(dict.fromkeys(of_stops))
        of_runs = self.reader.jobs_of_run(span, job.rpartition("/")[2])
        blocked = [row["job_id"] for row in self.reader.blocked(span) if is_of_job(row, job)]
        return list(dict.fromkeys([*self.names(job), *of_stops, *of_runs, *blocked]))

    def _known(self, job_ids: Iterable[str]) -> list[JobStory]:
        stories = [self.reader.story(job_id) for job_id in job_ids]
        return [
            JobStory(
                story.job_id,
                newest_first(record_of(stop) for stop in story.stops),
                story.job,
                story.runs,
            )
            for story in stories
            if story.job or story.stops or story.runs
        ]


def _open_table(table: str | None, stack: str | None) -> TableSource:
    import boto3

    from batchdesk.aws.clients import CONFIG
    from batchdesk.aws.errors import plainly
    from batchshares.adapters.ledger import LedgerReader

    with plainly("The ledger cannot be read"):
        # boto3 itself reads AWS_DEFAULT_REGION only; Lambda and people set AWS_REGION.
        session = boto3.Session(region_name=os.environ.get("AWS_REGION"))
        found = None if table else _stack(session, stack)
        name = table or _output(found, "LedgerTable")
        client = session.client("dynamodb", config=CONFIG)
    queues = found.outputs.get("QueueArns", "").split(",") if found else []
    return TableSource(
        name=f"table {name}" if table else f"the ledger of stack {found.name}" if found else name,
        reader=LedgerReader.of(client, name),
        names=lambda job: named_by_batch(session.client("batch", config=CONFIG), queues, job),
        is_lab="AWS_ENDPOINT_URL" in os.environ,
    )


def _stack(session: boto3.Session, option: str | None) -> Stack:
    from batchdesk.aws.stack import find_stack, stack_name

    name = stack_name(option, os.environ, Path.cwd())
    found = find_stack(session, name)
    if found is None:
        raise NoLedgerError(
            f"there is no stack {name} in {session.region_name}: name yours with --stack or "
            "BATCHDESK_STACK, or deploy it"
        )
    return found


def _output(stack: Stack | None, name: str) -> str:
    value = stack.outputs.get(name) if stack else None
    if value is None:
        where = stack.name if stack else "?"
        raise NoLedgerError(f"stack {where} has no output {name}: is it a Batchdesk stack?")
    return value
