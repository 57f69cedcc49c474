"""What AWS and its SDK say becomes one line with what to do."""

from __future__ import annotations

import pytest
from botocore import exceptions
from botocore.exceptions import ClientError

from batchdesk.aws.errors import AwsError, plainly


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (exceptions.NoCredentialsError(), "no AWS credentials were found: set AWS_PROFILE"),
        (exceptions.NoRegionError(), "no AWS region is set: set AWS_REGION"),
        (exceptions.ProfileNotFound(profile="dev"), "check AWS_PROFILE"),
        (exceptions.EndpointConnectionError(endpoint_url="http://x"), "AWS cannot be reached"),
        (exceptions.ConnectTimeoutError(endpoint_url="http://x"), "AWS cannot be reached"),
        (exceptions.SSOTokenLoadError(error_msg="gone"), "run aws sso login"),
        (exceptions.PartialCredentialsError(provider="env", cred_var="k"), "no AWS credentials"),
    ],
)
def test_what_never_reached_aws_says_how_to_reach_it(error: Exception, says: str) -> None:
    with pytest.raises(AwsError) as caught, plainly("Reading queue training"):
        raise error
    assert str(caught.value).startswith("Reading queue training: ")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("AccessDeniedException", "may not UpdateQuotaShare"),
        ("ExpiredTokenException", "have expired"),
        ("UnrecognizedClientException", "does not know these credentials"),
        ("TooManyRequestsException", "Run it again in a minute"),
        ("ClientException", "AWS refused: no such thing (ClientException)"),
    ],
)
def test_what_aws_refused_says_why(code: str, says: str) -> None:
    answer = {"Error": {"Code": code, "Message": "no such thing"}}
    with pytest.raises(AwsError) as caught, plainly("share a"):
        raise ClientError(answer, "UpdateQuotaShare")  # type: ignore[arg-type]
    assert says in str(caught.value)


def test_what_is_no_error_of_aws_stays_what_it_is() -> None:
    with pytest.raises(KeyError), plainly("share a"):
        raise KeyError("ours")


def test_an_address_that_is_none_names_the_variable() -> None:
    with pytest.raises(AwsError, match="Check AWS_ENDPOINT_URL"), plainly("The ledger"):
        raise ValueError("Invalid endpoint: nonsense")


def test_another_wrong_value_stays_what_it_is() -> None:
    with pytest.raises(ValueError, match="seven"), plainly("share a"):
        raise ValueError("seven")
