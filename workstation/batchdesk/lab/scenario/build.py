"""From the shape of a checked file to the frozen scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from batchdesk.lab.faults.parse import parse_fault
from batchdesk.lab.scenario.file import ExpectSection, ScenarioFile, StopSection
from batchdesk.lab.scenario.model import (
    Action,
    Expect,
    ExpectedStop,
    MachinesGone,
    Scenario,
    SetCapacity,
    SetPriority,
    SetShare,
    Step,
    Submit,
    Terminate,
)
from batchdesk.lab.scenario.steps import StepSection, SubmitSection
from batchdesk.lab.scenario.values import ANY_TYPE
from batchshares.domain.policy import Policy, Queue


def build(name: str, file: ScenarioFile, policy: Policy, policy_text: str) -> Scenario:
    """Fill in what the file leaves out; the file and its policy have been checked."""
    return Scenario(
        name=name,
        title=file.title,
        start=file.start,
        seed=file.seed,
        until_seconds=file.until,
        policy=policy,
        policy_text=policy_text,
        switches=file.switches.model_dump(),
        stop_seconds=file.stop_seconds,
        faults=[parse_fault(fault) for fault in file.faults],
        steps=list(_steps(file.steps, policy)),
        expect=_expect(file.expect),
    )


def _steps(sections: list[StepSection], policy: Policy) -> Iterator[Step]:
    now, queue = 0, next(iter(policy.queues.values()))
    for section in sections:
        now = (section.at if section.at is not None else now) + (section.wait or 0)
        yield Step(now, section.say, _action(section, queue))


def _action(section: StepSection, queue: Queue) -> Action | None:
    if section.submit:
        return _submit(section.submit, queue)
    if section.set_priority:
        return SetPriority(section.set_priority.job, section.set_priority.to)
    if section.terminate:
        return Terminate(section.terminate.job, section.terminate.because)
    if share := section.set_share:
        return SetShare(share.share, share.limits, share.sharing, share.borrow_limit)
    if section.set_capacity:
        return SetCapacity(section.set_capacity)
    if section.machines_out:
        return MachinesGone(section.machines_out.type, section.machines_out.length)
    return None


def _submit(job: SubmitSection, queue: Queue) -> Submit:
    return Submit(
        job=job.job,
        queue=queue.name,
        share=job.share,
        instances=_instances(job.instances, queue),
        priority=job.priority,
        owner=job.owner,
        tags=job.tags,
        run_seconds=job.run_time,
        retries=job.retries,
        attempts=job.attempts,
        fail_after_seconds=job.fail_after,
        payload=job.payload,
    )


def _instances(asked: Mapping[str, int], queue: Queue) -> dict[str, int]:
    """Name the type where the step does not: the first of the queue's capacity."""
    first = next(iter(queue.capacity))
    return {type_ if type_ != ANY_TYPE else first: count for type_, count in asked.items()}


def _expect(section: ExpectSection) -> Expect:
    stops = None if section.stops is None else [_stop(stop) for stop in section.stops]
    return Expect(
        stops=stops,
        jobs=section.jobs,
        blocked=section.blocked,
        use_at_end=section.use_at_end,
        ledger_records=section.ledger_records,
        ledger_agrees=section.ledger_agrees,
    )


def _stop(section: StopSection) -> ExpectedStop:
    return ExpectedStop(section.job, section.model_dump(exclude={"job"}, exclude_unset=True))
