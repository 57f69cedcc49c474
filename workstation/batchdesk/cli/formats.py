"""The choice every command offers that prints data."""

from __future__ import annotations

from enum import StrEnum


class Format(StrEnum):
    """For people or for programs."""

    TABLE = "table"
    JSON = "json"
