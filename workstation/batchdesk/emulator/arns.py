"""ARNs of one account and region, as documented."""

from __future__ import annotations

from dataclasses import dataclass

from moto.utilities.utils import get_partition


@dataclass(frozen=True)
class Place:
    """An account in a region."""

    account: str
    region: str

    def policy(self, name: str) -> str:
        return self._batch(f"scheduling-policy/{name}")

    def environment(self, name: str) -> str:
        return self._batch(f"service-environment/{name}")

    def queue(self, name: str) -> str:
        return self._batch(f"job-queue/{name}")

    def share(self, queue: str, name: str) -> str:
        return f"{self.queue(queue)}/quota-share/{name}"

    def job(self, job_id: str) -> str:
        return self._batch(f"service-job/{job_id}")

    def _batch(self, rest: str) -> str:
        return f"arn:{get_partition(self.region)}:batch:{self.region}:{self.account}:{rest}"
