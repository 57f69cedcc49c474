"""The small parts of the emulator: agenda, pages, ids, machines, names, history, settings."""

from __future__ import annotations

import json
import uuid
from functools import partial

import pytest

from batchdesk.emulator import EmulatorSettingError, EmulatorSwitches, Entry, History, JobTimes
from batchdesk.emulator.arns import Place
from batchdesk.emulator.attempts import TrainingRefusedError, training_name
from batchdesk.emulator.errors import ClientException
from batchdesk.emulator.ids import Ids
from batchdesk.emulator.machines import Machines
from batchdesk.emulator.paging import page
from batchdesk.emulator.timers import Timers

HERE, THERE = Place("1", "us-west-2"), Place("2", "us-west-2")
SUFFIX = "0f3c5a7be19d24688ac0e2f4b6d81375"


def _ring(rung: list[str], name: str, _at: int) -> None:
    rung.append(name)


def test_timers_come_in_order_and_ties_as_they_were_set() -> None:
    timers, rung = Timers(), list[str]()
    for at, name in ((20, "b"), (10, "a"), (20, "c")):
        timers.schedule(at, partial(_ring, rung, name), owner=None)
    while (due := timers.next_due()) is not None:
        timer = timers.take(due)
        assert timer is not None
        timer.action(due)
    assert rung == ["a", "b", "c"]


def test_a_cancelled_timer_is_not_due() -> None:
    timers = Timers()
    timers.schedule(10, print, owner=None).cancel()
    assert timers.next_due() is None
    assert timers.take(10) is None


def test_only_the_timers_of_a_forgotten_owner_go() -> None:
    timers, one, other = Timers(), object(), object()
    timers.schedule(10, print, owner=one)
    timers.schedule(20, print, owner=other)
    timers.forget(one)
    assert timers.next_due() == 20


def test_pages_follow_each_other_without_gap_or_repeat() -> None:
    rows, seen, token = [f"job-{n:02d}" for n in range(25)], [], None
    while True:
        shown, token = page(rows, lambda row: (0, row), 10, token)
        seen += shown
        if token is None:
            break
    assert seen == rows


def test_a_row_that_disappears_between_pages_hides_no_other() -> None:
    shown, token = page(["a", "b", "c", "d"], lambda row: (0, row), 2, None)
    rest, _ = page(["a", "c", "d"], lambda row: (0, row), 2, token)
    assert shown + rest == ["a", "b", "c", "d"]


def test_the_last_full_page_has_no_token() -> None:
    assert page(["a", "b"], lambda row: (0, row), 2, None) == (["a", "b"], None)


@pytest.mark.parametrize("token", ["", "x", "bm90IGpzb24=", "WzFd", "eyJhIjogMX0=", "é"])
def test_a_strange_token_is_refused(token: str) -> None:
    with pytest.raises(ClientException, match="nextToken"):
        page(["a"], lambda row: (0, row), 2, token)


def test_seeded_ids_repeat_and_are_uuids_of_version_4() -> None:
    first, again, other = Ids(1), Ids(1), Ids(2)
    made = first.uuid(), first.attempt()
    assert made == (again.uuid(), again.attempt())
    assert made != (other.uuid(), other.attempt())
    assert uuid.UUID(made[0]).version == 4
    assert len(made[1]) == 32


def test_ids_without_a_seed_differ() -> None:
    assert Ids().uuid() != Ids().uuid()


def test_machines_are_short_where_and_until_when_it_was_said() -> None:
    machines = Machines()
    machines.run_out("ml.p5.48xlarge", 100, account="1", region=None)
    assert not machines.available(["ml.m5.large", "ml.p5.48xlarge"], HERE, 99)
    assert machines.available(["ml.m5.large"], HERE, 99)
    assert machines.available(["ml.p5.48xlarge"], THERE, 99)
    assert machines.available(["ml.p5.48xlarge"], HERE, 100)


def test_machines_can_be_short_everywhere() -> None:
    machines = Machines()
    machines.run_out("ml.p5.48xlarge", 100, account=None, region=None)
    assert not machines.available(["ml.p5.48xlarge"], THERE, 0)


def test_a_training_job_is_named_after_the_payloads_name_cut_to_63_characters() -> None:
    assert training_name("tts", SUFFIX) == f"AWSBatchtts{SUFFIX}"
    long = training_name("a-name-of-more-than-23-characters", SUFFIX)
    assert long == f"AWSBatcha-name-of-more-than-23-{SUFFIX}"
    assert len(long) == 63


def test_a_name_that_sagemaker_refuses_is_refused() -> None:
    with pytest.raises(TrainingRefusedError, match="my_job"):
        training_name("my_job", SUFFIX)


def test_history_is_frozen_and_readable_as_json() -> None:
    history = History()
    assert json.loads(history.to_json()) == []
    history.add(Entry(5, "use", "1", "us-west-2", "training", {"share": "a", "used": 1}))
    entry = history.entries[0]
    with pytest.raises(TypeError):
        entry.facts["used"] = 2  # type: ignore[index]
    with pytest.raises(AttributeError):
        entry.at = 6  # type: ignore[misc]
    assert json.loads(history.to_json()) == [
        {
            "at": 5,
            "kind": "use",
            "account": "1",
            "region": "us-west-2",
            "queue": "training",
            "share": "a",
            "used": 1,
        }
    ]


def test_history_can_be_read_on_from_where_one_stopped() -> None:
    history = History()
    for at in range(3):
        history.add(Entry(at, "use", "1", "us-west-2", "training"))
    seen = history.entries[:]
    history.add(Entry(3, "stop", "1", "us-west-2", "training"))
    assert len(seen) == 3
    assert [entry.at for entry in history.entries[len(seen) :]] == [3]
    assert [entry.at for entry in history.of("stop")] == [3]
    assert len(history.entries) == 4


@pytest.mark.parametrize(
    ("name", "value"),
    [("event_detail", "some"), ("completed_event", "never"), ("in_share_text", "theirs")],
)
def test_a_switch_says_what_it_allows(name: str, value: str) -> None:
    with pytest.raises(EmulatorSettingError, match=rf"{name}: '{value}'.*\|"):
        EmulatorSwitches(**{name: value})  # type: ignore[arg-type]


def test_numbers_of_settings_have_bounds() -> None:
    with pytest.raises(EmulatorSettingError, match="recent_window"):
        EmulatorSwitches(recent_window=0)
    with pytest.raises(EmulatorSettingError, match="stop_ms"):
        JobTimes(stop_ms=-1)
    with pytest.raises(EmulatorSettingError, match="retry_machines_ms"):
        JobTimes(retry_machines_ms=0)
