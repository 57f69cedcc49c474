"""The end of a run whose stop is over, with the times that Batch gives the attempt."""

from __future__ import annotations

from batchshares.domain.entries import Story
from batchshares.domain.job_view import Attempt
from batchshares.domain.occurrence import Occurrence
from batchshares.domain.run import RunOwner, preempted_run
from batchshares.usecases.desk import Desk


def end_run(desk: Desk, story: Story, stop: Occurrence, attempt: Attempt | None = None) -> None:
    """Write the exact end of the run that the stop ended, unless the story shows it.

    State changes cannot be relied on for it: one may be lost or late, and the documented
    ones do not say when the attempt stopped. `attempt` is what a description adds.
    """
    told = [one for one in (stop.attempt, attempt) if one]
    owner = _owner(story, stop)
    run = preempted_run(stop.job_id, told, story.runs)
    if run and owner:
        desk.ledger.write_run(run, owner)


def _owner(story: Story, stop: Occurrence) -> RunOwner | None:
    """None where nobody has said whose the job is: it may be of a queue that is not ours."""
    known, job = stop.enriched, story.job
    if known:
        return RunOwner(
            known.queue, known.share, known.team, known.job_name, known.instances, known.priority
        )
    if job:
        return RunOwner(job.queue, job.share, job.team, job.name, job.instances, job.priority)
    return None
