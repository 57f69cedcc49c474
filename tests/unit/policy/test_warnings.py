"""Warnings: the policy can be used, and does something that may surprise."""

from __future__ import annotations

import pytest

from policycompiler import check_text
from tests.support.policies import WHOLE, changed

SECOND_WINDOW = """\
    rank: 10
  - name: evening
    timezone: America/New_York
    days: [mon]
    from: "{start}"
    for: {length}
    select: {select}
    priority: {{set: {set}}}
    rank: {rank}
"""


def warnings_of(*edits: tuple[str, str]) -> list[tuple[str, str]]:
    findings = check_text(changed(WHOLE, *edits), "policy.yaml")
    assert {finding.level for finding in findings} <= {"warning"}, findings
    return [(finding.path, finding.message) for finding in findings]


def overlap(
    start: str = "08:00",
    length: str = "2h",
    select: str = "{queue: training}",
    value: int = 50,
    rank: int = 10,
) -> list[tuple[str, str]]:
    second = SECOND_WINDOW.format(start=start, length=length, select=select, set=value, rank=rank)
    return warnings_of(("    rank: 10\n", second))


def test_a_share_without_a_team_is_told_to_the_platform() -> None:
    (found,) = warnings_of(("        team: product\n", ""))
    assert found == (
        "queues.training.shares.product",
        "product has no team: its messages go to platform.slack (#gpu-platform).",
    )


def test_false_for_in_share_preemption_protects_nothing_that_is_borrowed() -> None:
    found = warnings_of(("in_share_preemption: true", "in_share_preemption: false"))
    assert ("queues.training.shares.research", found[0][1]) == found[0]
    assert "does not protect borrowed nodes" in found[0][1]


def test_a_window_on_a_share_without_in_share_preemption_stops_nobody() -> None:
    found = warnings_of(("        in_share_preemption: true\n", ""))
    assert found == [
        (
            "windows.office-hours",
            "research has in_share_preemption: false. The window changes who is next, it will "
            "not stop any running job.",
        )
    ]


@pytest.mark.parametrize(
    ("capacity", "says"),
    [
        ("ml.g5.xlarge: 2", "add up to 3, the capacity is 2"),
        ("ml.g5.xlarge: 5", "add up to 3 of 5: 2 belong to no share"),
    ],
)
def test_limits_that_do_not_add_up_to_the_capacity_say_what_it_means(
    capacity: str, says: str
) -> None:
    (found,) = warnings_of(("8, ml.g5.xlarge: 3", f"8, {capacity}"))
    assert found[0] == "queues.training.capacity.ml.g5.xlarge"
    assert says in found[1]


def test_a_bound_of_less_than_one_instance_is_told_per_type() -> None:
    found = warnings_of(("borrow_limit: 100", "borrow_limit: 30"))
    assert [says for _, says in found] == [
        "30 % of 3 is less than one instance: research can never borrow ml.g5.xlarge. Write 0 if "
        "that is meant."
    ]


def test_nobody_can_borrow_where_nobody_lends() -> None:
    (found,) = warnings_of(("sharing: lend\n", "sharing: reserve\n"))
    assert "no other share of its queue lends" in found[1]


def test_work_that_must_not_stop_should_not_borrow() -> None:
    (found,) = warnings_of(("interruptible: yes", "interruptible: no"))
    assert "is not interruptible but may borrow" in found[1]
    assert (
        warnings_of(
            ("interruptible: yes", "interruptible: no"), ("borrow_limit: 100", "borrow_limit: 0")
        )
        == []
    )


def test_holding_every_resubmission_needs_checkpoints() -> None:
    section = WHOLE[WHOLE.index("checkpoints:") : WHOLE.index("prices:")]
    (found,) = warnings_of((section, ""))
    assert "no checkpoint is ever found" in found[1]


def test_a_team_nobody_can_reach_and_a_price_nobody_pays_are_told() -> None:
    found = warnings_of(
        ('platform: {slack: {channel: "#gpu-platform"}}\n', ""),
        ('  product: {slack: {channel: "#product-gpu"}}', "  product: {}"),
        ("list price, ml.p5.48xlarge", "list price, ml.p5e.48xlarge"),
    )
    assert [path for path, _ in found] == ["teams.product", "prices.ml.p5e.48xlarge"]


def test_two_windows_that_set_at_the_same_time_need_a_rank() -> None:
    (found,) = overlap()
    assert found[0] == "windows.evening"
    assert "overlaps office-hours" in found[1]


def test_windows_that_cannot_disagree_are_not_warned_of() -> None:
    assert overlap(rank=11) == []
    assert overlap(value=800) == []
    assert overlap(start="12:00") == []  # 18:00 in Berlin, where the first has ended
    assert overlap(select="{queue: training, share: product}")[0][0] == "windows.evening"
    assert "will not stop" in overlap(select="{queue: training, share: product}")[0][1]
    assert overlap(select='{job_name: "batch-*"}') == []


def test_a_window_that_runs_into_the_next_week_still_overlaps() -> None:
    edits = [("days: [mon, tue]", "days: [mon]"), ('from: "09:00"', 'from: "00:00"')]
    second = SECOND_WINDOW.format(
        start="17:00", length="24h", select="{queue: training}", set=50, rank=10
    ).replace("[mon]", "[sun]")
    found = warnings_of(*edits, ("    rank: 10\n", second))
    assert [path for path, _ in found] == ["windows.evening"]
