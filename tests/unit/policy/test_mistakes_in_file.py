"""Mistakes of form: fields that are unknown, missing or twice there, and no YAML at all."""

from __future__ import annotations

import pytest

from tests.support.policy_mistakes import Mistake, name_of

MISTAKES = [
    Mistake(
        "an unknown section",
        "owner_tag: owner",
        "owner_tags: owner",
        "3:1",
        "owner_tags",
        "Did you mean owner_tag?",
    ),
    Mistake(
        "an unknown field of a share",
        "        sharing: lend\n",
        "        sharing: lend\n        lends: all\n",
        "22:9",
        "queues.training.shares.product.lends",
        "team, limits, sharing, borrow_limit, in_share_preemption or",
    ),
    Mistake(
        "a missing field",
        "    scheduling_policy: training-policy\n",
        "",
        "7:5",
        "queues.training.scheduling_policy",
        "scheduling_policy is missing. Its scheduling policy, of the quota",
    ),
    Mistake(
        "a newer version",
        "version: 1",
        "version: 2",
        "1:10",
        "version",
        "2 is not allowed; allowed: 1.",
    ),
    Mistake(
        "a version in quotes", "version: 1", 'version: "1"', "1:10", "version", "Did you mean 1?"
    ),
    Mistake(
        "a field given twice",
        "        team: product\n",
        "        team: product\n        team: research\n",
        "20:9",
        "queues.training.shares.product",
        '"team" stands here twice, first in line 19: keep one of them.',
    ),
    Mistake(
        "a field left empty",
        "        borrow_limit: 100\n",
        "        borrow_limit:\n",
        "15:9",
        "queues.training.shares.research.borrow_limit",
        "borrow_limit is empty: give it a value or remove it.",
    ),
    Mistake(
        "a list where fields belong",
        'product: {slack: {channel: "#product-gpu"}}',
        "product: [slack]",
        "29:12",
        "teams.product",
        '["slack"] is not allowed here: it must hold fields, one per line.',
    ),
    Mistake(
        "an unclosed bracket",
        "[mon, tue]",
        "[mon, tue",
        "35:9",
        "",
        "while parsing a flow sequence begun in line 34, expected ',' or ']',",
    ),
    Mistake(
        "a tab",
        "  training:\n",
        "\ttraining:\n",
        "6:1",
        "",
        "while scanning for the next token, found character '\\t' that cannot",
    ),
    Mistake(
        "a tag of YAML",
        "owner_tag: owner",
        "owner_tag: !ref owner",
        "3:12",
        "owner_tag",
        'tags like "!ref" have no meaning here; remove it.',
    ),
    Mistake(
        "a merge key",
        "  product: {slack",
        "  product: {<<: {}, slack",
        "29:13",
        "teams.product",
        "merging with << is not supported: write the fields out.",
    ),
    Mistake(
        "an alias without an anchor",
        "owner_tag: owner",
        "owner_tag: *owner",
        "3:12",
        "",
        "this is not YAML: found undefined alias 'owner'.",
    ),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=name_of)
def test_a_mistake_is_told_with_its_place_and_what_is_allowed(mistake: Mistake) -> None:
    mistake.verify()
