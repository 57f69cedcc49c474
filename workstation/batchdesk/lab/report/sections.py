"""The parts of the page, each from plain data to HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from batchdesk.lab.report import told
from batchdesk.lab.report.axes import Mark
from batchdesk.lab.report.markup import facts as named
from batchdesk.lab.report.markup import table, text
from batchdesk.lab.scenario.judge import Check
from batchdesk.lab.story.ending import cause_of, outcome_of, ran, stopped_for, time_of
from batchdesk.lab.story.facts import Blocked, Fact, Moved, Stopped, Submitted
from batchdesk.lab.story.reasons import why_never
from batchdesk.lab.story.sentences import Line
from batchdesk.lab.story.totals import Total, added_up
from batchdesk.lab.story.words import asked, clock, node_hours
from batchdesk.lab.story.world import World

Record = Mapping[str, Any]


def verdict(checks: Sequence[Check]) -> str:
    """Whether the run came out as expected, and if not, what differs."""
    wrong = [check for check in checks if check.differs]
    if not checks:
        return "The scenario expects nothing."
    if not wrong:
        return f"Came out as expected: all {len(checks)} expectations hold."
    items = "".join(f"<li>{text(c.what)}: {text(c.differs)}</li>" for c in wrong)
    return f"{len(wrong)} of {len(checks)} expectations differ:<ul>{items}</ul>"


def tiles(facts: Sequence[Fact], totals: Mapping[str, Total]) -> str:
    """The run in four numbers."""
    whole = added_up(totals.values())
    last = {fact.job: fact.after for fact in facts if isinstance(fact, Moved)}
    jobs = sum(isinstance(fact, Submitted) for fact in facts)
    done = sum(state == "SUCCEEDED" for state in last.values())
    stops = sum(isinstance(fact, Stopped) for fact in facts)
    numbers = (
        (f"{done} of {jobs}", "jobs ran to their end"),
        (str(stops), "stop" if stops == 1 else "stops"),
        (_hours(whole.borrowed), "node-hours borrowed"),
        (_hours(whole.cut_short), "node-hours cut short"),
    )
    return "".join(f"<li><b>{text(n)}</b><span>{text(what)}</span></li>" for n, what in numbers)


def use_in_words(totals: Mapping[str, Total]) -> str:
    """The figure of use for those who cannot see it."""
    parts = [
        f"{name}: {_hours(total.own)} own, {_hours(total.borrowed)} borrowed, "
        f"{_hours(total.lent)} lent, {_hours(total.idle)} idle"
        for name, total in totals.items()
    ]
    return f"Use of each share over time, in node-hours. {'; '.join(parts)}."


def stops_title(count: int) -> str:
    """The heading over the stops."""
    return {0: "No stops", 1: "The stop, explained"}.get(count, f"The {count} stops, explained")


def stop_cards(marks: Sequence[Mark], facts: Sequence[Fact], records: Sequence[Record]) -> str:
    """One card for each stop, from the ledger's own record of it."""
    stops = [fact for fact in facts if isinstance(fact, Stopped)]
    names = {fact.job: fact.name for fact in facts if isinstance(fact, Submitted)}
    cards = [
        _card(mark.number, _record_of(stop, records), names.get(stop.job, stop.job))
        for mark, stop in zip(marks, stops, strict=True)
    ]
    return "".join(cards) or '<p class="hint">Nobody had to make room.</p>'


def blocked(facts: Sequence[Fact]) -> str:
    """A section for jobs that could never start; nothing where there are none."""
    cards = "".join(_blocked_cards(facts))
    if not cards:
        return ""
    return (
        '<section aria-labelledby="blocked-title"><h2 id="blocked-title">Could never start</h2>'
        f'<div class="cards">{cards}</div></section>'
    )


def figures(totals: Mapping[str, Total]) -> str:
    """Node-hours by share."""
    heads = ("share", "own", "borrowed", "lent", "idle", "stops", "cut short")
    rows = [_figures_row(name, total) for name, total in totals.items()]
    rows.append(_figures_row("all", added_up(totals.values())))
    return table("Node-hours by share", heads, rows, numbers=heads[1:])


