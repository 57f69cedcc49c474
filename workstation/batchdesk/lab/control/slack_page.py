"""`slack_url`: takes messages as Slack's webhooks and Web API do, and shows what it took.

POST to the page itself is an incoming webhook and answers `ok`. POST to `…/api/<method>` is a Web
API call; chat.postMessage gets a new `ts`, chat.update keeps the one it names.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

from batchdesk.lab.clock import LabClock
from batchdesk.lab.control.pages import MethodError, Page
from batchdesk.lab.json_text import read_json

PATH = "/_lab/slack"
WEBHOOK = "webhook"


class SlackPage:
    """A Slack that keeps everything it is told, oldest first."""

    def __init__(self, clock: LabClock) -> None:
        self._clock = clock
        self._lock = Lock()
        self._received: list[dict[str, Any]] = []
        self.page = Page(PATH, self._handle)

    def received(self) -> list[dict[str, Any]]:
        """Each message: channel, text, blocks, ts, thread_ts, method."""
        with self._lock:
            return [dict(message) for message in self._received]

    def _handle(self, method: str, path: str, body: Any) -> Any:
        if method == "GET":
            return self.received()
        if method != "POST":
            raise MethodError("slack: GET, or POST as to a webhook or the Web API")
        if not isinstance(body, dict):
            raise ValueError("slack: no_text")
        api = path.removeprefix("/api/").strip("/") if path.startswith("/api/") else None
        message = self._keep(api or WEBHOOK, body)
        if api is None:
            return "ok"
        return {"ok": True, "channel": message["channel"], "ts": message["ts"], "message": message}

    def _keep(self, method: str, body: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            message = {
                "channel": body.get("channel"),
                "text": body.get("text"),
                "blocks": _parsed(body.get("blocks")),
                "ts": body.get("ts") or self._new_ts(),
                "thread_ts": body.get("thread_ts"),
                "method": method,
            }
            self._received.append(message)
            return dict(message)

    def _new_ts(self) -> str:
        return f"{self._clock.now_ms() // 1000}.{len(self._received):06d}"


def _parsed(blocks: Any) -> Any:
    if not isinstance(blocks, str):
        return blocks
    try:
        return read_json(blocks)
    except ValueError as error:
        raise ValueError(f"slack: invalid_blocks: {error}") from error
