"""The two errors that the Batch API knows, as the wire names them."""

from __future__ import annotations

from moto.core.exceptions import ServiceException


class ClientException(ServiceException):
    """The caller's mistake: HTTP 400 with a lower-case `message` (documented)."""

    code = "ClientException"


class NotServedError(ClientException):
    """An operation, or a use of one, that AWS has and this emulator does not."""


def missing(what: str, name: str) -> ClientException:
    """Say that something is not there; clients look for `does not exist` (observed)."""
    return ClientException(f"{what} {name} does not exist")


def duplicate() -> ClientException:
    """Refuse a name that is taken: exactly this text for most resources (observed)."""
    return ClientException("Object already exists")
