from __future__ import annotations

from pathlib import Path

import pytest

from batchdesk.lab.faults.model import EventFault
from batchdesk.lab.run import built_in_scenario
from batchdesk.lab.scenario.errors import ScenarioError
from batchdesk.lab.scenario.model import (
    MachinesGone,
    Scenario,
    SetCapacity,
    SetPriority,
    SetShare,
    Submit,
    Terminate,
)
from batchdesk.lab.scenario.read import parse_scenario, read_scenario
from tests.support.scenarios import SMALL

FILE = Path("small.yaml")
LAST_STEP = "    set_priority: {job: ablation, to: 4}\n"


def parse(text: str) -> Scenario:
    return parse_scenario(text, FILE)


def mistakes(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        parse(text)
    return str(caught.value).splitlines()[1:]


def the_mistake(old: str, new: str) -> str:
    assert old in SMALL
    (one,) = mistakes(SMALL.replace(old, new))
    return one


def test_the_built_in_scenario_is_right() -> None:
    scenario = read_scenario(built_in_scenario())

    assert [step.action.job for step in scenario.steps if isinstance(step.action, Submit)] == [
        "protein-fold-large",
        "ligand-screen-b",
        "pocket-ablation-7",
        "ranker-nightly",
        "structure-eval-quick",
        "ranker-hotfix",
        "ranker-70b-wide",
    ]


def test_a_step_without_a_time_happens_with_the_one_above_and_waits_add_up() -> None:
    scenario = parse(SMALL + "")

    assert [step.at_seconds for step in scenario.steps] == [0, 0, 0, 0, 300, 480]


def test_instances_are_of_the_queues_type_unless_named() -> None:
    text = SMALL.replace(
        "share: product, owner: lena",
        "share: product, owner: lena, instances: {ml.p5.48xlarge: 2, ml.g5.xlarge: 1}",
    )
    jobs = [step.action for step in parse(text).steps if isinstance(step.action, Submit)]

    assert jobs[0].instances == {"ml.g5.xlarge": 1}
    assert jobs[3].instances == {"ml.p5.48xlarge": 2, "ml.g5.xlarge": 1}


def test_every_kind_of_step_is_read() -> None:
    text = SMALL.replace(
        LAST_STEP,
        LAST_STEP
        + "  - {terminate: {job: fold, because: enough}}\n"
        + "  - {set_share: {share: research, borrow_limit: unlimited}}\n"
        + "  - {set_capacity: {ml.g5.xlarge: 4}}\n"
        + "  - {wait: 90s, machines_out: {type: ml.g5.xlarge, for: 40m}}\n",
    )
    steps = parse(text).steps

    assert [step.action for step in steps[5:]] == [
        SetPriority("ablation", 4),
        Terminate("fold", "enough"),
        SetShare("research", borrow_limit="unlimited"),
        SetCapacity({"ml.g5.xlarge": 4}),
        MachinesGone("ml.g5.xlarge", 2400),
    ]
    assert steps[-1].at_seconds == 570


def test_faults_and_switches_are_read() -> None:
    scenario = parse(
        SMALL
        + "faults: [{event: '*Preemption*', do: duplicate, times: 2}]\n"
        + "switches: {completed_event: after, event_detail: documented}\n"
        + "stop_seconds: 5\n"
    )

    assert scenario.faults == [EventFault("*Preemption*", "duplicate", 2)]
    assert scenario.switches["completed_event"] == "after"
    assert scenario.stop_seconds == 5


def test_the_policy_inside_is_the_one_the_lab_gets() -> None:
    scenario = parse(SMALL.replace("borrow_limit: 100", "borrow_limit: 0"))

    assert scenario.queue.shares["research"].borrow_limit == 0
    assert scenario.policy_text.splitlines()[6] == "  version: 1"
    assert "steps:" not in scenario.policy_text


def test_all_mistakes_are_told_at_once_each_with_its_place() -> None:
    text = (
        SMALL.replace("sharing: lend_and_borrow", "sharing: borrow")
        .replace("run_time: 10m", "run_time: soon")
        .replace("to: 4", "to: 40000")
        .replace("use_at_end: zero", "use_at_end: none")
    )

    assert [line.split(":")[1] for line in mistakes(text)] == ["18", "32", "34", "41"]


def test_a_mistake_in_the_policy_stands_at_its_own_line_under_policy() -> None:
    line = the_mistake("sharing: lend\n", "sharing: lent\n")

    assert line.startswith(
        'small.yaml:24:20: error: policy.queues.training.shares.product.sharing: "lent"'
    )
    assert line.endswith("Did you mean lend?")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("set_priority:", "raise_priority:", "Did you mean set_priority?"),
        ("share: product,", "share: produkt,", "Did you mean product?"),
        ("job: ablation, to", "job: ablatoin, to", "Did you mean ablation?"),
        ("preemptor: ranker", "preemptor: rankr", "Did you mean ranker?"),
        ("jobs: {fold: succeeded", "jobs: {fold: sucseeded", "Did you mean succeeded?"),
        ("blocked: {}", "blocked: {folt: limit_exceeded}", "Did you mean fold?"),
        ("owner: lena", "ownr: lena", "Did you mean owner?"),
        ("wait: 5m", "at: 5 minutes", "write 45s, 20m, 2h or 1h30m"),
        ("at: 8m", "at: 2m", "at 2m lies before the step above it"),
        ("at: 8m", "at: 8m\n    wait: 1m", "a step has at or wait, not both"),
        ("- say: research has three jobs.", "- wait: 1m", "this step does nothing"),
        ("job: screen, share", "job: fold, share", "was submitted above"),
        ("start: 2026-12-01T09:00:00Z", "start: 2026-12-01", "is not an instant with a zone"),
        ("start: 2026-12-01T09:00:00Z", "start: 9999-12-31T23:59:59-01:00", "2000 to 2099"),
        ("start: 2026-12-01T09:00:00Z", "start: 0001-01-01T00:00:00+01:00", "2000 to 2099"),
        ("owner: lena", "owner: lena, instances: 0", "a whole number of instances, 1 or more"),
        ("owner: lena", "owner: lena, instances: {}", "at least one instance"),
        ("owner: lena", "owner: lena, retries: -1", "0 or more"),
        ("version: 1\ntitle", "version: 2\ntitle", "2 is not allowed"),
        ("title: Two teams share two nodes\n", "", "title is missing. What it shows"),
    ],
)
def test_a_mistake_says_what_is_allowed_and_what_was_meant(old: str, new: str, said: str) -> None:
    assert said in " ".join(mistakes(SMALL.replace(old, new, 1)))


