"""moto's Batch backend of one account and region, with our books beside its own."""

from __future__ import annotations

from typing import Any

from moto.batch import urls
from moto.batch.models import BatchBackend

from batchdesk.emulator.arns import Place
from batchdesk.emulator.emulator import Emulator
from batchdesk.emulator.region import Region


class EmulatedBatchBackend(BatchBackend):
    """Container jobs stay moto's. `bound_to` makes the class that moto instantiates."""

    emulator: Emulator

    def __init__(self, region_name: str, account_id: str) -> None:
        super().__init__(region_name, account_id)
        place = Place(account=account_id, region=region_name)
        self.service = Region(place, self.emulator, self.tagger)

    def reset(self) -> None:
        """Drop what is pending here, then begin anew as moto does."""
        self.emulator.forget(self.service.place)
        super().reset()

    @property
    def _url_module(self) -> Any:
        return urls


def bound_to(emulator: Emulator) -> type[EmulatedBatchBackend]:
    """Make a backend class whose instances belong to this emulator."""
    return type("BoundBatchBackend", (EmulatedBatchBackend,), {"emulator": emulator})
