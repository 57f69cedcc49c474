"""moto's reading of templates, mended: AWS::NoValue leaves a list, as CloudFormation documents.

moto drops it from mappings only; a role with a conditional policy would break.
"""

from __future__ import annotations

from typing import Any

from moto.cloudformation import parsing

from batchdesk.lab.localaws.patches import Patches


def mend(patches: Patches) -> None:
    """Drop what resolves to nothing from lists until the patches are undone."""
    original = parsing.clean_json

    def clean_json(resource_json: Any, resources_map: Any) -> Any:
        cleaned = original(resource_json, resources_map)
        if isinstance(resource_json, list):
            return [part for part in cleaned if part is not None]
        return cleaned

    patches.replace(parsing, "clean_json", clean_json)
