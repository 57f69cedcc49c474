"""Is a failed attempt tried again? Preemptions and missing machines never ask this."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class ExitRule:
    """One entry of evaluateOnExit: what to do when the status reason matches."""

    action: str
    pattern: str

    def matches(self, reason: str) -> bool:
        """Match as a glob in which only `*` is special."""
        parts = map(re.escape, self.pattern.split("*"))
        return re.fullmatch(".*".join(parts), reason, re.DOTALL) is not None


@dataclass(frozen=True)
class RetryStrategy:
    """How often a job may be put into RUNNABLE, the first time included (documented)."""

    attempts: int = 1
    rules: tuple[ExitRule, ...] = ()

    def again(self, reason: str, used: int) -> bool:
        """Decide after `used` failed attempts whether there is another one.

        The first matching rule decides, and without a match the job is retried: both
        documented for container jobs, assumed for service jobs.
        """
        if used >= self.attempts:
            return False
        for rule in self.rules:
            if rule.matches(reason):
                return rule.action == "RETRY"
        return True
