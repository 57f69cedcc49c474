"""The compiled form: the same bytes for the same policy, defaults filled in, 0 is not unlimited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from batchshares.domain.policy import Quiet, load_policy, seal
from batchshares.errors import PolicyError
from policycompiler import compile_text
from policycompiler.__main__ import main
from tests.support.policies import SCENARIO, WHOLE, changed, scenario


def test_the_same_policy_gives_the_same_bytes_whatever_its_layout() -> None:
    spaced = "# a comment\n" + SCENARIO.replace("{ml.g5.xlarge: 1}", "{ ml.g5.xlarge: 1 }")
    assert compile_text(spaced, "a") == compile_text(SCENARIO, "b")


def test_another_content_has_another_digest() -> None:
    assert scenario().digest != scenario(("borrow_limit: 200", "borrow_limit: 100")).digest


def test_what_the_file_leaves_out_is_the_documented_default() -> None:
    policy = scenario()
    queue = policy.queues["training"]
    assert (queue.priority, queue.state, queue.tags) == (1, "enabled", {})
    assert queue.blocked_after_minutes is None
    assert (policy.owner_tag, policy.people, policy.platform.channel) == (None, {}, None)
    assert (policy.notify.mode, policy.notify.group_wait_seconds) == ("on", 60)
    assert policy.sections["priorities"]["mode"] == "off"
    assert policy.sections["resubmit"]["mode"] == "off"
    assert "protect" not in policy.sections


@pytest.mark.parametrize(
    ("line", "bound"),
    [
        ("borrow_limit: 0", 0),
        ("borrow_limit: 200", 200),
        ("borrow_limit: unlimited", None),
        ("interruptible: yes", None),
    ],
)
def test_no_borrowing_and_no_bound_are_two_things(line: str, bound: int | None) -> None:
    share = scenario(("borrow_limit: 200", line)).share("training", "research")
    assert share is not None
    assert share.borrow_limit == bound


def test_who_does_not_borrow_has_a_bound_of_zero() -> None:
    shares = scenario().queues["training"].shares
    assert (shares["product"].borrow_limit, shares["safety"].borrow_limit) == (0, 0)


def test_teams_and_shares_are_found_by_name() -> None:
    policy = load_policy(compile_text(WHOLE, "policy.yaml"))
    assert policy.team_of("training", "research") == "research"
    assert policy.team_of("training", "unknown") is None
    assert policy.team_of("unknown", "research") is None
    team = policy.teams["research"]
    assert (team.channel, team.mention) == ("#research-gpu", "S0123ABCD")
    assert team.quiet == Quiet("22:00", "08:00")
    assert team.notify == ("completed", "blocked")
    assert len(policy.teams["product"].notify) == 7


def test_later_sections_are_carried_as_the_file_has_them() -> None:
    sections = load_policy(compile_text(WHOLE, "policy.yaml")).sections
    (window,) = sections["windows"]
    assert window["from"] == "09:00"
    assert window["priority"] == {"set": 800}
    assert sections["resubmit"]["shares"] == {"training/research": {"on_no_checkpoint": "restart"}}
    assert sections["prices"]["ml.p5.48xlarge"] == 98.32


def test_a_compiled_policy_that_was_edited_is_refused() -> None:
    content = json.loads(compile_text(SCENARIO, "policy.yaml"))
    content["queues"]["training"]["capacity"]["ml.g5.xlarge"] = 30
    with pytest.raises(PolicyError, match="changed after it was built"):
        load_policy(json.dumps(content))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not JSON"),
        ("[]", "holds no policy"),
        ("{}", "has version None"),
        (seal({"version": 2}), "has version 2"),
        (seal({"version": 1}), "lacks or mistakes"),
    ],
)
def test_what_is_no_compiled_policy_is_refused(text: str, says: str) -> None:
    with pytest.raises(PolicyError, match=says):
        load_policy(text)


def test_the_build_writes_policy_json_and_only_for_a_right_policy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "policy.yaml"
    source.write_text(changed(SCENARIO, ("sharing: reserve", "sharing: keep")), "utf-8")
    assert main([str(source), str(tmp_path / "out")]) == 1
    assert (
        f"{source}:14:52: error: queues.training.shares.safety.sharing" in capsys.readouterr().err
    )
    assert not (tmp_path / "out").exists()
    source.write_text(SCENARIO, "utf-8")
    assert main([str(source), str(tmp_path / "out")]) == 0
    built = (tmp_path / "out" / "policy.json").read_text("utf-8")
    assert load_policy(built) == scenario()


def test_the_build_says_how_it_is_called_and_what_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 2
    assert main([str(tmp_path / "none.yaml"), str(tmp_path)]) == 1
    assert "cannot be read" in capsys.readouterr().err
