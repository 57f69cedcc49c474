"""Mistakes in queues and shares."""

from __future__ import annotations

import pytest

from tests.support.policy_mistakes import Mistake, name_of

MISTAKES = [
    Mistake(
        "text for a number",
        "ml.g5.xlarge: 3}\n    shares",
        "ml.g5.xlarge: three}\n    shares",
        "9:49",
        "queues.training.capacity.ml.g5.xlarge",
        '"three" is not allowed: a whole number of instances, 1 or more.',
    ),
    Mistake(
        "a limit of zero",
        "limits: {ml.p5.48xlarge: 4}",
        "limits: {ml.p5.48xlarge: 0}",
        "20:34",
        "queues.training.shares.product.limits.ml.p5.48xlarge",
        "0 is not allowed: a whole number of instances, 1 or more.",
    ),
    Mistake(
        "half an instance",
        "limits: {ml.p5.48xlarge: 4}",
        "limits: {ml.p5.48xlarge: 0.5}",
        "20:34",
        "queues.training.shares.product.limits.ml.p5.48xlarge",
        "0.5 is not allowed: a whole number of instances, 1 or more.",
    ),
    Mistake(
        "a type outside the capacity",
        "limits: {ml.p5.48xlarge: 4}",
        "limits: {ml.p4d.24xlarge: 4}",
        "20:18",
        "queues.training.shares.product.limits.ml.p4d.24xlarge",
        "Did you mean ml.p5.48xlarge?",
    ),
    Mistake(
        "too many types",
        "capacity: {ml.p5.48xlarge: 8, ",
        "capacity: {ml.p5.48xlarge: 8, ml.a.x: 1, ml.b.x: 1, ml.c.x: 1, ml.d.x: 1, ",
        "9:15",
        "queues.training.capacity",
        "6 instance types are not allowed: 1 to 5.",
    ),
    Mistake(
        "no limits at all",
        "limits: {ml.p5.48xlarge: 4}",
        "limits: {}",
        "20:17",
        "queues.training.shares.product.limits",
        "0 instance types are not allowed: 1 to 5.",
    ),
    Mistake(
        "an unknown way of sharing",
        "sharing: lend\n",
        "sharing: lending\n",
        "21:18",
        "queues.training.shares.product.sharing",
        "Did you mean lend?",
    ),
    Mistake(
        "a borrow limit for a lender",
        "        sharing: lend\n",
        "        sharing: lend\n        borrow_limit: 50\n",
        "22:23",
        "queues.training.shares.product.borrow_limit",
        "only a share with sharing: lend_and_borrow borrows. product has",
    ),
    Mistake(
        "a negative borrow limit",
        "borrow_limit: 100",
        "borrow_limit: -1",
        "15:23",
        "queues.training.shares.research.borrow_limit",
        "a whole percentage of the share's limit, 0 for none, or unlimited.",
    ),
    Mistake(
        "a borrow limit with a percent sign",
        "borrow_limit: 100",
        "borrow_limit: 100%",
        "15:23",
        "queues.training.shares.research.borrow_limit",
        "a whole percentage of the share's limit, 0 for none, or unlimited.",
    ),
    Mistake(
        "a share's name with a blank",
        "      product:\n        team",
        "      pro duct:\n        team",
        "18:7",
        "queues.training.shares.pro duct",
        "1 to 128 of A-Z, a-z, 0-9, - and _.",
    ),
    Mistake(
        "a team that does not exist",
        "team: research\n",
        "team: reserch\n",
        "12:15",
        "queues.training.shares.research.team",
        "Did you mean research?",
    ),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=name_of)
def test_a_mistake_is_told_with_its_place_and_what_is_allowed(mistake: Mistake) -> None:
    mistake.verify()
