"""Event source mappings on queues: Lambda's poller, on the lab's clock.

Served: batch size, batching window, visibility time-out, redrive after maxReceiveCount (moto's),
partial batch responses. One batch at a time, so MaximumConcurrency never binds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import Any

from moto.awslambda.models import EventSourceMapping, lambda_backends
from moto.sqs.models import Message, Queue, sqs_backends

from batchdesk.lab.delivery.batch_response import failed_ids
from batchdesk.lab.delivery.invoker import Invoker
from batchdesk.lab.errors import TemplateError
from batchdesk.lab.localaws.queues import drop_expired, take_out

REPORTS_FAILURES = "ReportBatchItemFailures"


class Poller:
    """All mappings of all queues of one account and region."""

    name = "queue pollers"

    def __init__(self, account: str, region: str, invoker: Invoker) -> None:
        self._account = account
        self._region = region
        self._invoker = invoker

    def check(self) -> None:
        """Refuse mappings that the lab does not serve, by name."""
        for mapping in self._all():
            service = mapping.event_source_arn.split(":")[2]
            if service != "sqs":
                raise TemplateError(
                    f"the event source mapping {mapping.event_source_arn} is of {service}, "
                    "which the lab does not serve yet; it serves queues"
                )
            if mapping.filter_criteria:
                raise TemplateError(
                    f"the event source mapping {mapping.event_source_arn} has filters, "
                    "which the lab does not serve on queues"
                )

    def next_due(self) -> int | None:
        """When the next batch is complete or its window over, in epoch milliseconds."""
        dues = (_batch_due(mapping, queue) for mapping, queue in self._mappings())
        return min((due for due in dues if due is not None), default=None)

    def run_due(self, now_ms: int) -> None:
        """Poll the first queue that is due, once."""
        for mapping, queue in self._mappings():
            due = _batch_due(mapping, queue)
            if due is not None and due <= now_ms:
                drop_expired(queue, now_ms)
                self._poll(mapping, queue)
                return

    def _poll(self, mapping: EventSourceMapping, queue: Queue) -> None:
        backend = sqs_backends[self._account][self._region]
        timeout = int(queue.visibility_timeout)  # type: ignore[attr-defined]  # moto sets it by name
        messages = backend.receive_message(queue.name, mapping.batch_size, 0, timeout)
        if not messages:
            return
        event = {"Records": [_record(one, queue) for one in messages]}
        done = self._invoker.invoke(mapping.function_arn, event, "queue")
        batch = [message.id for message in messages]
        failed = failed_ids(done.response, batch) if _reports(mapping) else frozenset()
        if done.ok:
            take_out(queue, frozenset(batch) - failed)

    def _mappings(self) -> Iterator[tuple[EventSourceMapping, Queue]]:
        queues = {
            queue.queue_arn: queue
            for queue in sqs_backends[self._account][self._region].queues.values()
        }
        for mapping in self._all():
            queue = queues.get(mapping.event_source_arn)
            if queue is not None and mapping.enabled and self._invoker.knows(mapping.function_arn):
                yield mapping, queue

    def _all(self) -> Sequence[EventSourceMapping]:
        backend = lambda_backends[self._account][self._region]
        return list(backend._event_source_mappings.values())


def _reports(mapping: EventSourceMapping) -> bool:
    return REPORTS_FAILURES in (mapping.function_response_types or [])


def _batch_due(mapping: EventSourceMapping, queue: Queue) -> int | None:
    """The instant of the next batch: when it is full, else when the first has waited its window."""
    seen = [_visible_from(message) for message in list(queue._messages)]
    window = int(mapping.max_batch_window or 0) * 1000
    if not seen or not window:
        return min(seen, default=None)
    first, *rest = nsmallest(mapping.batch_size, seen)
    full = len(seen) >= mapping.batch_size
    return min(first + window, rest[-1] if rest else first) if full else first + window


def _visible_from(message: Message) -> int:
    # moto shows a message only after its visibility time-out, not at it.
    back = int(message.visible_at) + 1 if message.visible_at else 0
    return max(int(message.sent_timestamp or 0), back, int(message.delayed_until))


def _record(message: Message, queue: Queue) -> dict[str, Any]:
    return {
        "messageId": message.id,
        "receiptHandle": message.receipt_handle,
        "body": message.body,
        "attributes": {
            "ApproximateReceiveCount": str(message.approximate_receive_count),
            "SentTimestamp": str(message.sent_timestamp),
            "SenderId": message.sender_id,
            "ApproximateFirstReceiveTimestamp": str(message.approximate_first_receive_timestamp),
        },
        "messageAttributes": {
            name: {
                "dataType": value["DataType"],
                "stringValue": value.get("StringValue"),
                "stringListValues": [],
                "binaryListValues": [],
            }
            for name, value in message.message_attributes.items()
        },
        "md5OfBody": message.body_md5,
        "eventSource": "aws:sqs",
        "eventSourceARN": queue.queue_arn,
        "awsRegion": queue.region,
    }
