"""Nobody is stopped in vain: victims without whom all promises still hold are let go."""

from __future__ import annotations

from batchdesk.scheduler.draft import Draft, Promised
from batchdesk.scheduler.entry import Entry
from batchdesk.scheduler.ordering import spare_key
from batchdesk.scheduler.words import Job


def spare_for(draft: Draft, job: Job, own: bool, picked: list[Entry]) -> list[Entry]:
    """Of the victims just picked for a job, keep those it needs."""
    for victim in sorted(picked, key=spare_key):
        draft.let_go(victim)
        if not draft.fits_settled(job) or (own and not draft.own(job)):
            draft.pick(victim)
    return [victim for victim in picked if victim.job.job_id in draft.victims]


def spare_all(draft: Draft) -> None:
    """At the end of a pass: later picks may have made earlier ones needless."""
    while _let_go_needless(draft):
        broken = [promised for promised in draft.promises.values() if not draft.keeps(promised)]
        if not broken:
            return
        draft.drop(broken[-1])


def _let_go_needless(draft: Draft) -> bool:
    """Let go every victim that no promise needs; tell whether there was one."""
    before = len(draft.victims)
    for victim in sorted(draft.victims.values(), key=spare_key):
        draft.let_go(victim)
        if _needed(draft, victim):
            draft.pick(victim)
    return len(draft.victims) < before


def _needed(draft: Draft, victim: Entry) -> bool:
    """Whether a promise breaks now that the victim is let go.

    Promises of its own share count only if it is stopped for one of them: for another share's
    sake no job is stopped that only its own share would miss.
    """
    share = victim.job.share
    in_share = draft.picked_for[victim.job.job_id].share == share
    for kind in victim.job.instances:
        asked = sum(n for (name, key), n in draft.asked.items() if key == kind)
        asked_here = draft.asked[share, kind]
        if (asked if in_share else asked - asked_here) and not draft.sound(kind):
            return True
        if in_share and asked_here and not draft.in_bounds(share, kind, draft.owning[share] > 0):
            return True
    return False


def first_broken(draft: Draft, victim: Entry) -> Promised | None:
    """The first promise that breaks without a victim."""
    draft.let_go(victim)
    promises = draft.promises.values()
    broken = next((promised for promised in promises if not draft.keeps(promised)), None)
    draft.pick(victim)
    return broken
