"""template.yaml as the lab reads it: where it lies, what its code folders are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from batchdesk.lab.errors import TemplateError

NAME = "template.yaml"
FUNCTION = "AWS::Serverless::Function"
LAYER = "AWS::Serverless::LayerVersion"


@dataclass(frozen=True)
class Template:
    """A SAM template: its path, its body with intrinsics in long form."""

    path: Path
    body: dict[str, Any]

    def resources(self, kind: str) -> dict[str, dict[str, Any]]:
        """Properties of the resources of a type, by logical id."""
        return {
            name: resource.get("Properties", {})
            for name, resource in self.body["Resources"].items()
            if resource.get("Type") == kind
        }

    def code_folders(self) -> dict[str, Path]:
        """The folder of each function's code, by logical id."""
        shared = self.body.get("Globals", {}).get("Function", {}).get("CodeUri")
        return {
            name: self._folder(name, properties.get("CodeUri", shared))
            for name, properties in self.resources(FUNCTION).items()
        }

    def layer_folders(self) -> dict[str, Path]:
        """The folder of each layer's content, by logical id."""
        return {
            name: self._folder(name, properties.get("ContentUri"))
            for name, properties in self.resources(LAYER).items()
        }

    def _folder(self, name: str, uri: object) -> Path:
        if not isinstance(uri, str):
            raise TemplateError(f"{self.path}: {name} has no local folder (CodeUri or ContentUri)")
        folder = (self.path.parent / uri).resolve()
        if not folder.is_dir():
            raise TemplateError(f"{self.path}: the folder of {name} does not exist: {folder}")
        return folder


def find_template(given: Path | None) -> Path:
    """The template given, else the nearest template.yaml from the current folder upward."""
    if given is not None:
        if not given.is_file():
            raise TemplateError(f"template {given} does not exist")
        return given.resolve()
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / NAME).is_file():
            return folder / NAME
    raise TemplateError(
        f"no {NAME} in {Path.cwd()} or above it: go to the project's folder, or give --template"
    )


def load_template(path: Path) -> Template:
    """Read a template; TemplateError if it is not one."""
    import yaml
    from samtranslator.yaml_helper import yaml_parse

    try:
        body = yaml_parse(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split())
        raise TemplateError(f"{path} cannot be read: {reason}") from error
    if not isinstance(body, dict) or not isinstance(body.get("Resources"), dict):
        raise TemplateError(f"{path} is no template: it has no Resources")
    return Template(path, body)