def test_a_step_that_does_two_things_is_refused() -> None:
    line = the_mistake(LAST_STEP, LAST_STEP + "    terminate: {job: fold}\n")

    assert "one step does one thing: set_priority or terminate" in line


def test_a_wrong_fault_is_told_with_the_other_mistakes() -> None:
    lines = mistakes(SMALL.replace("to: 4", "to: x") + "faults: [{event: '*', do: dup}]\n")

    assert [line.split(": ")[2] for line in lines] == ["steps.5.set_priority.to", "faults.0"]


def test_a_policy_with_two_queues_is_not_played() -> None:
    second = "    second: {service_environment: e, scheduling_policy: p, "
    second += "capacity: {ml.g5.xlarge: 1}, shares: {a: "
    second += "{limits: {ml.g5.xlarge: 1}, sharing: lend}}}\n"

    line = the_mistake("  teams: {research", second + "  teams: {research")

    assert "a scenario plays one queue; this policy has second or training" in line


@pytest.mark.parametrize("text", ["", "- a\n", "just words\n", "a: [\n", "\t x: 1\n", "a: *b\n"])
def test_what_is_no_scenario_is_one_clear_line(text: str) -> None:
    assert len(mistakes(text)) == 1


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"none\.yaml cannot be read: No such file"):
        read_scenario(tmp_path / "none.yaml")


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_bytes(b"\xff\xfe\x00\xd8")

    with pytest.raises(ScenarioError, match=r"odd\.yaml cannot be read: is not text"):
        read_scenario(tmp_path / "odd.yaml")


def test_a_policy_file_is_found_beside_the_scenario(tmp_path: Path) -> None:
    inside = SMALL[SMALL.index("  version: 1\n") : SMALL.index("steps:")]
    policy = "\n".join(line[2:] for line in inside.splitlines()) + "\n"
    (tmp_path / "shares.yaml").write_text(policy)
    scenario = tmp_path / "small.yaml"
    scenario.write_text(SMALL.replace(f"policy:\n{inside}", "policy: shares.yaml\n"))

    assert read_scenario(scenario).policy_text == policy


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "shares.yaml cannot be read: No such file"), ("version: 9\n", "is not usable: ")],
)
def test_a_policy_file_that_cannot_be_used_is_named(
    tmp_path: Path, content: str | None, said: str
) -> None:
    if content:
        (tmp_path / "shares.yaml").write_text(content)
    inside = SMALL[SMALL.index("policy:") : SMALL.index("steps:")]
    text = SMALL.replace(inside, "policy: shares.yaml\n")

    with pytest.raises(ScenarioError, match=said):
        parse_scenario(text, tmp_path / "small.yaml")
