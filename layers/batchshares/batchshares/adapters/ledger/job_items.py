"""Jobs, runs and blocked jobs as items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from batchshares.adapters.ledger.expressions import Update
from batchshares.adapters.ledger.keys import (
    RUN,
    blocked_key,
    blocked_places,
    job_id_of,
    job_key,
    live_places,
    run_key,
    run_places,
)
from batchshares.adapters.ledger.wire import Item, from_map, to_map
from batchshares.domain.entries import Blocked
from batchshares.domain.job_state import JobState
from batchshares.domain.moments import epoch_seconds
from batchshares.domain.run import Run, RunOwner

JOB_KEPT = timedelta(days=90)
# Said once and for all, by whichever event says it first.
_FIXED = ("name", "queue", "share", "team", "created_at", "instances", "retries")
_FOUND = ("lineage_id", "owner")


def job_of(item: Mapping[str, Any]) -> JobState:
    """Return the job an item holds."""
    raw = {**item, "job_id": job_id_of(item["pk"]), "order": item.get("order", "")}
    return from_map(JobState, raw, run=Run)


def newest_update(job: JobState) -> Update:
    """Return the update of a state that is newer than the item's: the newest wins."""
    update = _fixed(Update(job_key(job.job_id)), job)
    update.put({"status": job.status, "at": job.at, "order": job.order, "priority": job.priority})
    update.put_once({"base": job.base, "base_at": job.base_at})
    update.put({"run": to_map(job.run) if job.run else None, "blocked": job.blocked})
    if job.blocked is None:
        update.remove("blocked")
    if job.is_terminal and job.at:
        update.remove("by_share_pk", "by_share_sk")
        update.put({"ttl": epoch_seconds(job.at + JOB_KEPT)})
    else:
        update.remove("ttl").put(live_places(job.job_id, job.queue, job.share, job.created_at))
    return update.only_if("attribute_not_exists(#order) OR #order < :order", order=job.order)


def older_update(job: JobState, known: JobState) -> Update | None:
    """Return what an older event still adds to the item, None if nothing.

    It may name what newer events left out, or a later run. And the earliest priority seen
    is what the owner asked for, unless Batchdesk has set one since.
    """
    told = {name: getattr(job, name) for name in (*_FIXED, "priority")}
    adds = any(told[name] is not None and getattr(known, name) is None for name in told)
    earlier = _is_earlier(job, known)
    run = job.run if _is_later_run(job.run, known.run) else None
    if not (adds or earlier or run):
        return None
    update = _fixed(Update(job_key(job.job_id)), job).put_once({"priority": job.priority})
    if run:
        update.put({"run": to_map(run)})
    if earlier:
        update.put({"base": job.base, "base_at": job.base_at})
        update.only_if("attribute_not_exists(#applied)")
        update.only_if("attribute_not_exists(#base_at) OR #base_at > :at", at=job.base_at)
    return update


def _is_earlier(job: JobState, known: JobState) -> bool:
    if job.base_at is None:
        return False
    return known.base_at is None or job.base_at < known.base_at


def _is_later_run(run: Run | None, known: Run | None) -> bool:
    if run is None or run.started_at is None:
        return False
    return known is None or known.started_at is None or known.started_at < run.started_at


def described_update(job: JobState, known: JobState | None) -> Update:
    """Return what a description adds to the item, whatever its state.

    Among the living it is listed only while its state is still the one `known`: the job may
    have ended meanwhile. Without `known` the listing is left as it is.
    """
    update = _fixed(Update(job_key(job.job_id)), job)
    update.put_once({name: getattr(job, name) for name in (*_FOUND, "priority")})
    update.put_once({"base": job.base, "base_at": job.base_at})
    return update if known is None or known.is_terminal else _listed(update, job, known)


def _listed(update: Update, job: JobState, known: JobState) -> Update:
    whole = replace(known, **{name: getattr(known, name) or getattr(job, name) for name in _FIXED})
    places = live_places(job.job_id, whole.queue, whole.share, whole.created_at)
    if not places:
        return update
    update.put_once(places)
    if known.order:
        return update.only_if("#order = :order", order=known.order)
    return update.only_if("attribute_not_exists(#order)")


def _fixed(update: Update, job: JobState) -> Update:
    return update.put_once({name: getattr(job, name) for name in _FIXED})


def run_of_item(item: Mapping[str, Any]) -> Run:
    """Return the run an item holds."""
    name = item["sk"].removeprefix(RUN)
    return from_map(Run, {**item, "job_id": job_id_of(item["pk"]), "name": name})


def run_update(run: Run, owner: RunOwner, keep: timedelta | None) -> Update:
    """Return the update that writes a run's begin, or its end, once.

    An end whose time Batch gave replaces one that was only seen.
    """
    update = Update(run_key(run.job_id, run.name))
    update.put_once({"started_at": run.started_at, **to_map(owner)})
    if run.ended_at is None:
        return update.only_if("attribute_not_exists(#started_at)")
    update.put({"ended_at": run.ended_at, "ending": run.ending, "exact": run.exact})
    update.put(dict(run_places(run.job_id, run.name, run.ended_at)))
    update.put_once({"ttl": epoch_seconds(run.ended_at + keep) if keep else None})
    open_end = "attribute_not_exists(#ended_at)"
    if run.exact:
        return update.only_if(f"{open_end} OR #exact = :no", no=False)
    return update.only_if(open_end)


def named_update(code: str, job: JobState) -> Update:
    """Return the update that says whose job it is on a blocked row that was written bare."""
    update = Update(blocked_key(job.job_id, code)).only_if("attribute_exists(#at)")
    told = {"job_name": job.name, "queue": job.queue, "share": job.share, "team": job.team}
    return update.put_once(told)


def blocked_update(blocked: Blocked, keep: timedelta | None) -> Update:
    """Return the update that writes a blocked job; the earliest sight stays."""
    update = Update(blocked_key(blocked.job_id, blocked.code))
    known: Item = {
        name: value for name, value in to_map(blocked).items() if name not in ("job_id", "code")
    }
    update.put(known)
    update.put(dict(blocked_places(blocked.job_id, blocked.code, blocked.at)))
    update.put({"ttl": epoch_seconds(blocked.at + keep) if keep else None})
    return update.only_if("attribute_not_exists(#at) OR #at > :at", at=blocked.at)
