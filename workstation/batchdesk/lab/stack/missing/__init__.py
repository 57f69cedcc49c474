"""The CloudFormation types that moto would silently drop, as far as our stack uses them.

moto finds direct subclasses of CloudFormationModel, and remembers what it found.
"""

from __future__ import annotations

from moto.cloudformation import parsing

from batchdesk.lab.stack.missing.alarms import Alarm
from batchdesk.lab.stack.missing.invoke_configs import EventInvokeConfig
from batchdesk.lab.stack.missing.policies import QueuePolicy, TopicPolicy
from batchdesk.lab.stack.missing.schedules import Schedule
from batchdesk.lab.stack.missing.subscriptions import Subscription

MISSING = (Alarm, EventInvokeConfig, QueuePolicy, Schedule, Subscription, TopicPolicy)


def know_missing_types() -> None:
    """Make moto look for its types again, so that it finds those of this package."""
    parsing.get_model_list.cache_clear()
    parsing.get_model_map.cache_clear()
    parsing.get_name_type_map.cache_clear()


def served_types() -> frozenset[str]:
    """The resource types that a stack in the lab may hold."""
    return frozenset(parsing.get_model_map())
