"""`batchdesk apply`: make AWS Batch have what the policy says."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from batchdesk.cli.formats import Format
from batchdesk.cli.policy_file import SHIPPED, read_policy
from batchshares.errors import BatchdeskError, UsageError

if TYPE_CHECKING:
    from batchdesk.aws import Clients, Run
    from batchdesk.planning import Change, Plan
    from batchshares.domain.policy import Policy, Queue

WIDTH = 60
Plans = list[tuple["Queue", "Plan"]]


class NotAgreedError(BatchdeskError):
    """Somebody was asked and did not say yes; nothing has been done."""


def apply(
    policy: Annotated[Path, typer.Option(help="The policy file.")] = SHIPPED,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    queue: Annotated[str | None, typer.Option(help="Only this queue of the policy.")] = None,
    stack: Annotated[
        str | None, typer.Option(help="The stack whose ledger notes the change.")
    ] = None,
    format_: Annotated[
        Format, typer.Option("--format", help="For people, or JSON.")
    ] = Format.TABLE,
) -> None:
    """Create what is missing in AWS Batch and change limits, sharing and borrow limits.

    It shows the changes and asks first. It deletes, renames and rewires nothing.
    """
    if format_ is Format.JSON and not yes:
        raise UsageError("--format json cannot ask: add --yes")
    from batchdesk.aws import refuse
    from batchdesk.cli.apply_session import open_session
    from batchdesk.cli.plan_table import plan_json

    wanted = read_policy(policy)
    chosen = _choose(wanted, queue)
    session = open_session()
    plans = _plans(chosen, session.clients)
    if format_ is Format.TABLE:
        _show(policy, wanted, plans)
    refuse([plan for _, plan in plans])
    if any(plan.changes for _, plan in plans) and not yes:
        _ask(plans)
    _make(plans, session.run(stack, _tell if format_ is Format.TABLE else _tell_nothing))
    if format_ is Format.JSON:
        changes = [change for _, plan in plans for change in plan_json(plan)]
        typer.echo(json.dumps({"changes": changes}, indent=1))
    elif any(plan.changes for _, plan in plans):
        typer.echo("Done. A second apply has nothing to do.")


def _choose(policy: Policy, name: str | None) -> list[Queue]:
    if name is None:
        return list(policy.queues.values())
    if name not in policy.queues:
        known = ", ".join(policy.queues)
        raise UsageError(f"the policy has no queue {name}: it has {known}")
    return [policy.queues[name]]


def _plans(queues: list[Queue], clients: Clients) -> Plans:
    from batchdesk.aws import read_current
    from batchdesk.planning import plan

    return [(queue, plan(queue, read_current(queue, clients.batch))) for queue in queues]


def _show(file: Path, policy: Policy, plans: Plans) -> None:
    from batchdesk.cli.plan_table import plan_table

    for queue, plan in plans:
        head = f"{file.name} ({policy.digest[:6]}) against queue {queue.name}"
        if plan.nothing_to_do:
            typer.echo(f"{head}: nothing to do")
            continue
        typer.echo(f"{head}\n")
        for line in plan_table(plan):
            typer.echo(line)
        typer.echo("")


def _ask(plans: Plans) -> None:
    from batchdesk.planning import risk

    changes = [change for _, plan in plans for change in plan.changes]
    danger = " This may stop running jobs." if any(map(risk, changes)) else ""
    words = f"{len(changes)} change{'' if len(changes) == 1 else 's'}"
    typer.echo(f"Make {words}?{danger} [y/N] ", nl=False)
    answer = sys.stdin.readline()
    if not answer:
        typer.echo()
        raise NotAgreedError("nobody answered, nothing has been done: --yes does not ask")
    if answer.strip().lower() not in ("y", "yes"):
        raise NotAgreedError("not applied: nothing has been done")


def _make(plans: Plans, run: Run) -> None:
    from batchdesk.aws import apply_plan

    for queue, plan in plans:
        apply_plan(queue, plan, run)


def _tell(change: Change) -> None:
    from batchdesk.cli.plan_table import in_short

    typer.echo(f"  {in_short(change)} ".ljust(WIDTH, ".") + " ok")


def _tell_nothing(_: Change) -> None:
    """JSON is printed once, at the end."""
