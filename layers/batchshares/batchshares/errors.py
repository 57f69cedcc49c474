"""Batchdesk's one error tree.

    BatchdeskError            what a person can mend: one line, exit 1
    ├── UsageError            the command was called wrongly, exit 2
    ├── PolicyError           the policy file cannot be used
    └── EventError            an event that no handler can understand

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
