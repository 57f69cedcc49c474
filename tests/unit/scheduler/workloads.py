"""Random workloads for property tests: small enough to collide, of every kind of event."""

from __future__ import annotations

from hypothesis import strategies as st

from batchdesk.scheduler import Job, Share
from tests.unit.scheduler.player import Change, Work, Workload

KINDS = ("g", "p")
SHARINGS = ("reserve", "lend", "lend_and_borrow")
POLICY_KINDS = ("limit", "cap", "sharing")


@st.composite
def shares(draw: st.DrawFn, name: str, kinds: tuple[str, ...]) -> Share:
    sharing = draw(st.sampled_from(SHARINGS))
    limits = {kind: draw(st.integers(0, 5)) for kind in kinds}
    borrow_limit = draw(st.sampled_from((None, 0, 50, 100, 200)))
    return Share(
        name,
        {kind: limit for kind, limit in limits.items() if limit or draw(st.booleans())},
        sharing,  # type: ignore[arg-type]  # sampled_from widens the literals to str
        borrow_limit if sharing == "lend_and_borrow" else None,
        draw(st.booleans()),
    )


@st.composite
def works(draw: st.DrawFn, job_id: str, names: list[str], kinds: tuple[str, ...]) -> Work:
    wanted = draw(st.lists(st.sampled_from(kinds), min_size=1, unique=True))
    at = draw(st.integers(0, 60))
    job = Job(
        job_id,
        draw(st.sampled_from(names)),
        {kind: draw(st.integers(1, 4)) for kind in wanted},
        draw(st.integers(0, 3)),
        at,
        draw(st.sampled_from((None, None, 0, 1))),
    )
    dur, grace = draw(st.sampled_from((None, 5, 15, 40))), draw(st.sampled_from((20, 20, 5, 100)))
    return Work(job, at, dur, grace)


@st.composite
def changes(
    draw: st.DrawFn, jobs: list[str], names: list[str], kinds: tuple[str, ...], policy: bool
) -> Change:
    what = ("prio", "prio", "cancel", "retry", "no_machines", *(POLICY_KINDS if policy else ()))
    kind, at = draw(st.sampled_from(what)), draw(st.integers(0, 120))
    job, share = draw(st.sampled_from(jobs)), draw(st.sampled_from(names))
    if kind in ("cancel", "retry"):
        return at, kind, job
    if kind == "prio":
        return at, kind, job, draw(st.integers(0, 4))
    if kind == "no_machines":
        return at, kind, job, draw(st.sampled_from((5, 30, 100)))
    if kind == "limit":
        return at, kind, share, draw(st.sampled_from(kinds)), draw(st.integers(0, 5))
    if kind == "cap":
        return at, kind, draw(st.sampled_from(kinds)), draw(st.integers(0, 10))
    return at, kind, share, draw(st.sampled_from(SHARINGS)), draw(st.sampled_from((None, 100)))


@st.composite
def workloads(draw: st.DrawFn, policy: bool = True, exact: bool = False) -> Workload:
    """A history; policy: with changes of limits, capacity and sharing; exact: none overcommits."""
    kinds = draw(st.sampled_from((KINDS[:1], KINDS[:1], KINDS)))
    names = list("ABCD"[: draw(st.integers(1, 4))])
    team = tuple(draw(shares(name, kinds)) for name in names)
    capacity = {}
    for kind in kinds:
        limits = sum(share.limits.get(kind, 0) for share in team)
        capacity[kind] = max(0, limits + draw(st.integers(0 if exact else -3, 2)))
    jobs = [f"j{number:02}" for number in range(draw(st.integers(2, 12)))]
    return Workload(
        capacity,
        team,
        tuple(draw(works(job, names, kinds)) for job in jobs),
        tuple(draw(st.lists(changes(jobs, names, kinds, policy), max_size=6))),
    )
