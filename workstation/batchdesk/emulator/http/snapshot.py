"""GetJobQueueSnapshot: who is first, and how much is in use (documented: User Guide page
track-capacity-utilization-service-jobs). It shows use, not limits."""

from __future__ import annotations

from typing import Any

from batchdesk.emulator.engine import Engine
from batchdesk.emulator.jobs import ServiceJob
from batchdesk.emulator.wire.answers import usage_answer

MOST_JOBS = 100


def snapshot_answer(engine: Engine, at: int) -> dict[str, Any]:
    """Describe a queue as it is now."""
    answer: dict[str, Any] = {
        "frontOfQueue": {
            "jobs": [_front(job, job.runnable_since) for job in engine.waiting()[:MOST_JOBS]],
            "lastUpdatedAt": at,
        },
        "queueUtilization": {
            "totalCapacityUsage": usage_answer(engine.book.total_used()),
            "lastUpdatedAt": at,
        },
    }
    if engine.queue.policy is not None:
        answer["frontOfQuotaShares"] = {"quotaShares": _heads(engine), "lastUpdatedAt": at}
        answer["queueUtilization"]["quotaShareUtilization"] = {
            "topCapacityUtilization": _shares(engine)
        }
    return answer


def _heads(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    heads: dict[str, list[dict[str, Any]]] = {}
    for name in engine.queue.shares:
        job = engine.head(name)
        heads[name] = [_front(job, engine.book.at_front_since(name))] if job else []
    return heads


def _shares(engine: Engine) -> list[dict[str, Any]]:
    """All shares, the one in most use first (assumed: instances of all types added up)."""
    used = {name: engine.book.used(name) for name in engine.queue.shares}
    order = sorted(used, key=lambda name: (-sum(used[name].values()), name))
    return [{"quotaShareName": name, "capacityUsage": usage_answer(used[name])} for name in order]


def _front(job: ServiceJob, since: int | None) -> dict[str, Any]:
    return {"jobArn": job.arn, "earliestTimeAtPosition": since}
