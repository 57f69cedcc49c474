"""Mistakes in priorities, protection, resubmission, checkpoints and prices."""

from __future__ import annotations

import pytest

from tests.support.policy_mistakes import Mistake, name_of

MISTAKES = [
    Mistake(
        "no updates per second",
        'priorities: {mode: "on", per_second: 10}',
        'priorities: {mode: "on", per_second: 0}',
        "40:38",
        "priorities.per_second",
        "0 is not allowed: calls per second, a number above 0.",
    ),
    Mistake(
        "endlessly many updates",
        'priorities: {mode: "on", per_second: 10}',
        'priorities: {mode: "on", per_second: .inf}',
        "40:38",
        "priorities.per_second",
        '".inf" is not allowed: calls per second, a number above 0.',
    ),
    Mistake(
        "aging past its top at once",
        "max_add: 500",
        "max_add: 50",
        "42:52",
        "protect.after_preemptions.max_add",
        "50 is not allowed: at least add, which is 100.",
    ),
    Mistake(
        "a share without its queue",
        "training/research:",
        "research:",
        "48:12",
        "resubmit.shares.research",
        "Did you mean training/research?",
    ),
    Mistake(
        "an unknown way without checkpoint",
        "on_no_checkpoint: restart",
        "on_no_checkpoint: retry",
        "48:50",
        "resubmit.shares.training/research.on_no_checkpoint",
        "Did you mean restart?",
    ),
    Mistake(
        "no wait at all",
        "[1, 5, 30]",
        "[]",
        "47:38",
        "resubmit.default.backoff_minutes",
        "[] is not allowed: 1 to 20 waits in minutes.",
    ),
    Mistake(
        "a pattern without step",
        '"checkpoint-{step}/"',
        '"checkpoint-*/"',
        "50:12",
        "checkpoints.pattern",
        "the pattern holds {step} exactly once, and no other braces.",
    ),
    Mistake(
        "a pattern that is no folder",
        '"checkpoint-{step}/"',
        '"checkpoint-{step}"',
        "50:12",
        "checkpoints.pattern",
        "a folder below the job's S3Uri, ending in / and without *, such as",
    ),
    Mistake(
        "two signs of completeness",
        "{marker: trainer_state.json}",
        "{marker: x, min_objects: 2}",
        "51:13",
        "checkpoints.complete",
        "exactly one of marker and min_objects is needed.",
    ),
    Mistake(
        "an unknown placeholder",
        '"{local_path}"',
        '"{localpath}"',
        "52:41",
        "checkpoints.environment.RESUME_FROM_CHECKPOINT",
        "Did you mean {local_path}?",
    ),
    Mistake(
        "a variable with a dash",
        "RESUME_FROM_CHECKPOINT",
        "RESUME-FROM",
        "52:17",
        "checkpoints.environment.RESUME-FROM",
        "letters, digits and _, not beginning with a digit.",
    ),
    Mistake(
        "a price of a typo",
        "ml.p5.48xlarge: 98.32",
        "currencey: 98.32",
        "53:44",
        "prices.currencey",
        "Did you mean currency?",
    ),
    Mistake(
        "a price in words",
        "98.32",
        "free",
        "53:60",
        "prices.ml.p5.48xlarge",
        '"free" is not allowed: a price per instance-hour, a number 0 or more.',
    ),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=name_of)
def test_a_mistake_is_told_with_its_place_and_what_is_allowed(mistake: Mistake) -> None:
    mistake.verify()
