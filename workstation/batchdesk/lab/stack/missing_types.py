"""The CloudFormation types that moto would silently drop, as far as our stack uses them.

moto finds direct subclasses of CloudFormationModel, and remembers what it found.
"""

from __future__ import annotations

import json
from typing import Any

from moto.awslambda.utils import get_backend as lambda_backend
from moto.cloudformation import parsing
from moto.cloudformation.exceptions import UnformattedGetAttTemplateException
from moto.cloudwatch.models import cloudwatch_backends
from moto.core.common_models import CloudFormationModel
from moto.scheduler.models import scheduler_backends
from moto.sns.models import sns_backends
from moto.sqs.models import sqs_backends

Json = dict[str, Any]


def know_missing_types() -> None:
    """Make moto look for its types again, so that it finds those of this module."""
    parsing.get_model_list.cache_clear()
    parsing.get_model_map.cache_clear()
    parsing.get_name_type_map.cache_clear()


def served_types() -> frozenset[str]:
    """The resource types that a stack in the lab may hold."""
    return frozenset(parsing.get_model_map())


class QueuePolicy(CloudFormationModel):
    """Who may send to queues; moto keeps it on the queue and enforces nothing."""

    def __init__(self, name: str) -> None:
        self.physical_resource_id = name

    @staticmethod
    def cloudformation_type() -> str:
        return "AWS::SQS::QueuePolicy"

    @classmethod
    def create_from_cloudformation_json(
        cls,
        resource_name: str,
        cloudformation_json: Json,
        account_id: str,
        region_name: str,
        **_: Any,
    ) -> QueuePolicy:
        properties = cloudformation_json["Properties"]
        backend = sqs_backends[account_id][region_name]
        for url in properties["Queues"]:
            policy = {"Policy": json.dumps(properties["PolicyDocument"])}
            backend.set_queue_attributes(url.rpartition("/")[2], policy)
        return cls(resource_name)


class TopicPolicy(CloudFormationModel):
    """Who may publish to topics; kept on the topic."""

    def __init__(self, name: str) -> None:
        self.physical_resource_id = name

    @staticmethod
    def cloudformation_type() -> str:
        return "AWS::SNS::TopicPolicy"

    @classmethod
    def create_from_cloudformation_json(
        cls,
        resource_name: str,
        cloudformation_json: Json,
        account_id: str,
        region_name: str,
        **_: Any,
    ) -> TopicPolicy:
        properties = cloudformation_json["Properties"]
        for topic in properties["Topics"]:
            sns_backends[account_id][region_name].set_topic_attribute(
                topic, "policy", json.dumps(properties["PolicyDocument"])
            )
        return cls(resource_name)


class Subscription(CloudFormationModel):
    """A topic's subscription."""

    def __init__(self, arn: str) -> None:
        self.physical_resource_id = arn

    @staticmethod
    def cloudformation_type() -> str:
        return "AWS::SNS::Subscription"

    @classmethod
    def create_from_cloudformation_json(
        cls,
        resource_name: str,  # noqa: ARG003 - moto names it
        cloudformation_json: Json,
        account_id: str,
        region_name: str,
        **_: Any,
    ) -> Subscription:
        properties = cloudformation_json["Properties"]
        backend = sns_backends[account_id][region_name]
        made = backend.subscribe(
            properties["TopicArn"], properties["Endpoint"], properties["Protocol"]
        )
        for name in ("FilterPolicy", "FilterPolicyScope", "RawMessageDelivery", "RedrivePolicy"):
            if name in properties:
                value = properties[name]
                text = value if isinstance(value, str) else json.dumps(value)
                backend.set_subscription_attributes(made.arn, name, text)
        return cls(made.arn)


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


class EventInvokeConfig(CloudFormationModel):
    """How often and how long an asynchronous invocation is tried again."""

    def __init__(self, name: str) -> None:
        self.physical_resource_id = name

    @staticmethod
    def cloudformation_type() -> str:
        return "AWS::Lambda::EventInvokeConfig"

    @classmethod
    def create_from_cloudformation_json(
        cls,
        resource_name: str,
        cloudformation_json: Json,
        account_id: str,
        region_name: str,
        **_: Any,
    ) -> EventInvokeConfig:
        properties = dict(cloudformation_json["Properties"])
        function = properties.pop("FunctionName")
        properties.pop("Qualifier", None)
        numbers = ("MaximumRetryAttempts", "MaximumEventAgeInSeconds")
        config = {key: int(properties[key]) for key in numbers if key in properties}
        if "DestinationConfig" in properties:
            config["DestinationConfig"] = properties["DestinationConfig"]
        lambda_backend(account_id, region_name).put_function_event_invoke_config(function, config)
        return cls(resource_name)


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