def ledger(records: Sequence[Record]) -> str:
    """The ledger, oldest first."""
    heads = ("job", "time", "owner", "share", "ran", "why", "for", "then", "running again")
    rows = [
        (
            str(record["job_name"] or "not known"),
            time_of(record),
            str(record["owner"] or "-"),
            str(record["share"] or "?"),
            ran(record),
            cause_of(record),
            stopped_for(record),
            outcome_of(record),
            told.hour(record["restarted_at"]) if record["restarted_at"] else "-",
        )
        for record in reversed(records)
    ]
    return table("Stops as record_preemption wrote them down", heads, rows, numbers=("ran",))


def story(lines: Sequence[Line]) -> str:
    """The story as a list."""
    return "".join(
        f'<li class="say">{text(line.text)}</li>'
        if line.kind == "say"
        else f'<li class="{text(line.kind)}"><time>{clock(line.at)}</time>'
        f"<span>{text(line.text)}</span></li>"
        for line in lines
    )


def checks(found: Sequence[Check]) -> str:
    """All expectations, those that differ with what came instead."""
    return "".join(
        f'<li class="differs">{text(check.what)}: {text(check.differs)}</li>'
        if check.differs
        else f"<li>{text(check.what)}</li>"
        for check in found
    )


def _card(number: int, record: Record | None, name: str) -> str:
    if record is None:
        return _framed(
            number, name, "was stopped", "The ledger has no record of this stop.", "", ""
        )
    body = named(
        (
            ("Why", told.why(record)),
            ("Ran", told.ran(record)),
            ("Now", told.what_next(record)),
            ("You", told.to_do(record)),
        )
    )
    said = record["reason"]
    batch = f'<p class="batch">Batch says: {text(said)}</p>' if said else ""
    return _framed(number, name, told.fate(record), told.about(record), body, batch)


def _framed(number: int | str, name: str, fate: str, who: str, body: str, batch: str) -> str:
    badge = f'<span class="number">{text(number)}</span>' if number else ""
    return (
        f'<article class="card"><header>{badge}<div><h3>{text(name)} {text(fate)}</h3>'
        f'<p class="who">{text(who)}</p></div></header>{body}{batch}</article>'
    )


def _blocked_cards(facts: Sequence[Fact]) -> Iterator[str]:
    world = World()
    for fact in facts:
        world.take(fact)
        if isinstance(fact, Blocked) and (job := world.jobs.get(fact.job)):
            why = why_never(world, job)
            owner = job.owner or "owner not known"
            body = named(
                (
                    ("Why", f"{why[0].upper()}{why[1:]}. That stays so however long it waits."),
                    ("Now", _what_became_of(fact, facts)),
                )
            )
            batch = f'<p class="batch">Batch says: {text(fact.reason)}</p>'
            who = (
                f"{owner} · share {job.share} · {asked(job.instances)} · since {clock(fact.at)[:5]}"
            )
            yield _framed("", job.name, "could never start", who, body, batch)


def _what_became_of(block: Blocked, facts: Sequence[Fact]) -> str:
    moves = (f for f in facts if isinstance(f, Moved) and f.job == block.job and f.at >= block.at)
    for move in moves:
        if move.after == "FAILED":
            return f"Ended at {clock(move.at)[:5]}: {move.reason or 'no reason given'}."
        if move.after == "SCHEDULED":
            return f"It could start after all at {clock(move.at)[:5]}: the limits had changed."
    return "Still first in its share's queue; the jobs behind it wait too."


def _record_of(stop: Stopped, records: Sequence[Record]) -> Record | None:
    of_job = (record for record in records if record["job_id"] == stop.job)
    named_so = (
        r for r in of_job if stop.attempt and (r["training_job_arn"] or "").endswith(stop.attempt)
    )
    return next(named_so, None)


def _figures_row(name: str, total: Total) -> tuple[str, ...]:
    parts = (total.own, total.borrowed, total.lent, total.idle)
    return (name, *map(node_hours, parts), str(total.stops), node_hours(total.cut_short))


def _hours(amount: Any) -> str:
    return node_hours(amount) if amount else "0"
