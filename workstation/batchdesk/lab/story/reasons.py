"""Why things are as they are, in plain words: why a job waits, was stopped, can never start."""

from __future__ import annotations

from batchdesk.lab.story.facts import Stopped
from batchdesk.lab.story.sharing import Holding, free_to_borrow
from batchdesk.lab.story.words import asked, listed, nodes
from batchdesk.lab.story.world import Job, World

BLOCKS = {
    "SERVICE_ENVIRONMENT_MAX_RESOURCE": "the whole queue has {capacity}",
    "capacity limits.": "{share} may use {limit} and does not borrow",
    "capacity limits and borrow limits.": "{share} may use {limit} of its own and borrow {bound}",
    "exceeds all configured borrowable capacity.": (
        "{share} may use {limit} of its own, and the others together lend too few"
    ),
}


def why_stopped(world: World, stop: Stopped) -> str:
    """Who needed the nodes of a stopped job, and by what right."""
    job = world.jobs[stop.job]
    other = world.jobs.get(stop.for_job or "")
    if stop.cause == "in_share" and other:
        return (
            f"{other.name} of its own share has a higher priority "
            f"({other.priority}, this job has {job.priority})"
        )
    if stop.cause == "limit_lowered":
        return f"the limit of {job.share} was lowered{_for(other)}"
    if other:
        node = "its node" if sum(job.instances.values()) == 1 else "its nodes"
        return f"{other.share} needs {node} again, for {other.name}; {job.share} had borrowed it"
    return "nobody knows for whom"


def why_it_waits(world: World, job: Job) -> str:
    """Why a job that asks for nodes gets none now; exact for jobs of one type."""
    ahead = _ahead(world, job)
    if ahead:
        return f"{ahead.name} of its own share comes first"
    type_ = next(iter(job.instances))
    holdings = world.holdings(type_)
    mine = holdings[job.share]
    want = job.instances[type_]
    bound = _bound(world, job.share, type_)
    if mine.used + want <= mine.limit:
        return f"{job.share}'s own {_noun(want)} not free yet"
    if bound == 0:
        return f"{job.share} uses its own {nodes(mine.limit)} and does not borrow"
    if bound is not None and mine.used + want > mine.limit + bound:
        return f"{job.share} has borrowed all it may ({nodes(bound)})"
    return _nothing_to_borrow(holdings, job.share, want)


def why_never(world: World, job: Job) -> str:
    """Why a blocked job can never start, from Batch's own text."""
    text = job.blocked or ""
    pattern = next((words for part, words in BLOCKS.items() if part in text), "Batch says: {text}")
    type_ = next(iter(job.instances))
    limit = world.shares[job.share].limits.get(type_, 0)
    facts = {
        "text": text,
        "share": job.share,
        "limit": nodes(limit),
        "bound": nodes(_bound(world, job.share, type_) or 0),
        "capacity": nodes(world.capacity.get(type_, 0)),
    }
    return f"it asks for {asked(job.instances)}, {pattern.format(**facts)}"


def _nothing_to_borrow(holdings: dict[str, Holding], share: str, want: int) -> str:
    free = free_to_borrow(holdings)
    words = f"{share} may borrow, but {'no node is' if not free else f'only {free} are'} lent now"
    kept = [
        name for name, h in holdings.items() if name != share and not h.lends and h.used < h.limit
    ]
    if kept and free < want:
        lends = "does not lend" if len(kept) == 1 else "do not lend"
        words += f" ({listed(kept)} {lends})"
    return words


def _ahead(world: World, job: Job) -> Job | None:
    waiting = [
        other
        for other in world.jobs.values()
        if other.share == job.share and other.state == "RUNNABLE" and other.id != job.id
    ]
    first = [other for other in waiting if other.priority > job.priority]
    return max(first, key=lambda other: other.priority, default=None)


def _bound(world: World, share: str, type_: str) -> int | None:
    bounds = world.shares[share]
    if bounds.sharing != "lend_and_borrow":
        return 0
    if bounds.borrow_limit is None:
        return None
    return bounds.borrow_limit * bounds.limits.get(type_, 0) // 100


def _for(other: Job | None) -> str:
    return f", and {other.name} of {other.share} waits for it" if other else ""


def _noun(count: int) -> str:
    return "node is" if count == 1 else "nodes are"
