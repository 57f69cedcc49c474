"""From SAM to CloudFormation, offline, with local folders replaced by a stand-in archive."""

from __future__ import annotations

import copy
from typing import Any

import boto3
from samtranslator.metrics.method_decorator import MetricsMethodWrapperSingleton
from samtranslator.model.exceptions import InvalidDocumentException
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.utils.py27hash_fix import (
    to_py27_compatible_template,
    undo_mark_unicode_str_in_template,
)

from batchdesk.lab.errors import TemplateError
from batchdesk.lab.stack.template import FUNCTION, LAYER, Template

ARCHIVE = {"Bucket": "batchdesk-lab-code", "Key": "empty.zip"}
"""Where the lab's S3 keeps the archive that stands for every folder: handlers run from disk."""


def to_cloudformation(
    template: Template, parameters: dict[str, str], session: boto3.Session
) -> dict[str, Any]:
    """The CloudFormation template that SAM would deploy."""
    body = _without_folders(template)
    values: dict[str, Any] = dict(parameters)
    to_py27_compatible_template(body, values)
    # A session of our own: the module's `transform` would ask the environment for a region.
    translator = Translator(None, Parser(), boto_session=session)
    try:
        made = translator.translate(body, values, get_managed_policy_map=dict)
    except InvalidDocumentException as error:
        causes = "; ".join(cause.message for cause in error.causes)
        raise TemplateError(f"{template.path}: {causes or error.message}") from error
    finally:
        # What SAM counted about itself goes nowhere; unpublished, it would complain at exit.
        for counted in (translator.metrics, MetricsMethodWrapperSingleton.get_instance()):
            counted.publish()
    result: dict[str, Any] = undo_mark_unicode_str_in_template(made)
    return result


def _without_folders(template: Template) -> dict[str, Any]:
    body = copy.deepcopy(template.body)
    body.get("Globals", {}).get("Function", {}).pop("CodeUri", None)
    for resource in body["Resources"].values():
        if resource.get("Type") == FUNCTION:
            resource["Properties"]["CodeUri"] = dict(ARCHIVE)
        if resource.get("Type") == LAYER:
            resource["Properties"]["ContentUri"] = dict(ARCHIVE)
    return body
