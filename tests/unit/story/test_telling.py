from __future__ import annotations

import io
from itertools import groupby

import pytest
from rich.console import Console

from batchdesk.lab.story.choice import teller_for
from batchdesk.lab.story.chronicle import Chronicle
from batchdesk.lab.story.columns import table
from batchdesk.lab.story.ending import figures_table, ledger_table
from batchdesk.lab.story.live import LiveTeller, board
from batchdesk.lab.story.teller import PlainTeller, SilentTeller
from batchdesk.lab.story.words import moment, node_hours, ordinal, span, times
from tests.support.tapes import GPU, MINUTE, a_whole_run, at, its_records, record


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def play(chronicle: Chronicle, until: float = 999) -> Chronicle:
    facts = [fact for fact in a_whole_run() if fact.at <= at(until)]
    for when, instant in groupby(facts, key=lambda fact: fact.at):
        chronicle.watch(list(instant), moment(when))
    return chronicle


def test_the_plain_story_fits_80_columns_and_has_no_colour() -> None:
    out = io.StringIO()

    play(Chronicle(PlainTeller(out)))

    assert max(map(len, out.getvalue().splitlines())) <= 80
    assert "\x1b" not in out.getvalue()


def test_each_line_begins_with_its_lab_time_and_goes_on_indented() -> None:
    out = io.StringIO()

    play(Chronicle(PlainTeller(out)))

    lines = [line for line in out.getvalue().splitlines() if "stopped after 20 min" in line]
    assert lines[0].startswith("09:20:01  ligand-screen is stopped")
    after = out.getvalue().split(lines[0])[1].splitlines()[1]
    assert after.startswith(" " * 10 + "for ranker-nightly")


def test_a_pipe_gets_plain_lines_and_a_terminal_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = teller_for(Terminal())
    terminal.close()

    assert isinstance(terminal, LiveTeller)
    assert isinstance(teller_for(io.StringIO()), PlainTeller)


def test_no_color_turns_the_table_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    assert isinstance(teller_for(Terminal()), PlainTeller)


def test_the_live_teller_prints_every_line_and_takes_its_table_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = Terminal()
    teller = LiveTeller(out)

    chronicle = play(Chronicle(teller))
    teller.close()
    teller.write(["the last word"])

    assert "ligand-screen is stopped" in out.getvalue()
    assert out.getvalue().rstrip().endswith("the last word")
    assert len(chronicle.lines) > 20


def test_the_table_shows_own_lent_borrowed_and_idle_and_fits_80_columns() -> None:
    world = play(Chronicle(SilentTeller()), until=75.1).world
    console = Console(width=80, file=io.StringIO(), record=True)

    console.print(board(world, at(75.1)))
    rows = {line.split()[0]: line.split() for line in console.export_text().splitlines() if line}

    assert rows["research"][1:7] == ["1", "1", "1", "-", "-", "3"]
    assert rows["product"][1:7] == ["1", "-", "-", "1", "-", "-"]
    assert rows["safety"][1:7] == ["1", "-", "-", "-", "1", "-"]
    assert ["stops", "quick-eval"] in [row[-2:] for row in rows.values()]


def test_a_silent_teller_keeps_the_story_all_the_same() -> None:
    assert play(Chronicle(SilentTeller())).lines


def test_node_hours_add_up_to_the_capacity_of_the_whole_run() -> None:
    chronicle = play(Chronicle(SilentTeller()))
    own, lent, borrowed, idle = (
        sum(getattr(total, part) for total in chronicle.totals.values())
        for part in ("own", "lent", "borrowed", "idle")
    )

    assert own + lent + idle == 3 * (chronicle.end - chronicle.begin)
    assert lent == borrowed


def test_what_was_cut_short_is_the_run_time_of_the_stopped_runs() -> None:
    research = play(Chronicle(SilentTeller())).totals["research"]

    assert research.stops == 3
    assert research.cut_short == pytest.approx((1205 + 2104 + 1170) * 1000, abs=90_000)


def test_the_ledger_is_told_oldest_first_with_why_and_for_whom() -> None:
    lines = ledger_table(its_records())

    assert lines[0] == "LEDGER  3 stops"
    assert " ".join(lines[2].split()) == "09:20 ligand-screen omar research 20 min back in queue"
    assert lines[3].strip() == "owner came back, most likely for ranker-nightly of product"
    assert lines[7].strip() == "owner came back, most likely for ranker-hotfix of product"


def test_what_the_ledger_does_not_know_is_not_made_up() -> None:
    bare = record(
        "fold",
        job_name=None,
        owner=None,
        share=None,
        cause="unknown",
        run_seconds=None,
        preemptor=None,
        preemption_started_at=None,
        stopped_at=None,
        completed_at=None,
    )

    row, why = ledger_table([bare])[2:]

    assert row.split() == ["?", "?", "-", "?", "?", "back", "in", "queue"]
    assert why.strip() == "not known, for whom is not known"


def test_an_empty_ledger_says_so() -> None:
    assert ledger_table([]) == ["LEDGER  no stops"]


def test_the_figures_fit_80_columns_and_end_with_the_sum() -> None:
    lines = figures_table(play(Chronicle(SilentTeller())).totals)

    assert max(map(len, lines)) <= 80
    assert lines[5].split() == ["all", "4.1", "1.9", "1.9", "5.0", "3", "1.2"]


def test_the_widest_column_gives_way() -> None:
    lines = table(("JOB", "WHY"), [("j" * 90, "short")])

    assert len(lines[1]) == 80
    assert "…  short" in lines[1]


def test_amounts_are_said_as_people_say_them() -> None:
    assert [span(ms) for ms in (45_000, 1_182_000, 3_582_000, 130 * MINUTE)] == [
        "45 s",
        "20 min",
        "1 h 00 min",
        "2 h 10 min",
    ]
    assert [ordinal(n) for n in (1, 2, 3, 11, 21)] == ["1st", "2nd", "3rd", "11th", "21st"]
    assert [times(n) for n in (1, 2, 3)] == ["once", "twice", "3 times"]
    assert node_hours(90 * MINUTE) == "1.5"
    assert GPU
