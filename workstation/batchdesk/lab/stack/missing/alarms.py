"""CloudWatch alarms."""

from __future__ import annotations

from typing import Any

from moto.cloudformation.exceptions import UnformattedGetAttTemplateException
from moto.cloudwatch.models import cloudwatch_backends
from moto.core.common_models import CloudFormationModel

Json = dict[str, Any]


class Alarm(CloudFormationModel):
    """A CloudWatch alarm; it is listed, moto has no data to judge it by."""

    def __init__(self, name: str, arn: str) -> None:
        self.physical_resource_id = name
        self._arn = arn

    def get_cfn_attribute(self, attribute_name: str) -> str:
        if attribute_name != "Arn":
            raise UnformattedGetAttTemplateException
        return self._arn

    @staticmethod
    def cloudformation_name_type() -> str:
        return "AlarmName"

    @staticmethod
    def cloudformation_type() -> str:
        return "AWS::CloudWatch::Alarm"

    @classmethod
    def create_from_cloudformation_json(
        cls,
        resource_name: str,
        cloudformation_json: Json,
        account_id: str,
        region_name: str,
        **_: Any,
    ) -> Alarm:
        properties = cloudformation_json["Properties"]
        made = cloudwatch_backends[account_id][region_name].put_metric_alarm(
            name=resource_name,
            namespace=properties.get("Namespace", ""),
            metric_name=properties.get("MetricName", ""),
            comparison_operator=properties["ComparisonOperator"],
            evaluation_periods=int(properties["EvaluationPeriods"]),
            period=int(properties.get("Period", 60)),
            threshold=float(properties.get("Threshold", 0)),
            statistic=properties.get("Statistic", ""),
            description=properties.get("AlarmDescription", ""),
            dimensions=properties.get("Dimensions", []),
            alarm_actions=properties.get("AlarmActions", []),
            ok_actions=properties.get("OKActions", []),
            treat_missing_data=properties.get("TreatMissingData"),
        )
        return cls(resource_name, made.alarm_arn)
