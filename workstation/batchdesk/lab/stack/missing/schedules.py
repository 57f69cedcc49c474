"""Schedules of EventBridge Scheduler."""

from __future__ import annotations

from typing import Any

from moto.cloudformation.exceptions import UnformattedGetAttTemplateException
from moto.core.common_models import CloudFormationModel
from moto.scheduler.models import scheduler_backends

Json = dict[str, Any]


class Schedule(CloudFormationModel):
    """A schedule of EventBridge Scheduler; the lab's ticker fires it."""

    def __init__(self, name: str, arn: str) -> None:
        self.physical_resource_id = name
        self._arn = arn

    def get_cfn_attribute(self, attribute_name: str) -> str:
        if attribute_name != "Arn":
            raise UnformattedGetAttTemplateException
        return self._arn

    @staticmethod
    def cloudformation_name_type() -> str:
        return "Name"

    @staticmethod
    def cloudformation_type() -> str:
        return "AWS::Scheduler::Schedule"

    @classmethod
    def create_from_cloudformation_json(
        cls,
        resource_name: str,
        cloudformation_json: Json,
        account_id: str,
        region_name: str,
        **_: Any,
    ) -> Schedule:
        properties = cloudformation_json["Properties"]
        made = scheduler_backends[account_id][region_name].create_schedule(
            description=properties.get("Description", ""),
            end_date=properties.get("EndDate"),
            flexible_time_window=properties["FlexibleTimeWindow"],
            group_name=properties.get("GroupName", "default"),
            kms_key_arn=properties.get("KmsKeyArn"),
            name=resource_name,
            schedule_expression=properties["ScheduleExpression"],
            schedule_expression_timezone=properties.get("ScheduleExpressionTimezone", "UTC"),
            start_date=properties.get("StartDate"),
            state=properties.get("State", "ENABLED"),
            target=properties["Target"],
            action_after_completion=properties.get("ActionAfterCompletion"),
        )
        return cls(made.name, made.arn)
