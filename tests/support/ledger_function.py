"""record_preemption as Lambda runs it: app.py loaded from its folder, with an environment."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from batchshares.domain.policy import seal
from tests.support.ledger_events import QUEUE_ARN
from tests.support.ledger_table import REGION, TABLE

APP = Path(__file__).parents[2] / "functions" / "record_preemption" / "app.py"

Handler = Callable[[dict[str, Any], object], dict[str, Any]]


def load_app() -> Any:
    """Return the module, loaded as a file and not as a package's part."""
    spec = importlib.util.spec_from_file_location("record_preemption_app", APP)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def environment(folder: Path, dlq_url: str) -> Mapping[str, str]:
    """Return the environment of the function, its compiled policy in `folder`."""
    (folder / "policy.json").write_text(compiled(), "utf-8")
    return {
        "LEDGER_TABLE": TABLE,
        "QUEUE_ARNS": QUEUE_ARN,
        "POLICY_PATH": str(folder),
        "INTAKE_DLQ_URL": dlq_url,
        "RETENTION_DAYS": "400",
        "STACK_NAME": "batchdesk",
        "LOG_LEVEL": "INFO",
        "POWERTOOLS_SERVICE_NAME": "record_preemption",
        "POWERTOOLS_METRICS_NAMESPACE": "Batchdesk",
        "AWS_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "x",
        "AWS_SECRET_ACCESS_KEY": "x",
    }


def compiled() -> str:
    """Return a compiled policy with the scenario's three shares."""
    return seal(
        {
            "version": 1,
            "owner_tag": "owner",
            "platform": {"slack": None},
            "people": {},
            "queues": {"training": _queue()},
            "teams": {},
            "notify": {"mode": "observe", "group_wait_seconds": 60},
        }
    )


def _queue() -> dict[str, Any]:
    return {
        "service_environment": "training-env",
        "scheduling_policy": "training-policy",
        "capacity": {"ml.g5.xlarge": 3},
        "priority": 1,
        "state": "enabled",
        "tags": {},
        "blocked_after_minutes": None,
        "shares": {
            name: {
                "team": name,
                "limits": {"ml.g5.xlarge": 1},
                "sharing": sharing,
                "borrow_limit": 200 if sharing == "lend_and_borrow" else 0,
                "in_share_preemption": sharing == "lend_and_borrow",
                "interruptible": True,
            }
            for name, sharing in [
                ("research", "lend_and_borrow"),
                ("product", "lend"),
                ("safety", "reserve"),
            ]
        },
    }
