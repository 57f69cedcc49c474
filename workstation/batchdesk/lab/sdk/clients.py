"""SDK clients that can only reach the lab: its endpoint, its region, keys that open nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import boto3
import botocore.session

ACCESS_KEY = "testing"
SECRET_KEY = "testing"
SESSION_TOKEN = "testing"


def lab_environ(endpoint_url: str, region: str) -> dict[str, str]:
    """The variables with which any SDK finds the lab."""
    return {
        "AWS_ENDPOINT_URL": endpoint_url,
        "AWS_REGION": region,
        "AWS_DEFAULT_REGION": region,
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        "AWS_SESSION_TOKEN": SESSION_TOKEN,
    }


def lab_session(region: str) -> boto3.Session:
    """A session that ignores the profile and files of whoever runs the lab."""
    bare = botocore.session.Session(profile=None)
    bare.set_config_variable("profile", None)
    return boto3.Session(
        aws_access_key_id=ACCESS_KEY,
        aws_secret_access_key=SECRET_KEY,
        aws_session_token=SESSION_TOKEN,
        region_name=region,
        botocore_session=bare,
    )


class Clients:
    """Clients against the lab, each made once."""

    def __init__(self, endpoint_url: str, region: str) -> None:
        self._endpoint_url = endpoint_url
        self._region = region
        self._session = lab_session(region)
        self._made: dict[tuple[str, str], Any] = {}

    def get(self, service: str, region: str | None = None) -> Any:
        """A client of a service, in the lab's region unless another is named."""
        key = (service, region or self._region)
        if key not in self._made:
            make: Any = self._session.client  # typed for each service's name
            self._made[key] = make(key[0], region_name=key[1], endpoint_url=self._endpoint_url)
        return self._made[key]

    def environ(self) -> Mapping[str, str]:
        """The variables that bring any SDK here."""
        return lab_environ(self._endpoint_url, self._region)

    def close(self) -> None:
        """Close every connection."""
        for client in self._made.values():
            client.close()
        self._made.clear()
