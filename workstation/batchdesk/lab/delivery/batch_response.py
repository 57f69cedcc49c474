"""Which messages of a batch a function has failed, as Lambda reads its answer.

Documented (Lambda developer guide, "reporting batch item failures", success and failure
conditions): an empty or null answer or list is success; an answer it cannot read fails the whole
batch, as does an identifier that is empty, null, misnamed or of no message of the batch.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


def failed_ids(response: Any, batch: Collection[str]) -> frozenset[str]:
    """The ids of the batch that stay in the queue after this answer."""
    everything = frozenset(batch)
    if response is None:
        return frozenset()
    if not isinstance(response, Mapping):
        return everything
    failures = response.get("batchItemFailures")
    if failures is None:
        return frozenset()
    if not isinstance(failures, list):
        return everything
    named = [one.get("itemIdentifier") if isinstance(one, Mapping) else None for one in failures]
    if any(not isinstance(one, str) or one not in everything for one in named):
        return everything
    return frozenset(one for one in named if isinstance(one, str))
