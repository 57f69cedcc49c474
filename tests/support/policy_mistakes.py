"""A mistake in a policy, and the one error it must lead to."""

from __future__ import annotations

from dataclasses import dataclass

from policycompiler import check_text, errors
from tests.support.policies import WHOLE, changed


@dataclass(frozen=True)
class Mistake:
    """An edit of the whole policy: `at` is line:column, `says` a part of the message."""

    name: str
    old: str
    new: str
    at: str
    path: str
    says: str

    def verify(self) -> None:
        """Check that this is the only error, told in the right place."""
        found = errors(check_text(changed(WHOLE, (self.old, self.new)), "policy.yaml"))
        assert len(found) == 1, found
        assert f"{found[0].line}:{found[0].column}" == self.at
        assert found[0].path == self.path
        assert self.says in found[0].message


def name_of(mistake: Mistake) -> str:
    """Name a mistake in pytest's output."""
    return mistake.name
