"""Batchdesk's one error tree.

    BatchdeskError            what a person can mend: one line, exit 1
    ├── UsageError            the command was called wrongly, exit 2
    ├── PolicyError           the policy file cannot be used
    ├── EventError            an event that no handler can understand
    ├── SettingsError         a function's environment is not what it must be
    ├── BatchUnavailableError AWS Batch cannot be asked at this moment
    └── LedgerError           the ledger's table refuses or cannot be reached
        └── LedgerMovedError  another writer was faster; to be tried again

Modules add their own subclasses beside the code that raises them. Every message
names the object and what to do. Anything else escapes, so that Lambda retries.
"""

from __future__ import annotations


class BatchdeskError(Exception):
    """A failure with a message for a person; commands print it and exit 1."""

    exit_code = 1


class UsageError(BatchdeskError):
    """The command was called wrongly; commands print it and exit 2."""

    exit_code = 2


class PolicyError(BatchdeskError):
    """The policy cannot be used; the message says where and what is allowed."""


class EventError(BatchdeskError):
    """An event that can never be understood, however often it is delivered."""


class SettingsError(BatchdeskError):
    """A variable of the environment is missing or wrong; the message names it."""


class BatchUnavailableError(BatchdeskError):
    """AWS Batch throttles or fails; the same question may be answered later."""


class LedgerError(BatchdeskError):
    """The ledger's table cannot be read or written at this moment."""


class LedgerMovedError(LedgerError):
    """An item changed between reading and writing it; read again and repeat."""
