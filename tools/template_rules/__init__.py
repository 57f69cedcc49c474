"""What `make check` keeps in template.yaml: pure rules, each returns lines for a person.

A line names the resource, what is wrong and what to do. cfn-lint knows whether CloudFormation will
take the template; these rules know what Batchdesk has promised: the ledger is never lost, every
role is the smallest that works, two stacks live in one account, alarms say what to do.
"""

from __future__ import annotations

from tools.template_rules.alarms import alarm_violations
from tools.template_rules.functions import function_violations
from tools.template_rules.intake import intake_violations
from tools.template_rules.ledger import ledger_violations
from tools.template_rules.names import name_violations
from tools.template_rules.reading import Template
from tools.template_rules.roles import role_violations

RULES = (
    name_violations,
    ledger_violations,
    intake_violations,
    function_violations,
    role_violations,
    alarm_violations,
)


def violations(template: Template) -> list[str]:
    """Return one line for each broken rule; none means the template may be deployed."""
    return [line for rule in RULES for line in rule(template)]
