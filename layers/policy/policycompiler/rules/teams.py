"""Teams: they exist, they have somewhere to hear from us, their hours make sense."""

from __future__ import annotations

from collections.abc import Iterator

from policycompiler.findings import Problem, warning
from policycompiler.place import Place
from policycompiler.words import quote, unknown


def shares_name_teams(root: Place) -> Iterator[Problem]:
    """A share's team must stand under teams; a share without one is told to the platform."""
    teams = root["teams"].names
    channel = root["platform"]["slack"]["channel"].text
    default = f"platform.slack ({channel})" if channel else "the ledger only: set platform.slack"
    for _, queue in root["queues"].fields():
        for name, share in queue["shares"].fields():
            team = share["team"]
            if team.text is not None and team.text not in teams:
                yield Problem(team.path, unknown("team", team.text, teams))
            elif isinstance(share.value, dict) and team.value is None:
                message = f"{name} has no team: its messages go to {default}"
                yield warning(share.path, message)


def teams_have_a_channel(root: Place) -> Iterator[Problem]:
    """A team without a channel is told through the platform's."""
    if root["platform"]["slack"].value is not None:
        return
    for name, team in root["teams"].fields():
        if isinstance(team.value, dict) and team["slack"].value is None:
            message = f"neither {name} nor platform has a Slack channel: nobody hears its messages"
            yield warning(team.path, message)


def quiet_hours(root: Place) -> Iterator[Problem]:
    """Quiet hours begin and end at different times, in a zone the team knows."""
    for name, team in root["teams"].fields():
        quiet = team["quiet"]
        if quiet["from"].text is not None and quiet["from"].text == quiet["to"].text:
            message = "quiet hours from and to are equal: they would never begin, or never end"
            yield Problem(quiet["to"].path, message)
        if isinstance(quiet.value, dict) and team["timezone"].value is None:
            message = f"{name} has no timezone: its quiet hours are read as UTC"
            yield warning(quiet.path, message)


def told_once(root: Place) -> Iterator[Problem]:
    """Each kind of message is listed once."""
    for _, team in root["teams"].fields():
        seen: set[str] = set()
        for kind in team["notify"].items():
            if kind.text in seen:
                yield Problem(kind.path, f"{quote(kind.text)} stands here twice: keep one of them")
            seen.add(kind.text or "")


RULES = (shares_name_teams, teams_have_a_channel, quiet_hours, told_once)
