"""The operations of Batch's HTTP interface that the emulator serves itself."""

from __future__ import annotations

from batchdesk.emulator.http.definition_responses import DefinitionResponses
from batchdesk.emulator.http.job_responses import JobResponses


class EmulatedBatchResponse(DefinitionResponses, JobResponses):
    """What moto's URLs point to while the emulator is installed."""
