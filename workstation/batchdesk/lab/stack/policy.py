"""The policy that a lab runs: checked, compiled, and laid where functions look for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from batchdesk.lab.errors import TemplateError
from batchdesk.lab.stack.template import Template
from batchshares.domain.policy import Policy, load_policy
from batchshares.errors import PolicyError
from policycompiler import compile_text

SOURCE = "policy.yaml"
COMPILED = "policy.json"


@dataclass(frozen=True)
class CompiledPolicy:
    """A policy and the folder that holds its compiled form, as /opt/policy does."""

    source: Path
    folder: Path
    policy: Policy

    def queue_arns(self, region: str, account: str) -> list[str]:
        """The ARNs that its queues have once Batch knows them."""
        return [f"arn:aws:batch:{region}:{account}:job-queue/{name}" for name in self.policy.queues]


def compile_policy(given: Path | None, template: Template) -> CompiledPolicy:
    """The policy given, else the stack's own; PolicyError lists every mistake in it."""
    source = given or _own(template)
    try:
        text = source.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise PolicyError(f"policy {source} cannot be read: {reason}") from error
    compiled = compile_text(text, str(source))
    folder = Path(mkdtemp(prefix="batchdesk-lab-policy-"))
    (folder / COMPILED).write_text(compiled, "utf-8")
    return CompiledPolicy(source, folder, load_policy(compiled))


def _own(template: Template) -> Path:
    for folder in template.layer_folders().values():
        if (folder / SOURCE).is_file():
            return folder / SOURCE
    raise TemplateError(f"{template.path}: no layer holds {SOURCE}; give one with --policy")
