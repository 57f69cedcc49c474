"""A small scenario as text, to be changed by a test, and a stage that needs no AWS."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

SMALL = """\
version: 1
title: Two teams share two nodes
start: 2026-12-01T09:00:00Z
seed: 5
until: 4h
policy:
  version: 1
  owner_tag: owner
  queues:
    training:
      service_environment: training-env
      scheduling_policy: training-policy
      capacity: {ml.g5.xlarge: 2}
      shares:
        research:
          team: research
          limits: {ml.g5.xlarge: 1}
          sharing: lend_and_borrow
          borrow_limit: 100
          in_share_preemption: true
        product:
          team: product
          limits: {ml.g5.xlarge: 1}
          sharing: lend
  teams: {research: {}, product: {}}
steps:
  - say: research has three jobs.
  - submit: {job: fold, share: research, priority: 3, owner: ines, run_time: 30m}
  - submit: {job: screen, share: research, priority: 2, owner: omar, run_time: 30m}
  - submit: {job: ablation, share: research, priority: 1, owner: mira, run_time: 20m}
  - wait: 5m
    submit: {job: ranker, share: product, owner: lena, run_time: 10m}
  - at: 8m
    set_priority: {job: ablation, to: 4}
expect:
  stops:
    - {job: screen, cause: cross_share, preemptor: ranker, outcome: requeued}
    - {job: fold, cause: in_share, preemptor: ablation, outcome: requeued}
  jobs: {fold: succeeded, screen: succeeded, ablation: succeeded, ranker: succeeded}
  blocked: {}
  use_at_end: zero
  ledger_records: 2
  ledger_agrees: true
"""


class FakeBatch:
    """Takes what the SDK's client takes, and remembers it."""

    def __init__(self, calls: list[tuple[str, Any]], refusal: Exception | None) -> None:
        self._calls = calls
        self._refusal = refusal

    def submit_service_job(self, **request: Any) -> dict[str, str]:
        """Number the job."""
        self._calls.append(("submit", request))
        return {"jobId": f"id-of-{request['jobName']}"}

    def update_service_job(self, **request: Any) -> None:
        """Remember the new priority, or refuse it."""
        if self._refusal:
            raise self._refusal
        self._calls.append(("priority", request))

    def terminate_service_job(self, **request: Any) -> None:
        """Remember the end."""
        self._calls.append(("terminate", request))


class FakeStage:
    """Time that passes from one named instant to the next; nothing happens by itself."""

    def __init__(self, start: datetime, due_minutes: list[float], busy: bool = False) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.steps = 0
        self.entries: list[Mapping[str, Any]] = []
        self.busy = busy
        self.refusal: Exception | None = None
        self._now = start.astimezone(UTC)
        self._due = [start + timedelta(minutes=minutes) for minutes in due_minutes]

    @property
    def idle(self) -> bool:
        """Idle once nothing is due, unless it never is."""
        return not self.busy and not self._due

    def history(self, begin: int) -> list[Mapping[str, Any]]:
        """What a test put there."""
        return self.entries[begin:]

    def now(self) -> datetime:
        """The stage's time."""
        return self._now

    def next_due(self) -> datetime | None:
        """The next instant a test named."""
        return self._due[0] if self._due else None

    def step(self) -> datetime:
        """Go there."""
        self._now = self._due.pop(0)
        self.steps += 1
        return self._now

    def run_until(self, at: datetime) -> None:
        """Stand there."""
        self._now = max(self._now, at)

    def client(self, service: str) -> Any:
        """A Batch that remembers."""
        assert service == "batch"
        return FakeBatch(self.calls, self.refusal)

    def out_of_machines(self, instance_type: str, minutes: float) -> None:
        """Remember it."""
        self.calls.append(("machines", (instance_type, minutes)))

    def change_share(self, share: str, changes: Mapping[str, Any]) -> None:
        """Remember it."""
        self.calls.append(("share", (share, dict(changes))))

    def change_capacity(self, limits: Mapping[str, int]) -> None:
        """Remember it."""
        self.calls.append(("capacity", dict(limits)))
