"""What a function is told by its environment; nobody else reads it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from batchshares.errors import SettingsError


def process_environment() -> Mapping[str, str]:
    """Return the environment of this process, as Lambda sets it."""
    return dict(os.environ)


@dataclass(frozen=True)
class AwsSettings:
    """Where AWS is and who asks; None leaves it to boto3's own search."""

    region: str | None = None
    endpoint_url: str | None = None
    access_key_id: str | None = field(default=None, repr=False)
    secret_access_key: str | None = field(default=None, repr=False)
    session_token: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> AwsSettings:
        """Read the variables that boto3 would read."""
        return cls(
            region=environ.get("AWS_REGION") or environ.get("AWS_DEFAULT_REGION"),
            endpoint_url=environ.get("AWS_ENDPOINT_URL") or None,
            access_key_id=environ.get("AWS_ACCESS_KEY_ID"),
            secret_access_key=environ.get("AWS_SECRET_ACCESS_KEY"),
            session_token=environ.get("AWS_SESSION_TOKEN"),
        )


@dataclass(frozen=True)
class RecordSettings:
    """The environment of record_preemption; `retention` is None where items stay for ever."""

    aws: AwsSettings
    ledger_table: str
    queue_arns: frozenset[str]
    policy_path: Path
    intake_dlq_url: str
    retention: timedelta | None
    stack: str
    service: str
    namespace: str
    log_level: str

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> RecordSettings:
        """Read and check the environment; SettingsError names what is missing or wrong."""
        days = _days(environ.get("RETENTION_DAYS") or "400")
        arns = [arn.strip() for arn in _needed(environ, "QUEUE_ARNS").split(",")]
        return cls(
            aws=AwsSettings.of(environ),
            ledger_table=_needed(environ, "LEDGER_TABLE"),
            queue_arns=frozenset(arn for arn in arns if arn),
            policy_path=Path(_needed(environ, "POLICY_PATH")),
            intake_dlq_url=_needed(environ, "INTAKE_DLQ_URL"),
            retention=timedelta(days=days) if days else None,
            stack=_needed(environ, "STACK_NAME"),
            service=environ.get("POWERTOOLS_SERVICE_NAME") or "record_preemption",
            namespace=environ.get("POWERTOOLS_METRICS_NAMESPACE") or "Batchdesk",
            log_level=environ.get("LOG_LEVEL") or "INFO",
        )


def policy_text(path: Path) -> str:
    """Return the compiled policy's text from the file or the folder that holds policy.json."""
    file = path / "policy.json" if path.is_dir() else path
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"POLICY_PATH: no policy at {file}: {error.strerror}") from error


def _needed(environ: Mapping[str, str], name: str) -> str:
    value = environ.get(name, "").strip()
    if not value:
        raise SettingsError(f"the variable {name} is not set: deploy the stack's own template")
    return value


def _days(text: str) -> int:
    if not text.strip().isdecimal():
        raise SettingsError(f"RETENTION_DAYS is {text!r}: whole days are allowed, 0 is for ever")
    return int(text)
