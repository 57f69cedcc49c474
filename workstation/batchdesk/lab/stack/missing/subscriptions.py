"""Subscriptions of topics."""

from __future__ import annotations

import json
from typing import Any

from moto.core.common_models import CloudFormationModel
from moto.sns.models import sns_backends

Json = dict[str, Any]


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
