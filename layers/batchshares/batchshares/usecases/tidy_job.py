"""Merging the provisional stops of a job, and noting restarts that came before their stop."""

from __future__ import annotations

from batchshares.domain.entries import Story
from batchshares.domain.tidy import order_for, restarts
from batchshares.usecases.desk import Desk


def tidy_job(desk: Desk, job_id: str) -> Story:
    """Read the job's items, bring together what belongs together, and return them as read last.

    One query; another only where an earlier pair had to be parted. LedgerMovedError if
    another worker was faster: the message comes again.
    """
    story = desk.ledger.story(job_id)
    while True:
        order = order_for(story.stops)
        for merge in order.merge:
            desk.ledger.merge(merge.source, merge.target, desk.clock.now())
            whole = merge.target.with_facts_of(merge.source)
            desk.told_completed(whole, [merge.source, merge.target])
        if not order.part:
            break
        for stop in order.part:
            desk.ledger.part(stop, desk.clock.now())
        story = desk.ledger.story(job_id)
    gone = {merge.source.name for merge in order.merge}
    kept = tuple(stop for stop in story.stops if stop.name not in gone)
    for stop, at in restarts(kept, story.runs):
        desk.ledger.restarted(stop.job_id, stop.name, at, desk.clock.now())
    return Story(job_id, story.job, kept, story.runs)
