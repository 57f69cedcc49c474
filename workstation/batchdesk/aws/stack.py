"""Find the deployed stack and what it tells of itself: outputs and parameters."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import boto3
from botocore.exceptions import ClientError

from batchdesk.aws.clients import CONFIG
from batchdesk.aws.errors import plainly

DEFAULT_NAME = "batchdesk"


@dataclass(frozen=True)
class Stack:
    """A deployed stack."""

    name: str
    outputs: Mapping[str, str]
    parameters: Mapping[str, str]


def stack_name(option: str | None, environ: Mapping[str, str], folder: Path) -> str:
    """Return the stack's name: the option, BATCHDESK_STACK, samconfig.toml, else batchdesk."""
    return option or environ.get("BATCHDESK_STACK") or _configured(folder) or DEFAULT_NAME


def _configured(folder: Path) -> str | None:
    try:
        config = tomllib.loads((folder / "samconfig.toml").read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return None
    for command in ("deploy", "global"):
        name = _inside(config, "default", command, "parameters", "stack_name")
        if isinstance(name, str):
            return name
    return None


def _inside(value: object, *steps: str) -> object:
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def find_stack(session: boto3.Session, name: str) -> Stack | None:
    """Describe the stack; None if there is none of that name."""
    with plainly(f"Looking for stack {name}"):
        client = session.client("cloudformation", config=CONFIG)
        try:
            found = client.describe_stacks(StackName=name)["Stacks"][0]
        except ClientError as error:
            if "does not exist" in str(error):
                return None
            raise
    outputs = {one["OutputKey"]: one["OutputValue"] for one in found.get("Outputs", [])}
    given = found.get("Parameters", [])
    return Stack(name, outputs, {one["ParameterKey"]: one["ParameterValue"] for one in given})
