"""AWS's failures as one line for a person: what, where, what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from botocore import exceptions
from botocore.exceptions import BotoCoreError, ClientError

from batchshares.errors import BatchdeskError

_DENIED = ("AccessDenied", "AccessDeniedException", "UnauthorizedOperation")
_EXPIRED = ("ExpiredToken", "ExpiredTokenException", "RequestExpired")
_UNKNOWN_KEY = (
    "UnrecognizedClientException",
    "InvalidClientTokenId",
    "InvalidSignatureException",
    "SignatureDoesNotMatch",
)
_THROTTLED = ("Throttling", "ThrottlingException", "TooManyRequestsException", "ServerException")
_LOGIN = "set AWS_PROFILE or run aws configure (or aws sso login)"


class AwsError(BatchdeskError):
    """A call to AWS that failed; the message says which and what to do."""


@contextmanager
def plainly(what: str) -> Iterator[None]:
    """Turn the SDK's errors inside into one AwsError; `what` names what was tried."""
    try:
        yield
    except ClientError as error:
        raise AwsError(f"{what}: {_answered(error)}") from error
    except BotoCoreError as error:
        raise AwsError(f"{what}: {_unsent(error)}") from error
    except ValueError as error:  # all that botocore raises for an address that is none
        if not str(error).startswith("Invalid endpoint"):
            raise
        raise AwsError(f"{what}: {error}. Check AWS_ENDPOINT_URL") from error


def _answered(error: ClientError) -> str:
    detail = error.response.get("Error", {})
    code, message = detail.get("Code", "unknown"), detail.get("Message", "no reason given")
    if code in _DENIED:
        action = error.operation_name
        return f"access denied. The caller may not {action}; ask for that permission ({message})"
    if code in _EXPIRED:
        return f"the credentials have expired: {_LOGIN}"
    if code in _UNKNOWN_KEY:
        return f"AWS does not know these credentials: {_LOGIN}"
    if code in _THROTTLED:
        return f"AWS is throttling or failing ({code}). Run it again in a minute"
    return f"AWS refused: {message} ({code})"


def _unsent(error: BotoCoreError) -> str:
    if isinstance(error, exceptions.NoCredentialsError | exceptions.PartialCredentialsError):
        return f"no AWS credentials were found: {_LOGIN}"
    if isinstance(error, exceptions.TokenRetrievalError | exceptions.SSOError):
        return "the sign-in has expired: run aws sso login"
    if isinstance(error, exceptions.NoRegionError):
        return "no AWS region is set: set AWS_REGION, or region in your AWS profile"
    if isinstance(error, exceptions.ProfileNotFound):
        return f"{error}: check AWS_PROFILE"
    if isinstance(error, exceptions.HTTPClientError | exceptions.ConnectionError):
        return f"AWS cannot be reached: {error}. Check the network, AWS_REGION and AWS_ENDPOINT_URL"
    return str(error)
