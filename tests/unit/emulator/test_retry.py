from __future__ import annotations

import pytest

from batchdesk.emulator.retry import ExitRule, RetryStrategy

REASON = "Received status from SageMaker: AlgorithmError: exit code: 1"


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("*", True),
        (REASON, True),
        ("Received status from SageMaker: *", True),
        ("*AlgorithmError*", True),
        ("Received status from SageMaker:AlgorithmError*", False),
        ("Received", False),
        ("Received status from SageMaker. *", False),
        ("", False),
    ],
)
def test_only_a_star_is_special_in_a_pattern(pattern: str, matches: bool) -> None:
    assert ExitRule("RETRY", pattern).matches(REASON) is matches


def test_the_first_matching_rule_decides() -> None:
    retry = RetryStrategy(5, (ExitRule("EXIT", "*Algorithm*"), ExitRule("RETRY", "*")))
    assert not retry.again(REASON, used=1)
    assert retry.again("something else", used=1)


def test_a_failure_that_no_rule_names_is_retried_until_the_attempts_are_used() -> None:
    retry = RetryStrategy(2, (ExitRule("EXIT", "never"),))
    assert retry.again(REASON, used=1)
    assert not retry.again(REASON, used=2)


def test_one_attempt_is_the_default() -> None:
    assert not RetryStrategy().again(REASON, used=1)
