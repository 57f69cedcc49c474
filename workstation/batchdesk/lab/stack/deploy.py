"""The stack in the lab's AWS: created by moto's CloudFormation, as far as it is served."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from typing import Any

from moto.cloudformation.models import Stack as MotoStack
from moto.cloudformation.models import cloudformation_backends
from moto.core.exceptions import ServiceException
from moto.s3.models import s3_backends

from batchdesk.lab.errors import TemplateError
from batchdesk.lab.stack.missing import know_missing_types, served_types
from batchdesk.lab.stack.template import Template
from batchdesk.lab.stack.transform import ARCHIVE

# They only steer CloudFormation itself.
NOTHING_TO_CREATE = frozenset(
    {"AWS::CloudFormation::WaitCondition", "AWS::CloudFormation::WaitConditionHandle"}
)


@dataclass(frozen=True)
class Stack:
    """A created stack: its outputs, and the physical name of each resource."""

    name: str
    region: str
    account: str
    outputs: dict[str, str]
    physical: dict[str, str]


def create_stack(
    name: str,
    region: str,
    account: str,
    template: Template,
    made: dict[str, Any],
    parameters: dict[str, str],
) -> Stack:
    """Create a transformed template; TemplateError names what the lab does not serve."""
    know_missing_types()
    _check_types(template, made)
    _upload_archive(region, account)
    try:
        stack = cloudformation_backends[account][region].create_stack(
            name, json.dumps(made), dict(parameters)
        )
    except ServiceException as error:
        raise TemplateError(f"{template.path} cannot be created: {error.message}") from error
    return Stack(name, region, account, _outputs(stack), _physical(stack))


def _check_types(template: Template, made: dict[str, Any]) -> None:
    served = served_types() | NOTHING_TO_CREATE
    for logical_id, resource in made["Resources"].items():
        if resource["Type"] not in served:
            raise TemplateError(
                f"{template.path}: {logical_id} is a {resource['Type']}, which the lab does not "
                "serve; add it to lab/stack/missing"
            )


def _upload_archive(region: str, account: str) -> None:
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr(zipfile.ZipInfo("README"), "The lab runs handlers from their folders.")
    backend = s3_backends[account]["aws"]
    backend.create_bucket(ARCHIVE["Bucket"], region)
    backend.put_object(ARCHIVE["Bucket"], ARCHIVE["Key"], empty.getvalue())


def _outputs(stack: MotoStack) -> dict[str, str]:
    return {key: str(stack.output_map[key].value) for key in stack.output_map}  # type: ignore[union-attr]  # made above


def _physical(stack: MotoStack) -> dict[str, str]:
    resources = stack.resource_map
    return {
        logical_id: str(getattr(resource, "physical_resource_id", logical_id))
        for logical_id in resources.resources
        if (resource := resources[logical_id]) is not None
    }
