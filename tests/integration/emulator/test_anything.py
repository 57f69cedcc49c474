"""Whatever clients do, jobs move only along legal states and give back what they use."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tests.support.batch_world import BatchWorld, limits
from tests.support.service_jobs import GPU, payload

LEGAL = {
    None: {"SUBMITTED"},
    "SUBMITTED": {"RUNNABLE", "FAILED"},
    "RUNNABLE": {"SCHEDULED", "FAILED"},
    "SCHEDULED": {"STARTING", "RUNNABLE", "FAILED"},
    "STARTING": {"RUNNING", "RUNNABLE", "FAILED"},
    "RUNNING": {"SUCCEEDED", "FAILED", "RUNNABLE"},
}
CAPACITY = 6


class Monkey:
    """Clients that act at random, the same way for the same seed."""

    def __init__(self, world: BatchWorld, seed: int) -> None:
        self.world = world
        self.random = random.Random(seed)
        self.jobs: list[str] = []
        world.queue(capacity={GPU: CAPACITY})
        self.shares = [
            world.share("a", "LEND_AND_BORROW", 100, capacity={GPU: 2}),
            world.share("b", "LEND", capacity={GPU: 2}),
            world.share("c", "LEND_AND_BORROW", capacity={GPU: 1}),
            world.share("d", "RESERVE", capacity={GPU: 1}),
        ]

    def act(self) -> None:
        """Do one thing."""
        deeds: list[tuple[Callable[[], Any], int]] = [
            (self.submit, 10),
            (self.wait, 6),
            (self.prioritize, 2),
            (self.terminate, 2),
            (self.change_limits, 1),
            (self.run_out, 1),
        ]
        deed = self.random.choices([deed for deed, _ in deeds], [often for _, often in deeds])[0]
        deed()

    def submit(self) -> None:
        environment = {"BATCHDESK_RUN_SECONDS": str(self.random.randint(5, 300))}
        if self.random.random() < 0.2:
            environment["BATCHDESK_FAIL_AFTER"] = str(self.random.randint(1, 100))
        request = payload(self.random.randint(1, 3), Environment=environment)
        self.jobs.append(
            self.world.submit(
                f"job-{len(self.jobs)}",
                self.random.choice("abcd"),
                self.random.randint(0, 5),
                request="not json" if self.random.random() < 0.05 else request,
                retryStrategy={"attempts": self.random.randint(1, 3)},
                timeoutConfig={"attemptDurationSeconds": self.random.choice([50, 3600])},
                preemptionConfiguration={
                    "preemptionRetriesBeforeTermination": self.random.randint(0, 3)
                },
            )
        )

    def wait(self) -> None:
        self.world.pass_seconds(self.random.choice([0, 1, 5, 20, 60, 200]))

    def prioritize(self) -> None:
        if self.jobs:
            job, priority = self.random.choice(self.jobs), self.random.randint(0, 9)
            with suppress(self.world.batch.exceptions.ClientException):  # it may have ended
                self.world.batch.update_service_job(jobId=job, schedulingPriority=priority)

    def terminate(self) -> None:
        if self.jobs:
            job = self.random.choice(self.jobs)
            self.world.batch.terminate_service_job(jobId=job, reason="no longer needed")

    def change_limits(self) -> None:
        arn = self.random.choice(self.shares)
        count = self.random.randint(1, 3)
        self.world.batch.update_quota_share(quotaShareArn=arn, capacityLimits=limits({GPU: count}))

    def run_out(self) -> None:
        until = self.world.clock.now + self.random.randint(1, 600) * 1000
        self.world.emulator.out_of_machines(GPU, until)

    def end_all(self) -> None:
        """Terminate what waits for ever and let everything come to its end."""
        self.world.run_to_the_end()
        for job in self.jobs:
            self.world.batch.terminate_service_job(jobId=job, reason="closing time")
        self.world.run_to_the_end()


@pytest.mark.parametrize("seed", range(4))
def test_jobs_move_legally_and_give_everything_back(world: BatchWorld, seed: int) -> None:
    monkey = Monkey(world, seed)
    for _ in range(60):
        monkey.act()
    monkey.end_all()
    history = world.emulator.history
    for entry in history.of("state"):
        assert entry.facts["to"] in LEGAL[entry.facts["from"]], entry
    times = [entry.at for entry in history.entries]
    assert times == sorted(times)
    assert max(totals(world)) <= CAPACITY
    assert set(world.use().values()) == {0}
    for job in monkey.jobs:
        check_end(world, job)


def totals(world: BatchWorld) -> list[int]:
    """The instances in use at the end of every instant in which use changed."""
    now: dict[str, int] = {}
    by_instant: dict[int, int] = {}
    for entry in world.emulator.history.of("use"):
        now[entry.facts["share"]] = entry.facts["used"]
        by_instant[entry.at] = sum(now.values())
    return list(by_instant.values())


def check_end(world: BatchWorld, job_id: str) -> None:
    job, seen = world.job(job_id), world.seen(job_id)
    assert job["status"] in ("SUCCEEDED", "FAILED")
    assert job["statusReason"]
    stops = job.get("preemptionSummary", {}).get("preemptedAttemptCount", 0)
    assert seen.count("Preemption Completed") == stops
    assert seen.count("Preemption Started") >= stops
