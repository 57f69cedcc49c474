"""Alarms that mean something: each tells whoever is woken what to do, and where to read on."""

from __future__ import annotations

from collections.abc import Iterator

from tools.template_rules.reading import ALARM, Template, of_type, properties

ALARMS = frozenset(
    {
        "IntakeAgeAlarm",
        "IntakeDlqAlarm",
        "JobEventsRuleAlarm",
        "LedgerThrottleAlarm",
        "OldestDebtAlarm",
        "PreemptionEventsRuleAlarm",
    }
)
RUNBOOK = "docs/runbook.md"
TOPIC = {"Ref": "Topic"}


def alarm_violations(template: Template) -> Iterator[str]:
    """Yield alarms that are missing, mute, or leave the reader alone."""
    alarms = dict(of_type(template, ALARM))
    for name in sorted(ALARMS - alarms.keys()):
        yield f"{name}: is missing. Put it back: nothing else tells of that fault."
    for name, alarm in alarms.items():
        found = properties(alarm)
        if RUNBOOK not in found.get("AlarmDescription", ""):
            yield f"{name}: its AlarmDescription must say what to do and end in ({RUNBOOK})."
        if TOPIC not in found.get("AlarmActions", []):
            yield f"{name}: tells nobody. Set AlarmActions: [!Ref Topic]"
        if "TreatMissingData" not in found:
            yield f"{name}: says nothing of missing data. Set TreatMissingData."
    oldest = properties(alarms["OldestDebtAlarm"]) if "OldestDebtAlarm" in alarms else {}
    if oldest and oldest.get("TreatMissingData") != "breaching":
        yield "OldestDebtAlarm: is the heartbeat. Set TreatMissingData: breaching"
