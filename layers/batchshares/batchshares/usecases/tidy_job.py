"""Merging the provisional stops of a job, and noting restarts that came before their stop."""

from __future__ import annotations

from batchshares.domain.entries import Story
from batchshares.domain.tidy import merges, restarts
from batchshares.usecases.desk import Desk


def tidy_job(desk: Desk, job_id: str) -> Story:
    """Read the job's items once and bring together what belongs together.

    LedgerMovedError if another worker was faster: the message comes again.
    """
    story = desk.ledger.story(job_id)
    tidy_story(desk, story)
    return story


def tidy_story(desk: Desk, story: Story) -> frozenset[str]:
    """Do the same with items already read; return the names that were merged away."""
    moved = merges(story.stops)
    for merge in moved:
        desk.ledger.merge(merge.source, merge.target, desk.clock.now())
    gone = frozenset(merge.source.name for merge in moved)
    kept = [stop for stop in story.stops if stop.name not in gone]
    for stop, at in restarts(kept, story.runs):
        desk.ledger.restarted(stop.job_id, stop.name, at, desk.clock.now())
    return gone
