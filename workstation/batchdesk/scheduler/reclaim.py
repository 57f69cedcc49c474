"""Cross-share preemption: an owner takes back what others use beyond their limits.

Documented: User Guide, preemption (borrowed capacity is restored to its share's own jobs).
Assumed: who is stopped (victim_heuristic), only for jobs within their own limits (reclaim_for),
and never more than is held in excess (overcommit_reclaim).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from batchdesk.scheduler.draft import Draft
from batchdesk.scheduler.entry import Entry
from batchdesk.scheduler.ordering import victim_key
from batchdesk.scheduler.words import Job


def reclaim(draft: Draft, job: Job) -> list[Entry] | None:
    """Pick running jobs of other shares until `job`, within its limits, fits; all or none."""
    picked: list[Entry] = []
    if any(n > draft.settled_bare.excess(kind) for kind, n in draft.short(job).items()):
        return None
    while short := draft.short(job):
        victims = _borrowers(draft, job, short)
        victim = min(victims, key=lambda entry: victim_key(entry, short), default=None)
        if victim is None:
            for entry in picked:
                draft.let_go(entry)
            return None
        draft.pick(victim)
        picked.append(victim)
    return picked


def _borrowers(draft: Draft, job: Job, short: Mapping[str, int]) -> Iterator[Entry]:
    """Jobs whose share, picked victims gone, is still above its limit in a type still short.

    Of jobs that ask for the same only the foremost: no other can be the next victim.
    """
    for share in draft.terms.shares:
        over = [kind for kind in short if draft.settled_bare.over(share, kind)]
        if share == job.share or not over:
            continue
        for entry in draft.foremost(share):
            if any(kind in entry.job.instances for kind in over):
                yield entry
