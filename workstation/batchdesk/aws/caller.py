"""Who changes the limits: the caller's own name, as the ledger keeps it."""

from __future__ import annotations

import boto3
from botocore.exceptions import ClientError

from batchdesk.aws.clients import CONFIG
from batchdesk.aws.errors import plainly
from batchdesk.planning.current import short

NOT_KNOWN = "not known"


def caller_name(session: boto3.Session) -> str:
    """Return the user's or the role session's name, from the credentials' ARN."""
    with plainly("Asking AWS who calls"):
        try:
            return short(session.client("sts", config=CONFIG).get_caller_identity()["Arn"])
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") == "AccessDenied":
                return NOT_KNOWN
            raise
