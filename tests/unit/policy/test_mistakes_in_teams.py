"""Mistakes in teams, people and messages."""

from __future__ import annotations

import pytest

from tests.support.policy_mistakes import Mistake, name_of

MISTAKES = [
    Mistake(
        "a person by name",
        "U0123ABCD",
        "'@mira'",
        "4:16",
        "people.mira",
        "Slack needs the person's id, such as U0123ABCD. In Slack: the",
    ),
    Mistake(
        "a group by name",
        "mention: S0123ABCD",
        'mention: "@gpu-oncall"',
        "25:14",
        "teams.research.mention",
        "Slack needs the group's id, such as S0123ABCD. In Slack: the group's",
    ),
    Mistake(
        "a channel without #",
        '"#research-gpu"',
        "research-gpu",
        "24:22",
        "teams.research.slack.channel",
        'write "#name" in quotes, small letters, without spaces.',
    ),
    Mistake(
        "a zone by city",
        "    timezone: Europe/Berlin\n    notify",
        "    timezone: Berlin\n    notify",
        "26:15",
        "teams.research.timezone",
        "Did you mean Europe/Berlin?",
    ),
    Mistake(
        "an offset for a zone",
        "    timezone: Europe/Berlin\n    notify",
        "    timezone: '+01:00'\n    notify",
        "26:15",
        "teams.research.timezone",
        '"+01:00" is not an IANA time zone such as Europe/Berlin.',
    ),
    Mistake(
        "a message that does not exist",
        "[completed, blocked]",
        "[completed, blockd]",
        "27:25",
        "teams.research.notify.1",
        "Did you mean blocked?",
    ),
    Mistake(
        "quiet hours without length",
        'to: "08:00"',
        'to: "22:00"',
        "28:32",
        "teams.research.quiet.to",
        "they would never begin, or never end.",
    ),
    Mistake(
        "a mode that YAML 1.1 made of on",
        'notify: {mode: "on"',
        "notify: {mode: true",
        "30:16",
        "notify.mode",
        "Did you mean on?",
    ),
    Mistake(
        "a group wait of a second",
        "group_wait_seconds: 60",
        "group_wait_seconds: 1",
        "30:42",
        "notify.group_wait_seconds",
        "1 is not allowed: a whole number of seconds from 10 to 900.",
    ),
    Mistake(
        "a group wait with a unit",
        "group_wait_seconds: 60",
        "group_wait_seconds: 60s",
        "30:42",
        "notify.group_wait_seconds",
        '"60s" is not allowed: a whole number of seconds from 10 to 900.',
    ),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=name_of)
def test_a_mistake_is_told_with_its_place_and_what_is_allowed(mistake: Mistake) -> None:
    mistake.verify()
