"""The ledger's table: its indexes are pinned, its content outlives the stack.

CloudFormation creates or deletes one index per update, and a changed key replaces the index: so all
five stand from the first version, and a change here is a migration, never an edit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.template_rules.reading import TABLE, Resource, Template, of_type, properties, wire

FACTS = (
    *("at", "job_arn", "first_seen_at", "last_changed_at", "story", "told"),
    *("started", "completed", "listed", "closed", "enriched", "assessed", "decided"),
    *("resubmitted", "running_again", "crashed"),
)
LIVE = ("name", "status", "priority", "blocked")
RUN = ("started_at", "ended_at", "ending", "job_name")
KEYS_ONLY: tuple[str, ...] = ()

INDEXES = {
    "by_share": ("by_share_pk", "by_share_sk", (*FACTS, *LIVE)),
    "by_team": ("by_team_pk", "by_team_sk", FACTS),
    "by_day": ("by_day_pk", "by_day_sk", (*FACTS, *RUN)),
    "owed_notice": ("owes_notice", "owes_notice_sk", KEYS_ONLY),
    "owed_work": ("owes_work", "owes_work_sk", KEYS_ONLY),
}
"""Index → partition key, sort key, what it carries beside keys."""

SETTINGS: dict[str, Any] = {
    "BillingMode": "PAY_PER_REQUEST",
    "StreamSpecification": {"StreamViewType": "NEW_IMAGE"},
    "TimeToLiveSpecification": {"AttributeName": "ttl", "Enabled": True},
    "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
}
RETENTION = {"DeletionPolicy": "RetainExceptOnCreate", "UpdateReplacePolicy": "Retain"}


def ledger_violations(template: Template) -> Iterator[str]:
    """Yield what would lose the ledger, or change an index that stands in deployed stacks."""
    tables = dict(of_type(template, TABLE))
    if "LedgerTable" not in tables:
        yield "LedgerTable: is missing. A renamed or removed table is a new, empty ledger."
    for logical_id, table in tables.items():
        for line in (*_retention(table), *_settings(table)):
            yield f"{logical_id}: {line}"
    if "LedgerTable" in tables:
        yield from _keys(properties(tables["LedgerTable"]))


def _retention(table: Resource) -> Iterator[str]:
    for policy, wanted in RETENTION.items():
        if table.get(policy) != wanted:
            yield f"{policy} is {table.get(policy)}. Set it to {wanted}, or a mistake deletes data."


def _settings(table: Resource) -> Iterator[str]:
    found = properties(table)
    for name, wanted in SETTINGS.items():
        if found.get(name) != wanted:
            yield f"{name} is {wire(found.get(name))}. Set it to {wire(wanted)}."
    if found.get("SSESpecification", {}).get("SSEEnabled") is not True:
        yield "SSESpecification is off. Set SSEEnabled: true."


def _keys(table: dict[str, Any]) -> Iterator[str]:
    if _key(table) != ("pk", "sk"):
        yield f"LedgerTable: its key is {_key(table)}. It must stay pk, sk: a change replaces it."
    indexes = {index["IndexName"]: index for index in table.get("GlobalSecondaryIndexes", [])}
    for name, pinned in INDEXES.items():
        if name not in indexes:
            yield f"LedgerTable: index {name} is missing. Put it back: all five stand always."
            continue
        key = _key(indexes[name])
        if key != pinned[:2]:
            yield f"LedgerTable: index {name} has the key {key}. Put back {pinned[:2]}."
        if _projected(indexes[name]["Projection"]) != set(pinned[2]):
            yield f"LedgerTable: index {name} projects something else. Put back {pinned[2]}."
    for name in sorted(indexes.keys() - INDEXES.keys()):
        yield f"LedgerTable: index {name} is new. Pin it in {__name__}, one a release."


def _projected(projection: dict[str, Any]) -> set[str]:
    if projection["ProjectionType"] == "ALL":
        return {"*"}
    return set(projection.get("NonKeyAttributes", []))


def _key(holder: dict[str, Any]) -> tuple[str, ...]:
    return tuple(part["AttributeName"] for part in holder.get("KeySchema", []))
