"""What apply needs of AWS: clients, the stack's ledger, and the caller's name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import boto3
import typer

from batchdesk.aws import Clients, LimitsBook, Run
from batchdesk.aws.applying import Progress
from batchdesk.aws.caller import caller_name
from batchdesk.aws.errors import AwsError, plainly
from batchdesk.aws.stack import find_stack, stack_name
from batchshares.adapters.system_clock import SystemClock


@dataclass(frozen=True)
class ApplySession:
    """One session with AWS, from the shell's credentials and Region."""

    session: boto3.Session
    clients: Clients

    def run(self, stack: str | None, progress: Progress) -> Run:
        """Find ledger and caller; a stack that was named must exist."""
        return Run(
            self.clients, self._book(stack), caller_name(self.session), SystemClock(), progress
        )

    def _book(self, option: str | None) -> LimitsBook | None:
        name = stack_name(option, os.environ, Path())
        found = find_stack(self.session, name)
        if found is None:
            if option:
                raise AwsError(f"there is no stack {name}: check --stack and AWS_REGION")
            typer.echo(f"No stack {name} is deployed, so no ledger notes these limits.", err=True)
            return None
        table = found.outputs.get("LedgerTable")
        if table is None:
            raise AwsError(f"stack {name} has no output LedgerTable: is it Batchdesk's stack?")
        days = found.parameters.get("RetentionDays", "")
        return LimitsBook(self.clients.dynamodb, table, *([int(days)] if days.isdigit() else []))


def open_session() -> ApplySession:
    """Open the session; AwsError where profile or Region are missing."""
    with plainly("AWS cannot be called"):
        # boto3 itself reads AWS_DEFAULT_REGION only; Lambda and people set AWS_REGION.
        session = boto3.Session(region_name=os.environ.get("AWS_REGION"))
    return ApplySession(session, Clients.of(session))
