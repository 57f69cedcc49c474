"""Any text leads to findings and never to an exception; valid policies survive compilation."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from batchshares.domain.policy import load_policy
from policycompiler import check_text, compile_text, errors
from tests.support.policies import WHOLE

NAMES = st.from_regex(r"[A-Za-z0-9_-]{1,12}", fullmatch=True)
TYPES = ["ml.g5.xlarge", "ml.p5.48xlarge", "ml.p4d.24xlarge", "ml.g6.xlarge", "ml.trn1.2xlarge"]
CHANNELS = st.from_regex(r"#[a-z0-9_-]{1,20}", fullmatch=True)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@st.composite
def shares(draw: st.DrawFn, types: list[str], teams: list[str]) -> dict[str, Any]:
    kinds = draw(st.lists(st.sampled_from(types), min_size=1, unique=True))
    share: dict[str, Any] = {
        "limits": {kind: draw(st.integers(1, 2**31 - 1)) for kind in kinds},
        "sharing": draw(st.sampled_from(["reserve", "lend", "lend_and_borrow"])),
        "in_share_preemption": draw(st.booleans()),
        "interruptible": draw(st.booleans()),
    }
    named = draw(st.booleans())
    if teams and named:
        share["team"] = draw(st.sampled_from(teams))
    if share["sharing"] == "lend_and_borrow":
        share["borrow_limit"] = draw(st.integers(0, 10_000) | st.just("unlimited"))
    return share


@st.composite
def policies(draw: st.DrawFn) -> dict[str, Any]:
    teams = draw(st.lists(NAMES, max_size=3, unique=True))
    queues = {}
    for name in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
        types = draw(st.lists(st.sampled_from(TYPES), min_size=1, unique=True))
        queues[name] = {
            "service_environment": f"{name}-env",
            "scheduling_policy": draw(NAMES),
            "capacity": {kind: draw(st.integers(1, 2**31 - 1)) for kind in types},
            "priority": draw(st.integers(0, 1000)),
            "state": draw(st.sampled_from(["enabled", "disabled"])),
            "shares": draw(st.dictionaries(NAMES, shares(types, teams), min_size=1, max_size=4)),
        }
    return {
        "version": 1,
        "queues": queues,
        "teams": {team: {"slack": {"channel": draw(CHANNELS)}} for team in teams},
    }


@given(policies())
@settings(max_examples=40, deadline=None)
def test_a_valid_policy_compiles_and_loads_back_equal(content: dict[str, Any]) -> None:
    text = json.dumps(content)
    assert errors(check_text(text, "policy.yaml")) == []
    policy = load_policy(compile_text(text, "policy.yaml"))
    assert policy == load_policy(compile_text(text, "policy.yaml"))
    assert list(policy.teams) == sorted(content["teams"])
    for name, queue in content["queues"].items():
        loaded = policy.queues[name]
        assert loaded.capacity == queue["capacity"]
        for share_name, share in queue["shares"].items():
            found = loaded.shares[share_name]
            wanted = share.get("borrow_limit", 0)
            assert found.limits == share["limits"]
            assert found.sharing == share["sharing"]
            assert found.borrow_limit == (None if wanted == "unlimited" else wanted)
            assert found.team == share.get("team")


@given(st.text())
@example("a: &a [*a]")
@example("? {a: b}\n: c")
@example("!!python/object:os.system {}")
@example("version: \x00")
@example("version: 1e400\nqueues: .nan\nteams: 0x" + "f" * 30)
@example("[" * 500)
@settings(max_examples=100, deadline=None)
def test_any_text_leads_to_findings_with_a_place(text: str) -> None:
    for finding in check_text(text, "policy.yaml"):
        assert finding.line >= 1
        assert finding.column >= 1
        assert finding.message


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_value_in_any_place_leads_to_findings(data: st.DataObject) -> None:
    lines = WHOLE.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    key, _, _ = lines[place].partition(":")
    lines[place] = f"{key}: {json.dumps(data.draw(JUNK))}"
    assert all(finding.path is not None for finding in check_text("\n".join(lines), "policy.yaml"))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_torn_policy_never_breaks_the_check(data: st.DataObject) -> None:
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(WHOLE))] * 2)))
    torn = WHOLE[:start] + data.draw(st.text(max_size=5)) + WHOLE[end:]
    assert isinstance(check_text(torn, "policy.yaml"), list)
