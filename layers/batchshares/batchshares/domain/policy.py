"""The compiled policy: what Lambdas, commands, lab and simulator read of the admin's file.

The policy compiler checks policy.yaml and seals its content into policy.json with
`seal`; `load_policy` opens it again. Defaults are already filled in, so nobody asks
twice what an absent field means. Sections that only one verb reads (windows, resubmit,
…) stay in `Policy.sections` as the file has them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from batchshares.errors import PolicyError

VERSION = 1
DIGEST_LENGTH = 12

Sharing = Literal["reserve", "lend", "lend_and_borrow"]
Mode = Literal["off", "observe", "on"]
QueueState = Literal["enabled", "disabled"]


@dataclass(frozen=True)
class Share:
    """A quota share as the policy wants it.

    `limits` are instances per instance type. `borrow_limit` is percent of the limit:
    None is unlimited, 0 is none; a share that does not borrow has 0.
    """

    name: str
    team: str | None
    limits: Mapping[str, int]
    sharing: Sharing
    borrow_limit: int | None
    in_share_preemption: bool
    interruptible: bool


@dataclass(frozen=True)
class Queue:
    """A job queue with its service environment; `capacity` is that environment's limits."""

    name: str
    service_environment: str
    scheduling_policy: str
    capacity: Mapping[str, int]
    priority: int
    state: QueueState
    tags: Mapping[str, str]
    shares: Mapping[str, Share]
    blocked_after_minutes: int | None


@dataclass(frozen=True)
class Quiet:
    """Hours without mentions, as wall-clock times "HH:MM" in the team's zone."""

    start: str
    end: str


@dataclass(frozen=True)
class Team:
    """Where a team hears of its jobs; `channel` is None where the platform's is used."""

    name: str
    channel: str | None
    mention: str | None
    timezone: str
    notify: tuple[str, ...]
    quiet: Quiet | None


@dataclass(frozen=True)
class Platform:
    """Where messages go that belong to no team."""

    channel: str | None


@dataclass(frozen=True)
class Notify:
    """The brake of notify_team, and how long a first message waits for more stops."""

    mode: Mode
    group_wait_seconds: int


@dataclass(frozen=True)
class Policy:
    """One whole policy; `digest` names its content, whatever the file's layout."""

    digest: str
    owner_tag: str | None
    platform: Platform
    people: Mapping[str, str]
    queues: Mapping[str, Queue]
    teams: Mapping[str, Team]
    notify: Notify
    sections: Mapping[str, Any]

    def share(self, queue: str, share: str) -> Share | None:
        """Return the share, or None where the policy does not know it."""
        known = self.queues.get(queue)
        return known.shares.get(share) if known else None

    def team_of(self, queue: str, share: str) -> str | None:
        """Return the share's team, or None where share or team is unknown."""
        known = self.share(queue, share)
        return known.team if known else None


def seal(content: Mapping[str, Any]) -> str:
    """Return policy.json's text: the same content gives the same bytes, digest included."""
    return _canonical({**content, "digest": _digest(content)}, indent=1) + "\n"


def load_policy(text: str) -> Policy:
    """Open a compiled policy; PolicyError if it is damaged, edited by hand or too new."""
    try:
        content = json.loads(text)
    except ValueError as error:
        raise PolicyError(f"policy.json is not JSON ({error}): build it again") from error
    if not isinstance(content, dict):
        raise PolicyError("policy.json holds no policy: build it again")
    digest = content.pop("digest", None)
    if content.get("version") != VERSION:
        raise PolicyError(
            f"policy.json has version {content.get('version')!r}, this code reads "
            f"{VERSION}: build both from one checkout"
        )
    if digest != _digest(content):
        raise PolicyError("policy.json was changed after it was built: edit policy.yaml instead")
    try:
        return _policy(digest, content)
    except (KeyError, TypeError, AttributeError) as error:
        raise PolicyError(f"policy.json lacks or mistakes {error}: build it again") from error


def _canonical(content: Mapping[str, Any], indent: int | None = None) -> str:
    return json.dumps(content, sort_keys=True, indent=indent)


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(_canonical(content).encode()).hexdigest()[:DIGEST_LENGTH]


_TYPED = ("version", "owner_tag", "platform", "people", "queues", "teams", "notify")


def _policy(digest: str, content: dict[str, Any]) -> Policy:
    return Policy(
        digest=digest,
        owner_tag=content["owner_tag"],
        platform=Platform(channel=_channel(content["platform"])),
        people=content["people"],
        queues={name: _queue(name, queue) for name, queue in content["queues"].items()},
        teams={name: _team(name, team) for name, team in content["teams"].items()},
        notify=Notify(**content["notify"]),
        sections={name: value for name, value in content.items() if name not in _TYPED},
    )


def _queue(name: str, queue: dict[str, Any]) -> Queue:
    shares = {share: Share(name=share, **fields) for share, fields in queue["shares"].items()}
    return Queue(name=name, **{**queue, "shares": shares})


def _team(name: str, team: dict[str, Any]) -> Team:
    quiet = team["quiet"]
    return Team(
        name=name,
        channel=_channel(team),
        mention=team["mention"],
        timezone=team["timezone"],
        notify=tuple(team["notify"]),
        quiet=Quiet(start=quiet["from"], end=quiet["to"]) if quiet else None,
    )


def _channel(holder: dict[str, Any]) -> str | None:
    slack = holder["slack"]
    return cast(str, slack["channel"]) if slack else None
