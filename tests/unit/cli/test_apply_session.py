"""How apply finds AWS: from the shell it was called in."""

from __future__ import annotations

import pytest

from batchdesk.cli.apply_session import open_session


def test_the_region_may_stand_in_aws_region_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_REGION", "eu-central-1")
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)

    assert open_session().session.region_name == "eu-central-1"
