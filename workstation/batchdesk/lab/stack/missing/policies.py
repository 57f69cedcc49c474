"""Resource policies: who may send to queues and publish to topics."""

from __future__ import annotations

import json
from typing import Any

from moto.core.common_models import CloudFormationModel
from moto.sns.models import sns_backends
from moto.sqs.models import sqs_backends

Json = dict[str, Any]


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
