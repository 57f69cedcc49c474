"""Random workloads for property tests: crowded, so that jobs collide, of every kind of event."""

from __future__ import annotations

from hypothesis import strategies as st

from batchdesk.scheduler import Job, Share, Sharing
from tests.unit.scheduler.player import Change, Work, Workload

KINDS = ("g", "p")
SHARINGS: tuple[Sharing, ...] = ("lend_and_borrow", "lend", "reserve")
POLICY_KINDS = ("limit", "cap", "sharing")
WHAT = ("prio", "prio", "cancel", "retry", "no_machines")
EARLY, LATE = (0, 1), (5, 6, 10, 15, 25, 26, 40, 60)


@st.composite
def shares(draw: st.DrawFn, name: str, kinds: tuple[str, ...]) -> Share:
    """Most have a limit; A borrows without bound."""
    sharing = "lend_and_borrow" if name == "A" else draw(st.sampled_from(SHARINGS))
    limits = {kind: draw(st.sampled_from((2, 1, 3, 4, 2, 0))) for kind in kinds}
    borrow_limit = None if name == "A" else draw(st.sampled_from((None, 200, 100, 50, 0)))
    return Share(
        name,
        {kind: limit for kind, limit in limits.items() if limit or name == "A"},
        sharing,
        borrow_limit if sharing == "lend_and_borrow" else None,
        draw(st.booleans()),
    )


@st.composite
def works(draw: st.DrawFn, job_id: str, names: list[str], kinds: tuple[str, ...]) -> Work:
    """One half comes early, small, mostly to A, and fills what there is; the other comes late."""
    early = draw(st.booleans())
    at = draw(st.sampled_from(EARLY if early else LATE))
    share = draw(st.sampled_from([*names, "A", "A", "A"] if early else names))
    wanted = draw(st.sampled_from(((kinds[0],), (kinds[-1],), kinds)))
    needs = {kind: draw(st.sampled_from((1, 2) if early else (1, 2, 3, 4))) for kind in wanted}
    retries = draw(st.sampled_from((None, None, 0, 1)))
    job = Job(job_id, share, needs, draw(st.integers(0, 3)), at, retries)
    dur = draw(st.sampled_from((None, None, None, 30) if early else (None, 7, 40)))
    return Work(job, at, dur, draw(st.sampled_from((20, 20, 5, 100))))


@st.composite
def changes(
    draw: st.DrawFn, jobs: list[str], names: list[str], kinds: tuple[str, ...], policy: bool
) -> Change:
    kind = draw(st.sampled_from((*WHAT, *(POLICY_KINDS if policy else ()))))
    at, job = draw(st.sampled_from(LATE)) + 1, draw(st.sampled_from(jobs))
    share = draw(st.sampled_from(names))
    if kind in ("cancel", "retry"):
        return at, kind, job
    if kind == "prio":
        return at, kind, job, draw(st.integers(0, 4))
    if kind == "no_machines":
        return at, kind, job, draw(st.sampled_from((5, 30, 100)))
    if kind == "limit":
        return at, kind, share, draw(st.sampled_from(kinds)), draw(st.integers(0, 4))
    if kind == "cap":
        return at, kind, draw(st.sampled_from(kinds)), draw(st.integers(0, 10))
    return at, kind, share, draw(st.sampled_from(SHARINGS)), draw(st.sampled_from((None, 100)))


@st.composite
def workloads(draw: st.DrawFn, policy: bool = True, exact: bool = False) -> Workload:
    """A history; policy: with changes of limits, capacity and sharing; exact: none overcommits."""
    kinds = draw(st.sampled_from((KINDS[:1], KINDS[:1], KINDS)))
    names = list("ABCD"[: draw(st.sampled_from((3, 2, 4)))])
    team = tuple(draw(shares(name, kinds)) for name in names)
    capacity = {}
    for kind in kinds:
        limits = sum(share.limits.get(kind, 0) for share in team)
        more = draw(st.sampled_from((0, 0, 1) if exact else (0, 0, 1, -1, -2)))
        capacity[kind] = max(0, limits + more)
    jobs = [f"j{number:02}" for number in range(draw(st.integers(9, 15)))]
    return Workload(
        capacity,
        team,
        tuple(draw(works(job, names, kinds)) for job in jobs),
        tuple(draw(st.lists(changes(jobs, names, kinds, policy), max_size=5))),
    )
