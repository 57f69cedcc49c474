"""Queues: how many shares and types, what the capacity bears, whose environment it is."""

from __future__ import annotations

from collections.abc import Iterator

from policycompiler.findings import Problem, warning
from policycompiler.place import Place
from policycompiler.words import did_you_mean, one_of, quote

MOST_SHARES = 20  # documented: User Guide, quota-shares
MOST_TYPES = 5  # documented: User Guide, quota-shares


def counts(root: Place) -> Iterator[Problem]:
    """1 or more queues, 1 to 20 shares, 1 to 5 instance types."""
    if root["queues"].value == {}:
        yield Problem(root["queues"].path, "no queue is named: a policy has at least one")
    for _, queue in root["queues"].fields():
        shares = queue["shares"]
        if isinstance(shares.value, dict) and not 1 <= len(shares.value) <= MOST_SHARES:
            message = f"{len(shares.value)} shares are not allowed: 1 to {MOST_SHARES} per queue"
            yield Problem(shares.path, message)
        for limits in (queue["capacity"], *(share["limits"] for _, share in shares.fields())):
            if isinstance(limits.value, dict) and not 1 <= len(limits.value) <= MOST_TYPES:
                message = f"{len(limits.value)} instance types are not allowed: 1 to {MOST_TYPES}"
                yield Problem(limits.path, message)


def types_within_capacity(root: Place) -> Iterator[Problem]:
    """A type that the environment does not have can never run."""
    for name, queue in root["queues"].fields():
        known = queue["capacity"].names
        for _, share in queue["shares"].fields():
            for kind, limit in share["limits"].fields():
                if known and kind not in known:
                    yield Problem(
                        limit.path,
                        f"{kind} can never run: {name}'s capacity has only "
                        f"{one_of(known)}.{did_you_mean(kind, known)}",
                        at_key=True,
                    )


def environments(root: Place) -> Iterator[Problem]:
    """A quota-management environment serves one queue (documented: User Guide)."""
    first: dict[str, str] = {}
    for name, queue in root["queues"].fields():
        environment = queue["service_environment"]
        if environment.text is None:
            continue
        if environment.text in first:
            yield Problem(
                environment.path,
                f"{quote(environment.text)} already serves queue {first[environment.text]}: a "
                "service environment serves one queue only. Name another",
            )
        first.setdefault(environment.text, name)


def sums(root: Place) -> Iterator[Problem]:
    """Limits that do not add up to the capacity are allowed, and mean something."""
    for _, queue in root["queues"].fields():
        for kind, capacity in queue["capacity"].fields():
            limits = [share["limits"][kind].number for _, share in queue["shares"].fields()]
            total = sum(limit for limit in limits if limit and limit > 0)
            if capacity.number and capacity.number > 0 and limits and total != capacity.number:
                yield warning(capacity.path, _meaning(kind, total, capacity.number))


def _meaning(kind: str, total: int, capacity: int) -> str:
    if total > capacity:
        return (
            f"the shares' limits of {kind} add up to {total}, the capacity is {capacity}: "
            "promised more than there is, so a share may have to wait for instances within "
            "its own limit"
        )
    return (
        f"the shares' limits of {kind} add up to {total} of {capacity}: {capacity - total} "
        "belong to no share. Most likely nobody can use or borrow them"
    )


RULES = (counts, types_within_capacity, environments, sums)
