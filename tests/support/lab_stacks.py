"""Small stacks of a test's own: a template, a policy and functions in a folder."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

POLICY = """
version: 1
queues:
  training:
    service_environment: training-env
    scheduling_policy: training-policy
    capacity: {ml.g5.xlarge: 1}
    shares:
      research: {limits: {ml.g5.xlarge: 1}, sharing: reserve}
teams: {}
"""

# What most stacks here need: a function with a queue before it, and the policy beside it.
QUEUE_AND_FUNCTION = """
Queue:
  Type: AWS::SQS::Queue
  Properties:
    VisibilityTimeout: 60
    RedrivePolicy: {deadLetterTargetArn: !GetAtt Dlq.Arn, maxReceiveCount: 3}
Dlq: {Type: AWS::SQS::Queue}
Bucket: {Type: AWS::S3::Bucket}
Role:
  Type: AWS::IAM::Role
  Properties:
    AssumeRolePolicyDocument:
      Version: "2012-10-17"
      Statement:
        - {Effect: Allow, Principal: {Service: lambda.amazonaws.com}, Action: sts:AssumeRole}
PolicyLayer:
  Type: AWS::Serverless::LayerVersion
  Properties: {ContentUri: policy}
Probe:
  Type: AWS::Serverless::Function
  Properties:
    Runtime: python3.13
    Handler: app.handler
    CodeUri: functions/probe
    Role: !GetAtt Role.Arn
    Environment: {Variables: {BUCKET: !Ref Bucket}}
    Events:
      Queue:
        Type: SQS
        Properties:
          Queue: !GetAtt Queue.Arn
          BatchSize: 10
          FunctionResponseTypes: [ReportBatchItemFailures]
"""

OUTPUTS = """
Outputs:
  Queue: {Value: !Ref Queue}
  Dlq: {Value: !Ref Dlq}
  Bucket: {Value: !Ref Bucket}
"""


def write_stack(
    folder: Path,
    app: str,
    *,
    resources: str = QUEUE_AND_FUNCTION,
    more: str = "",
    outputs: str = OUTPUTS,
    policy: str = POLICY,
) -> Path:
    """Write template, policy and `functions/probe/app.py`; returns the template's path."""
    (folder / "policy").mkdir(parents=True)
    (folder / "policy" / "policy.yaml").write_text(policy)
    (folder / "functions" / "probe").mkdir(parents=True)
    (folder / "functions" / "probe" / "app.py").write_text(dedent(app))
    template = folder / "template.yaml"
    template.write_text(
        "Transform: AWS::Serverless-2016-10-31\nResources:\n"
        + indent(resources.strip("\n") + "\n" + dedent(more).strip("\n"), "  ")
        + "\n"
        + outputs
    )
    return template
