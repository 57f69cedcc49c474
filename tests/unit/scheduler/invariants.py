"""What must hold in every history, checked by plain counting beside the scheduler."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from batchdesk.scheduler import Book, Job, Preempt, Promise, Start
from tests.unit.scheduler.plain import Use
from tests.unit.scheduler.player import POLICY_CHANGES, Moment, Watch


class Sums(Watch):
    """The running sums are what plain counting gives, after whatever happened."""

    def event(self, seen: Moment) -> None:
        self._check(seen.book)

    def applied(self, seen: Moment) -> None:
        self._check(seen.book)

    def _check(self, book: Book) -> None:
        present, settled = Use.of(book, "running", "stopping"), Use.of(book, "running")
        for kind in present.kinds():
            assert book.total_used().get(kind, 0) == present.total(kind)
            for use, ledger in ((present, book.present), (settled, book.settled)):
                assert ledger.total(kind) == use.total(kind)
                assert ledger.excess(kind) == use.excess(kind)
                assert ledger.lendable(kind) == use.lendable(kind)
                for share in use.shares:
                    assert ledger.used(share, kind) == use.used(share, kind)


@dataclass
class Room(Watch):
    """Nothing starts beyond capacity or bound; loans are uncovered by policy changes only."""

    uncovered: dict[str, int] = field(default_factory=dict)

    def event(self, seen: Moment) -> None:
        self._loans(seen.book, may_grow=seen.kind in POLICY_CHANGES)

    def applied(self, seen: Moment) -> None:
        for made in seen.decisions:
            if isinstance(made, Start):
                self._room_for(seen.book, seen.book.entry(made.job_id).job)
        self._loans(seen.book, may_grow=False)

    def _room_for(self, book: Book, job: Job) -> None:
        use = Use.of(book, "running", "stopping")
        for kind in job.instances:
            assert use.total(kind) <= book.terms.capacity.get(kind, 0)
            assert use.within(job.share, kind)

    def _loans(self, book: Book, may_grow: bool) -> None:
        use = Use.of(book, "running", "stopping")
        now = {kind: use.uncovered(kind) for kind in use.kinds()}
        grown = [kind for kind in now if now[kind] > self.uncovered.get(kind, 0)]
        assert may_grow or not grown, f"uncovered loans of {grown} grew: {self.uncovered} {now}"
        self.uncovered = now


class Victims(Watch):
    """Whoever is stopped may be stopped and is needed; and every promise holds."""

    def decided(self, seen: Moment) -> None:
        book = seen.book
        stops = [made for made in seen.decisions if isinstance(made, Preempt)]
        started = {made.job_id for made in seen.decisions if isinstance(made, Start)}
        lists = [made.job_ids for made in seen.decisions if isinstance(made, Promise)]
        names = lists[-1] if lists else [name for name in book.promised if name not in started]
        use = Use.of(book, "running").plus(*(book.entry(name).job for name in started))
        promises = [book.entry(name).job for name in names]
        bare = use.less({stop.job_id for stop in stops})
        for job in promises:
            assert bare.plus(*promises).holds(job, bare), f"{job.job_id}: no room to promise"
        for stop in stops:
            self._may_be_stopped(book, stop, names, use)
            others = {other.job_id for other in stops if other is not stop}
            self._is_needed(book, stop, stops, promises, use.less(others))

    def _may_be_stopped(self, book: Book, stop: Preempt, names: Sequence[str], use: Use) -> None:
        victim, head = book.entry(stop.job_id), book.entry(stop.for_job_id).job
        assert victim.state == "running"
        assert stop.for_job_id in names, f"{stop} for a job without a promise"
        share, kinds = victim.job.share, victim.job.instances
        assert set(kinds) & set(head.instances)
        if stop.cause == "in_share":
            assert book.terms.shares[share].in_share_preemption
            assert share == head.share
            assert victim.job.priority < head.priority
            return
        assert share != head.share
        assert any(use.used(share, kind) > use.limit(share, kind) for kind in kinds)
        before = Use.of(book, "running")
        beyond = any(not before.within(share, kind) for kind in kinds)
        assert (stop.cause == "limit_lowered") == beyond

    def _is_needed(
        self, book: Book, stop: Preempt, stops: list[Preempt], promises: list[Job], bare: Use
    ) -> None:
        """Without the stop a promise breaks; its own share's count only if stopped for them."""
        share, full = book.entry(stop.job_id).job.share, bare.plus(*promises)
        within_limits = {other.for_job_id for other in stops if other.cause != "in_share"}
        counted = [job for job in promises if stop.cause == "in_share" or job.share != share]
        assert any(
            not full.holds(job, bare) or (job.job_id in within_limits and not full.own(job))
            for job in counted
        ), f"{stop} is not needed"
