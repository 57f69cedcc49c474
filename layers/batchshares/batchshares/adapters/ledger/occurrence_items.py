"""Occurrences as items: the facts as maps, and beside them what the indexes need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from batchshares.adapters.ledger.expressions import Update
from batchshares.adapters.ledger.keys import (
    OCCURRENCE,
    due_entry,
    job_id_of,
    occurrence_key,
    occurrence_places,
)
from batchshares.adapters.ledger.wire import Item, from_map, to_map
from batchshares.domain.entries import Debt, Entry
from batchshares.domain.facts import (
    Closed,
    Completed,
    Enriched,
    Fact,
    Listed,
    Preemptor,
    RunningAgain,
    Started,
)
from batchshares.domain.job_view import Attempt
from batchshares.domain.moments import epoch_seconds, parse
from batchshares.domain.occurrence import Occurrence, provisional_name

# What was parted is looked at once the events still on their way should have come.
_PARTED_RESTS = timedelta(minutes=5)
_NAMES: dict[type[Any], str] = {
    Started: "started",
    Completed: "completed",
    Listed: "listed",
    Closed: "closed",
    RunningAgain: "running_again",
    Enriched: "enriched",
}


def name_of(fact: Fact) -> str:
    """Return the attribute a fact is kept under."""
    return _NAMES[type(fact)]


def occurrence_of(item: Mapping[str, Any]) -> Occurrence:
    """Return the occurrence an item holds."""
    return Occurrence(
        job_id=job_id_of(item["pk"]),
        name=item["sk"].removeprefix(OCCURRENCE),
        job_arn=item.get("job_arn"),
        at=parse(item["at"]),
        first_seen_at=parse(item["first_seen_at"]),
        last_changed_at=parse(item["last_changed_at"]),
        started=_fact(Started, item),
        completed=_fact(Completed, item, attempt=Attempt),
        listed=_fact(Listed, item, attempt=Attempt),
        closed=_fact(Closed, item),
        running_again=_fact(RunningAgain, item),
        enriched=_fact(Enriched, item, preemptor=Preemptor),
        story=item.get("story", 0),
        told=item.get("told"),
    )


def _fact(kind: type[Any], item: Mapping[str, Any], **nested: type[Any]) -> Any:
    raw = item.get(_NAMES[kind])
    return from_map(kind, raw, **nested) if raw is not None else None


def fact_update(entry: Entry, now: datetime, keep: timedelta | None) -> Update:
    """Return the one update that writes an entry, if its fact is not there yet."""
    name = name_of(entry.fact)
    update = first_sight(Update(occurrence_key(entry.job_id, entry.name)), entry, now, keep)
    update.put({name: to_map(entry.fact), "last_changed_at": now}).add("story", 1)
    update.put_once({name_of(fact): to_map(fact) for fact in entry.beside})
    for fact in (entry.fact, *entry.beside):
        if isinstance(fact, Enriched):
            update.put_once(_places(entry, fact))
    if entry.owes:
        _owe(update, entry.owes, entry.job_id)
    return update.only_if(f"attribute_not_exists(#{name})")


def first_sight(update: Update, entry: Entry, now: datetime, keep: timedelta | None) -> Update:
    """Add what is fixed when the ledger first hears of an occurrence."""
    places = occurrence_places(entry.job_id, entry.name, entry.at, None, None, None)
    return update.put_once(
        {
            "job_arn": entry.job_arn,
            "at": entry.at,
            "first_seen_at": now,
            "ttl": epoch_seconds(entry.at + keep) if keep else None,
            **places,
        }
    )


def merged_update(
    source: Occurrence,
    target: Occurrence,
    owes: Debt | None,
    now: datetime,
    keep: timedelta | None,
) -> Update:
    """Return the update that gives the target all facts of the source, and what was told."""
    update = Update(occurrence_key(target.job_id, target.name))
    for fact in facts_of(source):
        update.put_once({name_of(fact): to_map(_moved(fact, source, target))})
    first = min(source.first_seen_at, target.first_seen_at)
    update.put({"first_seen_at": first, "last_changed_at": now}).add("story", source.story)
    update.put_once({"job_arn": source.job_arn or target.job_arn, "at": target.at})
    update.put_once(_places_of(source, target))
    update.put_once({"told": source.told, "ttl": epoch_seconds(target.at + keep) if keep else None})
    if owes:
        _owe(update, owes, target.job_id)
    if source.started and target.started is None:
        update.only_if("attribute_not_exists(#started)")
    if source.completed and target.completed is None:
        update.only_if("attribute_not_exists(#completed)")
    return update


def _moved(fact: Fact, source: Occurrence, target: Occurrence) -> Fact:
    """A start that joins an end by time says so; one that Batch placed does not."""
    if isinstance(fact, Started) and source.is_provisional and target.over_at:
        return replace(fact, by_time=True)
    return fact


def parted(stop: Occurrence, now: datetime, keep: timedelta | None) -> tuple[Update, Update]:
    """Return the two updates that part a start from an end it was merged with by time.

    A named stop gives its start away, a provisional one its end: the name stays true. What
    the pair knew of the job, and owed, stays with the name: the other part, and a start that
    has lost its end, owe it anew.
    """
    fact: Fact | None = stop.completed if stop.is_provisional else stop.started
    if not isinstance(fact, Completed | Started):
        raise ValueError(f"{stop.name} holds no pair")
    alone = replace(fact, by_time=False) if isinstance(fact, Started) else fact
    debt = Debt("ENRICH", now + _PARTED_RESTS, keep=True)
    entry = Entry(stop.job_id, provisional_name(fact.at), stop.job_arn, fact.at, alone, owes=debt)
    return fact_update(entry, now, keep), _rest(stop, fact, now, debt)


def _rest(stop: Occurrence, fact: Fact, now: datetime, debt: Debt) -> Update:
    """Take the fact away; the story moves, so that whoever read the pair writes nothing."""
    rest = Update(occurrence_key(stop.job_id, stop.name)).remove(name_of(fact))
    rest.put({"last_changed_at": now}).add("story", 1)
    if stop.is_provisional:
        _owe(rest, debt, stop.job_id)
    return rest.only_if("#story = :story", story=stop.story)


def facts_of(stop: Occurrence) -> list[Fact]:
    """Return the facts of an occurrence."""
    found: list[Fact | None] = [
        stop.started,
        stop.completed,
        stop.listed,
        stop.closed,
        stop.running_again,
        stop.enriched,
    ]
    return [fact for fact in found if fact is not None]


def _places(entry: Entry, known: Enriched) -> Item:
    """Only share and team: the day is fixed at first sight."""
    places = occurrence_places(
        entry.job_id, entry.name, entry.at, known.queue, known.share, known.team
    )
    return {name: key for name, key in places.items() if not name.startswith("by_day")}


def _places_of(source: Occurrence, target: Occurrence) -> Item:
    known = target.enriched or source.enriched
    return {
        **occurrence_places(
            target.job_id,
            target.name,
            target.at,
            known.queue if known else None,
            known.share if known else None,
            known.team if known else None,
        )
    }


def _owe(update: Update, debt: Debt, job_id: str) -> None:
    owed = {"owes_work": debt.work, "owes_work_sk": due_entry(debt.due, job_id)}
    update.put_once(owed) if debt.keep else update.put(owed)
