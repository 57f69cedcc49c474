"""Whatever is sent to the lab's pages is taken, or refused in one plain line."""

from __future__ import annotations

import pytest

from batchdesk.lab.agenda import Agenda
from batchdesk.lab.clock import LONGEST_SECONDS, LabClock
from batchdesk.lab.control.clock_page import clock_page
from batchdesk.lab.control.fault_page import fault_page
from batchdesk.lab.control.slack_page import SlackPage
from batchdesk.lab.faults.active import ActiveFaults
from batchdesk.lab.world import World
from tests.support.lab_clock import StandingClock
from tests.support.page_browser import PageBrowser

HUGE = "1" + "0" * 400
BOTH_KINDS = pytest.mark.parametrize("kind", ["json", "x-www-form-urlencoded"])  # curl sends a form


def clock_browser() -> tuple[PageBrowser, LabClock]:
    clock = LabClock(0)
    return PageBrowser(clock_page(World(clock, Agenda([])))), clock


def fault_browser() -> tuple[PageBrowser, ActiveFaults]:
    faults = ActiveFaults(StandingClock(), lambda _kind, _until: None)
    return PageBrowser(fault_page(faults)), faults


def refusal(browser: PageBrowser, body: str, kind: str = "json") -> str:
    """What is wrong with the body, in one line."""
    answer = browser.send("POST", "", body.encode(), kind)
    assert browser.status == "400 Bad Request"
    error: str = answer["error"]
    assert len(error.splitlines()) == 1
    return error


@BOTH_KINDS
@pytest.mark.parametrize(
    "seconds",
    ["1e18", "34560001", HUGE, "1e400", "-1e400", "NaN", "-1", "true", "null", '"600"', "[600]"],
)
def test_time_moves_only_by_seconds_within_bounds(seconds: str, kind: str) -> None:
    browser, clock = clock_browser()
    error = refusal(browser, f'{{"advance_seconds": {seconds}}}', kind)
    assert error.startswith('clock: POST {"advance_seconds": n} with n seconds, 0 to 34560000 ')
    assert clock.now_ms() == 0


@pytest.mark.parametrize("seconds", [0, 0.5, LONGEST_SECONDS])
def test_time_moves_by_what_is_allowed(seconds: float) -> None:
    browser, clock = clock_browser()
    browser.send("POST", "", f'{{"advance_seconds": {seconds}}}'.encode())
    assert (browser.status, clock.now_ms()) == ("200 OK", round(seconds * 1000))


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH"])
def test_the_clock_answers_no_other_method(method: str) -> None:
    browser, clock = clock_browser()
    browser.send(method, "", b'{"advance_seconds": 60}')
    assert (browser.status, clock.now_ms()) == ("405 Method Not Allowed", 0)


@BOTH_KINDS
@pytest.mark.parametrize(
    "fault",
    [
        '{"call": "batch:SubmitServiceJob", "do": "throttle", "for_seconds": %s}',
        '{"event": "*", "do": "delay", "seconds": %s}',
        '{"machines": "ml.g5.xlarge", "out_for_seconds": %s}',
    ],
)
@pytest.mark.parametrize("seconds", ["1e400", "1e300", "NaN", HUGE])
def test_a_fault_lasts_for_seconds_within_bounds(fault: str, seconds: str, kind: str) -> None:
    browser, faults = fault_browser()
    error = refusal(browser, fault % seconds, kind)
    assert error.endswith("give a number of seconds above 0, at most 34560000 (400 days)")
    assert faults.listed() == []


@BOTH_KINDS
@pytest.mark.parametrize("body", ["[" * 100_000, "[" * 101 + "]" * 101, '{"a":' * 5_000, "[", "{]"])
def test_a_body_that_cannot_be_read_is_refused_by_every_page(body: str, kind: str) -> None:
    slack = SlackPage(LabClock(0))
    for browser in (clock_browser()[0], fault_browser()[0], PageBrowser(slack.page)):
        error = refusal(browser, body, kind)
        assert error.startswith("the body cannot be read as JSON: ")
    assert slack.received() == []


def test_a_body_that_is_no_text_is_refused() -> None:
    browser, _clock = clock_browser()
    assert browser.send("POST", "", b"\xff") == {"error": "the body is no text in UTF-8"}
    assert browser.status == "400 Bad Request"
