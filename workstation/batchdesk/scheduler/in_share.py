"""In-share preemption: a job takes the room of strictly lower ones of its own share.

Documented: User Guide, preemption (inSharePreemption). Assumed: strictly lower, lowest first.
"""

from __future__ import annotations

from batchdesk.scheduler.draft import Draft
from batchdesk.scheduler.entry import Entry
from batchdesk.scheduler.ordering import stop_key
from batchdesk.scheduler.reclaim import reclaim
from batchdesk.scheduler.words import Job


def lower(draft: Draft, job: Job) -> list[Entry]:
    """The running jobs of its share with a strictly lower priority and a type it asks for."""
    return [
        entry
        for entry in draft.candidates(job.share)
        if entry.job.priority < job.priority
        and any(kind in entry.job.instances for kind in job.instances)
    ]


def own_but_for_lower(draft: Draft, job: Job) -> bool:
    """Whether a job would be within its limits, were the lower ones of its share gone."""
    below = lower(draft, job)
    return all(
        draft.settled.used(job.share, kind)
        - sum(entry.job.instances.get(kind, 0) for entry in below)
        + count
        <= draft.terms.limit(job.share, kind)
        for kind, count in job.instances.items()
    )


def displace(draft: Draft, job: Job) -> tuple[list[Entry], bool] | None:
    """Pick lower jobs until `job` fits, or is own and reclaim serves the rest; all or none.

    Also tells whether others were stopped for it, so that it must stay within its limits.
    """
    picked: list[Entry] = []
    for victim in sorted(lower(draft, job), key=stop_key):
        draft.pick(victim)
        picked.append(victim)
        if draft.fits_settled(job):
            return picked, False
        if draft.own(job) and (rest := reclaim(draft, job)) is not None:
            return picked + rest, True
    for entry in picked:
        draft.let_go(entry)
    return None
