"""Apply a policy: read, plan, make each change, note the limits that hold from then on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import boto3

from batchdesk.aws.clients import Clients
from batchdesk.aws.errors import AwsError
from batchdesk.aws.limits import LimitsBook
from batchdesk.aws.making import Maker
from batchdesk.aws.reading import all_shares, read_current
from batchdesk.planning import Change, Kind, Plan, ShareNow, plan
from batchdesk.planning.current import short
from batchshares.domain.policy import Policy, Queue
from batchshares.errors import BatchdeskError
from batchshares.usecases.ports import Clock

Progress = Callable[[Change], None]


class RefusedError(BatchdeskError):
    """The policy asks for what apply does not do; nothing has been done."""


def apply_policy(
    policy: Policy,
    session_or_clients: boto3.Session | Clients,
    ledger_table: str | None,
    who: str,
    clock: Clock,
    progress: Callable[[str], None],
) -> None:
    """Make Batch agree with the whole policy, without asking.

    RefusedError lists what apply does not do, before anything is done; AwsError names
    the change that failed. Running it again goes on where it stopped.
    """
    given = session_or_clients
    clients = given if isinstance(given, Clients) else Clients.of(given)
    book = LimitsBook(clients.dynamodb, ledger_table) if ledger_table else None
    plans = [
        (queue, plan(queue, read_current(queue, clients.batch))) for queue in policy.queues.values()
    ]
    refuse([one for _, one in plans])
    run = Run(clients, book, who, clock, lambda change: progress(f"{change.resource}: done"))
    for queue, steps in plans:
        apply_plan(queue, steps, run)


def refuse(plans: list[Plan]) -> None:
    """Raise RefusedError with everything that is refused, if anything is."""
    refused = [refusal for one in plans for refusal in one.refusals]
    if refused:
        lines = "\n".join(f"  {refusal}" for refusal in refused)
        raise RefusedError(f"apply refuses, and nothing has been done:\n{lines}")


@dataclass(frozen=True)
class Run:
    """Who applies, with what, and who is told of each change that is done."""

    clients: Clients
    book: LimitsBook | None
    who: str
    clock: Clock
    progress: Progress


def apply_plan(wanted: Queue, steps: Plan, run: Run) -> None:
    """Make a plan's changes in order, each with its limits noted; AwsError says how far it came.

    Limits that the ledger does not know yet are noted first: what was there before, what
    others changed, and what an interrupted run could not write any more.
    """
    found = all_shares(run.clients.batch, wanted.name) if _exists(wanted, steps) else {}
    for share in found.values():
        _note(wanted, share, "found by apply", run.clock.now(), run)
    maker = Maker(wanted, run.clients.batch, run.clock)
    for done, change in enumerate(steps.changes):
        try:
            _make(wanted, change, maker, run)
        except AwsError as error:
            rest = f"{done} of {len(steps.changes)} changes are done: apply again to go on"
            raise AwsError(f"{error}. {rest}") from error
        run.progress(change)


def _make(wanted: Queue, change: Change, maker: Maker, run: Run) -> None:
    accepted = run.clock.now()
    maker.make(change)
    if change.kind is Kind.SHARE:
        share = all_shares(run.clients.batch, wanted.name)[short(change.name)]
        _note(wanted, share, run.who, accepted, run)


def _exists(wanted: Queue, steps: Plan) -> bool:
    new = (Kind.QUEUE, wanted.name, "create")
    return new not in [(change.kind, change.name, change.action) for change in steps.changes]


def _note(wanted: Queue, share: ShareNow, by: str, at: datetime, run: Run) -> None:
    if run.book:
        run.book.note(wanted.name, share, by, at)
