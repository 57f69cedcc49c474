"""How a request finds its operation: ours, moto's for container jobs, or a clear refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moto.batch.models import batch_backends
from moto.batch.responses import BatchResponse
from moto.core.common_types import TYPE_RESPONSE
from moto.core.request import Request
from moto.core.responses import ActionResult
from moto.core.utils import camelcase_to_underscores, get_service_model

from batchdesk.emulator.backend import EmulatedBatchBackend
from batchdesk.emulator.errors import ClientException, NotServedError
from batchdesk.emulator.operations import queues
from batchdesk.emulator.region import Region

Work = Callable[[Region, int], Mapping[str, Any] | None]


def texts_are_texts(shape: Any, value: Any) -> bool:
    """Whether every string of a parsed request is one; the parser checks only numbers."""
    match shape.type_name:
        case "string":
            return isinstance(value, str)
        case "structure":
            return all(texts_are_texts(shape.members[name], each) for name, each in value.items())
        case "list":
            return all(texts_are_texts(shape.member, each) for each in value)
        case "map":
            return all(texts_are_texts(shape.value, each) for each in value.values())
    return True


class Dispatch(BatchResponse):
    """Subclasses have one method for each operation they serve, named in snake case."""

    def __init__(self) -> None:
        super().__init__()
        self.automated_parameter_parsing = True
        self._operation: str | None = None
        self._malformed = False

    def _get_action(self) -> str:
        """Name the operation: as the model does, or as moto's own methods do."""
        if self._operation is None:
            named = self._get_action_from_method_and_request_uri(self.normalized_request)
            self._operation = named or ""
        if self._is_motos():
            return super()._get_action()
        return self._operation

    def _is_served(self) -> bool:
        return hasattr(self, camelcase_to_underscores(self._operation or "-"))

    def _is_motos(self) -> bool:
        return not self._is_served() and hasattr(BatchResponse, super()._get_action())

    def parse_parameters(self, request: Request) -> None:
        """Read the request by the API's model; moto's own operations read their own way."""
        if not self._is_served():
            self.automated_parameter_parsing = False
            return
        try:
            super().parse_parameters(request)
            shape = get_service_model("batch").operation_model(self._get_action()).input_shape
            self._malformed = not texts_are_texts(shape, self.params)
        except (AttributeError, TypeError, ValueError, OverflowError, RecursionError):
            self._malformed = True

    def call_action(self) -> TYPE_RESPONSE:
        """Answer the request; what is not served is refused by name."""
        if self._malformed:
            return self._refuse(ClientException("The request has a member of the wrong type"))
        if self._operation and not self._is_served() and not self._is_motos():
            return self._refuse(NotServedError(f"The emulator does not serve {self._operation}"))
        return super().call_action()

    def _refuse(self, error: ClientException) -> TYPE_RESPONSE:
        return self.serialized(ActionResult(error))

    def serve(self, work: Work) -> ActionResult:
        """Do an operation's work at the present, with everything due before it done."""
        region = self.service
        emulator = region.emulator
        with emulator.lock:
            at = emulator.catch_up()
            queues.drop_closed(region)
            answer = work(region, at)
            emulator.settle(at)
            return ActionResult(answer)

    @property
    def service(self) -> Region:
        """The books of the caller's account and region."""
        backend = batch_backends[self.current_account][self.region]
        assert isinstance(backend, EmulatedBatchBackend)
        return backend.service


def served_paths() -> list[str]:
    """The URL of every operation of the API, in moto's notation."""
    model = get_service_model("batch")
    uris = [model.operation_model(name).http["requestUri"] for name in model.operation_names]
    plain = [f"{{0}}{uri}$" for uri in uris if "{" not in uri]
    return [*plain, "{0}/v1/tags/(?P<arn_part_1>[^/]+)/(?P<arn_part_2>.+)$"]
