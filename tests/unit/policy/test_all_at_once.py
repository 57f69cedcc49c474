"""The check as a whole: everything at once, in order, and nothing where nothing is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from batchshares.errors import PolicyError
from policycompiler import check_text, compile_text, errors
from tests.support.policies import SCENARIO, WHOLE, changed

SHIPPED = Path("layers/policy/policy.yaml")
MANY = changed(
    WHOLE,
    ("version: 1", "version: 2"),
    ("team: research\n", "team: reserch\n"),
    ("sharing: lend\n", "sharing: lending\n"),
    ("group_wait_seconds: 60", "group_wait_seconds: 1"),
    ("{set: 800}", "{set: 10000}"),
    ("max_add: 500", "max_add: 50"),
)


def test_the_whole_policy_has_no_findings() -> None:
    assert check_text(WHOLE, "policy.yaml") == []


def test_the_shipped_policy_has_no_findings() -> None:
    assert check_text(SHIPPED.read_text("utf-8"), SHIPPED.name) == []


def test_many_mistakes_are_told_at_once_in_the_file_s_order() -> None:
    assert [one.line for one in check_text(MANY, "policy.yaml")] == [1, 12, 21, 30, 38, 42]


def test_compiling_a_wrong_policy_raises_one_error_with_every_place() -> None:
    with pytest.raises(PolicyError) as caught:
        compile_text(MANY, "policy.yaml")
    places = [line.split(" ")[0] for line in str(caught.value).splitlines()]
    assert places == [
        "policy.yaml:1:10:",
        "policy.yaml:12:15:",
        "policy.yaml:21:18:",
        "policy.yaml:30:42:",
        "policy.yaml:38:21:",
        "policy.yaml:42:52:",
    ]


def test_a_type_that_lost_its_ml_is_told_where_it_stands_and_where_it_is_used() -> None:
    text = changed(WHOLE, ("capacity: {ml.p5.48xlarge: 8, ", "capacity: {p5.48xlarge: 8, "))
    assert [one.line for one in errors(check_text(text, "policy.yaml"))] == [9, 13, 20]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "---\n", "null\n"])
def test_an_empty_file_says_how_a_policy_begins(text: str) -> None:
    (finding,) = check_text(text, "policy.yaml")
    assert finding.level == "error"
    assert finding.message.startswith("policy.yaml is empty: a policy begins with version: 1")


@pytest.mark.parametrize("text", ["- version\n", "version 1\n", "42\n"])
def test_a_file_that_is_no_mapping_is_refused(text: str) -> None:
    (finding,) = check_text(text, "policy.yaml")
    assert "holds no fields" in finding.message


def test_empty_queues_and_a_queue_without_shares_are_refused() -> None:
    nothing = "version: 1\nqueues: {}\nteams: {}\n"
    assert "no queue is named" in errors(check_text(nothing, "p"))[0].message
    bare = SCENARIO[: SCENARIO.index("    shares:")] + "    shares: {}\nteams: {}\n"
    assert "0 shares are not allowed: 1 to 20" in errors(check_text(bare, "p"))[0].message


def test_a_service_environment_serves_one_queue_only() -> None:
    queue = SCENARIO[SCENARIO.index("  training:") : SCENARIO.index("teams:")]
    text = changed(SCENARIO, ("teams: {}", queue.replace("training:", "night:", 1) + "teams: {}"))
    (error,) = errors(check_text(text, "policy.yaml"))
    assert (error.line, error.path) == (16, "queues.night.service_environment")
    assert '"training-env" already serves queue training' in error.message


def test_a_queue_takes_twenty_shares_and_no_more() -> None:
    share = "{limits: {ml.g5.xlarge: 1}, sharing: lend}"
    more = "".join(f"      extra{number}: {share}\n" for number in range(18))
    text = changed(SCENARIO, ("      product:", more[:-1] + "\n      product:"))
    assert "21 shares" in errors(check_text(text, "policy.yaml"))[0].message
    assert not errors(check_text(text.replace(f"      extra3: {share}\n", ""), "policy.yaml"))


def test_the_words_of_yaml_1_1_keep_their_meaning() -> None:
    text = changed(
        WHOLE,
        ('notify: {mode: "on"', "notify: {mode: on"),
        ("in_share_preemption: true", "in_share_preemption: on"),
        ("interruptible: yes", "interruptible: no"),
        ('from: "09:00"', "from: 09:00"),
        ("owner_tag: owner", "owner_tag: no"),
    )
    assert errors(check_text(text, "policy.yaml")) == []
    assert errors(check_text(f"%YAML 1.1\n---\n{text}", "policy.yaml")) == []


def test_aliases_may_be_used_but_not_without_end() -> None:
    shared = changed(
        SCENARIO,
        ("        limits: {ml.g5.xlarge: 1}\n", "        limits: &one {ml.g5.xlarge: 1}\n"),
        ("product: {limits: {ml.g5.xlarge: 1}", "product: {limits: *one"),
    )
    assert errors(check_text(shared, "policy.yaml")) == []
    assert "nested too deeply" in check_text("version: &all [*all]\n", "p")[0].message
    bomb = "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(9))
    assert "more than 50,000 values" in check_text(f"a0: &a0 x\n{bomb}", "p")[0].message


def test_a_file_too_long_for_a_policy_is_not_read_at_all() -> None:
    (finding,) = check_text("k: v\n" * 200_000, "p")
    assert finding.message == "1,000,000 characters: at most 500,000 are read."


def test_a_number_of_too_many_digits_is_quoted() -> None:
    messages = [finding.message for finding in check_text(f"version: {'9' * 30}\n", "p")]
    assert f"{'9' * 30} is not allowed; it has too many digits." in messages
