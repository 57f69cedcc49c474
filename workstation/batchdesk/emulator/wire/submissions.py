"""From job requests to what they ask for."""

from __future__ import annotations

from dataclasses import dataclass

from batchdesk.emulator.errors import ClientException
from batchdesk.emulator.jobs import Status, Submission
from batchdesk.emulator.retry import ExitRule, RetryStrategy
from batchdesk.emulator.wire import fields
from batchdesk.emulator.wire.definitions import SERVICE_TYPES
from batchdesk.emulator.wire.fields import Params

PAYLOAD_BYTES = 10 * 1024
FILTERS = (
    "JOB_NAME",
    "BEFORE_CREATED_AT",
    "AFTER_CREATED_AT",
    "SHARE_IDENTIFIER",
    "QUOTA_SHARE_NAME",
)


@dataclass(frozen=True)
class ListQuery:
    """What ListServiceJobs was asked: at most one filter."""

    queue: str
    status: Status | None
    filter_name: str | None
    values: tuple[str, ...]


def read_submission(params: Params) -> Submission:
    """Read SubmitServiceJob; the payload stays unread, however odd (documented)."""
    fields.choice(params, "serviceJobType", SERVICE_TYPES)
    fields.text(params, "clientToken", 64)
    if params.get("shareIdentifier") is not None:
        raise ClientException("shareIdentifier needs a queue with a fair-share scheduling policy")
    return Submission(
        name=fields.name(params, "jobName"),
        queue=str(fields.required(params, "jobQueue")),
        payload=_payload(params),
        share=params.get("quotaShareName") or None,
        priority=fields.whole(params, "schedulingPriority", 0, 9999) or 0,
        retry=_retry(params.get("retryStrategy")),
        preemption_retries=fields.whole(
            params.get("preemptionConfiguration") or {}, "preemptionRetriesBeforeTermination", 0
        ),
        timeout_seconds=fields.whole(
            params.get("timeoutConfig") or {}, "attemptDurationSeconds", 1
        ),
        tags=fields.tags(params),
    )


def _payload(params: Params) -> str:
    payload = str(fields.required(params, "serviceRequestPayload"))
    size = len(payload.encode())
    if size > PAYLOAD_BYTES:
        raise ClientException(
            f"serviceRequestPayload must not be larger than {PAYLOAD_BYTES} bytes, not {size}"
        )
    return payload


def _retry(strategy: Params | None) -> RetryStrategy:
    if strategy is None:
        return RetryStrategy()
    rules = strategy.get("evaluateOnExit") or []
    if len(rules) > 5:
        raise ClientException(f"evaluateOnExit must have up to 5 entries, not {len(rules)}")
    return RetryStrategy(
        attempts=fields.required_whole(strategy, "attempts", 1, 10),
        rules=tuple(_rule(rule) for rule in rules),
    )


def _rule(rule: Params) -> ExitRule:
    # Clients send `Retry` in mixed case and Batch takes it (observed).
    word = {"action": str(fields.required(rule, "action")).upper()}
    action = fields.choice(word, "action", ["RETRY", "EXIT"])
    return ExitRule(action, fields.text(rule, "onStatusReason", 512) or "*")


def read_priority(params: Params) -> int:
    """Read UpdateServiceJob's only change: 0 to 9999, required (documented)."""
    return fields.required_whole(params, "schedulingPriority", 0, 9999)


def read_list_query(params: Params) -> ListQuery:
    """Read ListServiceJobs' selection."""
    filters = params.get("filters") or []
    if len(filters) > 1:
        raise ClientException(f"filters must have 1 entry, not {len(filters)}")
    status = fields.optional_choice(params, "jobStatus", [status.value for status in Status])
    name: str | None = None
    values: tuple[str, ...] = ()
    if filters:
        name = fields.choice(filters[0], "name", FILTERS)
        values = _filter_values(filters[0], name)
    return ListQuery(
        queue=str(fields.required(params, "jobQueue")),
        status=Status(status) if status else None,
        filter_name=name,
        values=values,
    )


def _filter_values(given: Params, name: str) -> tuple[str, ...]:
    values = tuple(str(value) for value in given.get("values") or ())
    if not values:
        raise ClientException(f"filters: {name} must have a value")
    if name.endswith("_CREATED_AT") and not all(value.isdecimal() for value in values):
        raise ClientException(f"filters: {name} must be a time in milliseconds since 1970")
    return values
