"""Whether a run came out as expected: pure, from the ledger's records and the run's facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from batchdesk.lab.scenario.model import Expect, ExpectedStop
from batchdesk.lab.story.facts import Blocked, Fact, Moved, Stopped, Submitted, Use

Record = Mapping[str, Any]

STATES = {
    "SUBMITTED": "waiting",
    "PENDING": "waiting",
    "RUNNABLE": "waiting",
    "SCHEDULED": "starting",
    "STARTING": "starting",
    "RUNNING": "running",
    "SUCCEEDED": "succeeded",
    "FAILED": "failed",
}
REASONS = {
    "cannot meet the capacity requirement": "service_environment_max_resource",
    "exceed quota share capacity limits.": "limit_exceeded",
    "exceed quota share capacity limits and borrow limits.": "limit_and_borrow_exceeded",
    "exceeds all configured borrowable capacity.": "borrowable_exceeded",
}


@dataclass(frozen=True)
class Check:
    """One expectation. `differs` says what came instead; None: it holds."""

    what: str
    differs: str | None = None


@dataclass(frozen=True)
class Outcome:
    """How a run came out: the ledger's records, newest first, and all facts."""

    records: Sequence[Record]
    facts: Sequence[Fact]

    def name_of(self, job_id: str) -> str:
        """A job's name, its id where the run did not submit it."""
        named = (f.name for f in self.facts if isinstance(f, Submitted) and f.job == job_id)
        return next(named, job_id)


def judge(expect: Expect, outcome: Outcome) -> list[Check]:
    """Compare everything the scenario expects, in the order of its keys."""
    checks: list[Check] = []
    if expect.stops is not None:
        checks.extend(_stops(expect.stops, outcome))
    checks.extend(_states(expect.jobs, outcome))
    if expect.blocked is not None:
        checks.extend(_blocked(expect.blocked, outcome))
    if expect.use_at_end:
        checks.append(_use(outcome))
    if expect.ledger_records is not None:
        checks.append(_count(expect.ledger_records, len(outcome.records)))
    if expect.ledger_agrees:
        checks.extend(_agrees(outcome))
    return checks


def in_order(records: Sequence[Record]) -> list[Record]:
    """Ledger records as they began: the ledger gives the newest first."""
    return sorted(records, key=lambda r: r["preemption_started_at"] or r["stopped_at"] or "")


def _stops(expected: Sequence[ExpectedStop], outcome: Outcome) -> Iterator[Check]:
    left = in_order(outcome.records)
    for number, stop in enumerate(expected, 1):
        what = f"stop {number}: {stop.job}"
        got = next((record for record in left if record["job_name"] == stop.job), None)
        if got is None:
            wanted = ", ".join(f"{name} {value}" for name, value in stop.fields.items())
            yield Check(what, f"expected a stop ({wanted or 'any'}), got none")
            continue
        left.remove(got)
        yield from _fields(what, stop, got)
    for record in left:
        name = record["job_name"] or record["job_id"]
        yield Check(f"no other stop of {name}", f"got one more: {_brief(record)}")


def _fields(what: str, stop: ExpectedStop, record: Record) -> Iterator[Check]:
    wrong = []
    for field, wanted in stop.fields.items():
        got = _value(record, field)
        if got != wanted:
            wrong.append(f"{field}: expected {_said(wanted)}, got {_said(got)}")
    yield Check(what, "; ".join(wrong) or None)


def _value(record: Record, field: str) -> Any:
    if field == "preemptor":
        return (record["preemptor"] or {}).get("job_name")
    return record[field]


def _states(expected: Mapping[str, str], outcome: Outcome) -> Iterator[Check]:
    last = {f.job: STATES[f.after] for f in outcome.facts if isinstance(f, Moved)}
    states = {f.name: last.get(f.job) for f in outcome.facts if isinstance(f, Submitted)}
    for job, wanted in expected.items():
        got = states.get(job)
        differs = None if got == wanted else f"expected {wanted}, got {got or 'never submitted'}"
        yield Check(f"{job}: {wanted} at the end", differs)


def _blocked(expected: Mapping[str, str], outcome: Outcome) -> Iterator[Check]:
    got = {
        outcome.name_of(fact.job): _reason(fact.reason)
        for fact in outcome.facts
        if isinstance(fact, Blocked)
    }
    for job, wanted in expected.items():
        reason = got.pop(job, None)
        differs = None if reason == wanted else f"expected {wanted}, got {reason or 'no block'}"
        yield Check(f"{job} can never start", differs)
    for job, reason in got.items():
        yield Check(f"{job} is not blocked", f"it can never start: {reason}")


def _reason(text: str) -> str:
    return next((name for part, name in REASONS.items() if part in text), text)


def _use(outcome: Outcome) -> Check:
    last = {(f.share, f.type): f.quantity for f in outcome.facts if isinstance(f, Use)}
    left = [f"{share} {count} of {type_}" for (share, type_), count in last.items() if count]
    return Check(
        "nothing is in use at the end", f"still in use: {', '.join(left)}" if left else None
    )


def _count(wanted: int, got: int) -> Check:
    differs = None if got == wanted else f"expected {wanted}, got {got}"
    return Check(f"the ledger holds {wanted} stops", differs)


def _agrees(outcome: Outcome) -> Iterator[Check]:
    left = list(outcome.records)
    for stop in (fact for fact in outcome.facts if isinstance(fact, Stopped)):
        what = f"the ledger knows the stop of {outcome.name_of(stop.job)}"
        record = next((r for r in left if _is_of(r, stop)), None)
        if record is None:
            yield Check(what, "the local AWS made it, the ledger has no record of it")
            continue
        left.remove(record)
        yield Check(what, _disagreement(stop, record))
    for record in left:
        yield Check(f"the ledger invents nothing about {record['job_name']}", _brief(record))


def _disagreement(stop: Stopped, record: Record) -> str | None:
    if record["cause"] not in {stop.cause, "unknown"}:
        return f"cause: the local AWS had {stop.cause}, the ledger says {record['cause']}"
    other = record["preemptor"]
    if other and other["job_id"] != stop.for_job:
        return f"for whom: the ledger says {other['job_name']}, which is not so"
    return None


def _is_of(record: Record, stop: Stopped) -> bool:
    arn = record["training_job_arn"] or ""
    return record["job_id"] == stop.job and bool(stop.attempt) and arn.endswith(stop.attempt or "")


def _brief(record: Record) -> str:
    return f"{record['cause']}, {record['outcome']}, began {record['preemption_started_at']}"


def _said(value: Any) -> str:
    return "nothing" if value is None else str(value)
