"""`fault_url`: GET lists the faults that are on, POST adds one or several, DELETE ends all."""

from __future__ import annotations

from typing import Any

from batchdesk.lab.control.pages import MethodError, Page
from batchdesk.lab.faults.active import ActiveFaults
from batchdesk.lab.faults.parse import parse_fault

PATH = "/_lab/faults"


def fault_page(faults: ActiveFaults) -> Page:
    """Every method answers with the faults that are on then."""

    def handle(method: str, _path: str, body: Any) -> list[dict[str, Any]]:
        if method == "POST":
            parsed = [parse_fault(one) for one in (body if isinstance(body, list) else [body])]
            for fault in parsed:
                faults.add(fault)
        elif method == "DELETE":
            faults.clear()
        elif method != "GET":
            raise MethodError("faults: GET, POST a fault or a list of faults, or DELETE")
        return list(faults.listed())

    return Page(PATH, handle)
