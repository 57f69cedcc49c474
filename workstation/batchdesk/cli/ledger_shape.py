"""Whether a value from a file is a ledger record that can be selected, sorted and shown."""

from __future__ import annotations

from collections.abc import Callable

from batchshares.domain.moments import parse

_TIMES = ("preemption_started_at", "stopped_at", "completed_at", "restarted_at")
_TEXTS = ("job_name", "owner", "queue", "share", "team", "training_job_arn", "reason")


def is_record(value: object) -> bool:
    """Whether all that the commands read is there and of its type; more may be there."""
    return isinstance(value, dict) and all(
        name in value and fits(value[name]) for name, fits in _FITTING.items()
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_text_or_null(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_whole_or_null(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _is_retries(value: object) -> bool:
    return value == "unlimited" or _is_whole_or_null(value)


def _is_time(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(parse(value))
    except ValueError:
        return False


def _is_time_or_null(value: object) -> bool:
    return value is None or _is_time(value)


def _is_counts_or_null(value: object) -> bool:
    return value is None or isinstance(value, dict)


def _is_preemptor_or_null(value: object) -> bool:
    if not isinstance(value, dict):
        return value is None
    return all(_is_text_or_null(value.get(name, 0)) for name in ("job_id", "job_name", "share"))


_FITTING: dict[str, Callable[[object], bool]] = {
    **dict.fromkeys(("occurrence_id", "job_id", "cause", "outcome"), _is_text),
    **dict.fromkeys(_TEXTS, _is_text_or_null),
    **dict.fromkeys(_TIMES, _is_time_or_null),
    "first_seen_at": _is_time,
    "run_seconds": _is_whole_or_null,
    "priority": _is_whole_or_null,
    "preemption_retries": _is_retries,
    "instances": _is_counts_or_null,
    "preemptor": _is_preemptor_or_null,
}
