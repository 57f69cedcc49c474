"""How long a stop takes comes from the environment where nobody says otherwise."""

from __future__ import annotations

import pytest

from batchdesk.lab import LabSettings
from batchdesk.lab.errors import LabError


def test_a_stop_takes_twenty_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BATCHDESK_STOP_SECONDS", raising=False)
    assert LabSettings().stop_seconds == 20


def test_the_environment_says_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATCHDESK_STOP_SECONDS", "2.5")
    assert LabSettings().stop_seconds == 2.5
    assert LabSettings(stop_seconds=7).stop_seconds == 7


@pytest.mark.parametrize("given", ["soon", "-1", "121"])
def test_what_is_no_such_time_is_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("BATCHDESK_STOP_SECONDS", given)
    with pytest.raises(LabError, match="give 0 to 120 seconds"):
        LabSettings()
