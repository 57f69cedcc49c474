"""Logs and metrics as CloudWatch reads them: JSON lines on stdout."""

from __future__ import annotations

from collections import Counter

from aws_lambda_powertools.logging import Logger
from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit

UNKNOWN = "unknown"


def new_logger(service: str, level: str, stack: str) -> Logger:
    """Return the function's logger; every line names the stack."""
    logger = Logger(service=service, level=level)
    logger.append_keys(stack=stack)
    return logger


class EmfMeter:
    """Counts of one invocation, by stack and queue; a heartbeat by stack and service.

    The share is no dimension: 20 shares would cost more than all the rest of the stack.
    """

    def __init__(self, namespace: str, stack: str, service: str) -> None:
        """Begin with nothing counted."""
        self._namespace = namespace
        self._stack = stack
        self._service = service
        self._counts: Counter[tuple[str, str]] = Counter()
        self._figures: dict[str, float] = {}

    def count(self, metric: str, queue: str | None) -> None:
        """Add one; an unknown queue is counted as such."""
        self._counts[queue or UNKNOWN, metric] += 1

    def heartbeat(self, metric: str, value: float) -> None:
        """Set a figure of the whole stack, in seconds."""
        self._figures[metric] = value

    def flush(self) -> None:
        """Print what was counted, one line per queue, and begin anew."""
        for queue in sorted({queue for queue, _ in self._counts}):
            metrics = self._metrics(queue=queue)
            for (of, metric), count in sorted(self._counts.items()):
                if of == queue:
                    metrics.add_metric(metric, MetricUnit.Count, count)
            metrics.flush_metrics()
        if self._figures:
            metrics = self._metrics(service=self._service)
            for metric, value in sorted(self._figures.items()):
                metrics.add_metric(metric, MetricUnit.Seconds, value)
            metrics.flush_metrics()
        self._counts.clear()
        self._figures.clear()

    def _metrics(self, **dimensions: str) -> EphemeralMetrics:
        # An empty service keeps Powertools from adding its own dimension to those below.
        metrics = EphemeralMetrics(namespace=self._namespace, service="")
        metrics.add_dimension("stack", self._stack)
        for name, value in dimensions.items():
            metrics.add_dimension(name, value)
        return metrics
