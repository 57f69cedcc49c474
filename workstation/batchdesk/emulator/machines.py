"""SageMaker runs out of machines when somebody plays it so."""

from __future__ import annotations

from collections.abc import Iterable

from batchdesk.emulator.arns import Place


class Machines:
    """Which instance types are not to be had, where, and until when (epoch ms)."""

    def __init__(self) -> None:
        self._until: dict[tuple[str | None, str | None, str], int] = {}

    def run_out(self, kind: str, until: int, account: str | None, region: str | None) -> None:
        """Let a type be short until then; None means every account, every region."""
        self._until[account, region, kind] = until

    def available(self, kinds: Iterable[str], place: Place, at: int) -> bool:
        """Whether all these types are to be had."""
        return all(self._available(kind, place, at) for kind in kinds)

    def _available(self, kind: str, place: Place, at: int) -> bool:
        return not any(
            at < self._until.get((account, region, kind), at)
            for account in (place.account, None)
            for region in (place.region, None)
        )
