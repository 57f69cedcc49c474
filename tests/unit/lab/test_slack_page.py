"""The lab's Slack takes what webhooks and the Web API send, and shows it."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from batchdesk.lab.clock import LabClock
from batchdesk.lab.control.slack_page import SlackPage
from tests.support.page_browser import PageBrowser

START = 1_796_115_600_000


class Browser(PageBrowser):
    """A browser on a Slack of its own."""

    def __init__(self) -> None:
        self.slack = SlackPage(LabClock(START))
        super().__init__(self.slack.page)

    def post(self, path: str, **message: Any) -> Any:
        return self.send("POST", path, json.dumps(message).encode())


def test_a_webhook_is_answered_ok_and_kept() -> None:
    browser = Browser()
    assert browser.post("", text="vision-det was stopped") == "ok"
    assert browser.send("GET") == [
        {
            "channel": None,
            "text": "vision-det was stopped",
            "blocks": None,
            "ts": "1796115600.000000",
            "thread_ts": None,
            "method": "webhook",
        }
    ]


def test_a_posted_message_gets_a_ts_of_its_own() -> None:
    browser = Browser()
    first = browser.post("/api/chat.postMessage", channel="C1", text="a")
    second = browser.post("/api/chat.postMessage", channel="C1", text="b")
    assert first["ok"]
    assert first["ts"] != second["ts"]


def test_an_update_keeps_the_ts_it_names() -> None:
    browser = Browser()
    ts = browser.post("/api/chat.postMessage", channel="C1", text="a")["ts"]
    assert browser.post("/api/chat.update", channel="C1", ts=ts, text="b")["ts"] == ts
    assert [message["method"] for message in browser.slack.received()] == [
        "chat.postMessage",
        "chat.update",
    ]


def test_a_form_with_blocks_in_json_is_taken() -> None:
    browser = Browser()
    form = urlencode({"channel": "C1", "blocks": json.dumps([{"type": "divider"}])}).encode()
    browser.send("POST", "/api/chat.postMessage", form, "x-www-form-urlencoded")
    assert browser.slack.received()[0]["blocks"] == [{"type": "divider"}]


def test_a_body_that_is_no_message_is_refused() -> None:
    browser = Browser()
    assert browser.send("POST", "", b"[]") == {"error": "slack: no_text"}
    assert browser.status.startswith("400")


def test_blocks_that_are_no_json_are_refused() -> None:
    browser = Browser()
    for blocks in ("[", "[" * 100_000):
        answer = browser.post("/api/chat.postMessage", channel="C1", blocks=blocks)
        assert answer["error"].startswith("slack: invalid_blocks: ")
        assert browser.status.startswith("400")
    assert browser.slack.received() == []
