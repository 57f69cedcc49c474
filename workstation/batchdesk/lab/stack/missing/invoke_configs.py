"""How asynchronous invocations of functions are tried again."""

from __future__ import annotations

from typing import Any

from moto.awslambda.utils import get_backend as lambda_backend
from moto.core.common_models import CloudFormationModel

Json = dict[str, Any]


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
