"""The kinds of values a policy holds. Each says in one sentence what it allows.

Sources: names, limits and priorities are documented by AWS (Batch User Guide and API);
Slack's id and channel forms are Slack's; the rest is ours, as docs/policy.md tells.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from policycompiler.words import did_you_mean, quote

BIGGEST = 2**31 - 1
INSTANCE_TYPE = r"ml\.[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9-]*"
_TRUE, _FALSE = ("yes", "on"), ("no", "off")


def refuse(message: str) -> PydanticCustomError:
    """Return the error whose message reaches the admin unchanged."""
    return PydanticCustomError("policy", "{text}", {"text": message})


@dataclass(frozen=True)
class _Checked:
    """Metadata that replaces pydantic's validator by `check` and keeps the JSON Schema."""

    def check(self, value: Any) -> Any:
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        raise NotImplementedError

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return self.schema()


@dataclass(frozen=True)
class Matches(_Checked):
    """Text of one form; `wrong` follows the quoted value."""

    pattern: str
    wrong: str

    def check(self, value: Any) -> str:
        if isinstance(value, str) and re.fullmatch(self.pattern, value):
            return value
        raise refuse(f"{quote(value)} {self.wrong}")

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


@dataclass(frozen=True)
class Whole(_Checked):
    """A whole number from `low` to `high`, of `what`."""

    low: int
    high: int
    what: str = ""

    def check(self, value: Any) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if whole and self.low <= value <= self.high:
            return int(value)
        raise refuse(f"{quote(value)} is not allowed: {self._allowed()}")

    def _allowed(self) -> str:
        of = f" of {self.what}" if self.what else ""
        if self.high == BIGGEST:
            return f"a whole number{of}, {self.low} or more"
        return f"a whole number{of} from {self.low} to {self.high}"

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Amount(_Checked):
    """A finite number above zero, or from zero where `zero` is allowed."""

    what: str
    zero: bool = False

    def check(self, value: Any) -> float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and (0 < value < BIGGEST or (self.zero and value == 0)):
            return float(value)
        above = "0 or more" if self.zero else "above 0"
        raise refuse(f"{quote(value)} is not allowed: {self.what}, a number {above}")

    def schema(self) -> dict[str, Any]:
        low = {"minimum": 0} if self.zero else {"exclusiveMinimum": 0}
        return {"type": "number", **low}


@dataclass(frozen=True)
class YesNo(_Checked):
    """true or false; the words that YAML 1.1 read as such count too."""

    def check(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if value in _TRUE or value in _FALSE:
            return value in _TRUE
        raise refuse(f"{quote(value)} is not allowed: true or false (yes or no)")

    def schema(self) -> dict[str, Any]:
        return {"enum": [True, False, *_TRUE, *_FALSE]}


@dataclass(frozen=True)
class BorrowLimit(_Checked):
    """Percent of the share's own limit, or unlimited; 0 is none at all."""

    def check(self, value: Any) -> int | str:
        if value == "unlimited":
            return "unlimited"
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= BIGGEST:
            return value
        hint = " Batch's -1 is written unlimited." if value == -1 else ""
        hint = hint or (" Leave the percent sign out." if str(value).endswith("%") else "")
        raise refuse(
            f"{quote(value)} is not allowed: a whole percentage of the share's limit, 0 for "
            f"none, or unlimited.{hint}"
        )

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "integer", "minimum": 0}, {"const": "unlimited"}]}


@cache
def zone_names() -> tuple[str, ...]:
    """Return the IANA time zones, from the tzdata package: the same on every machine."""
    return tuple(files("tzdata").joinpath("zones").read_text("utf-8").split())


@dataclass(frozen=True)
class Zone(_Checked):
    """An IANA time zone; abbreviations and offsets know no summer time."""

    def check(self, value: Any) -> str:
        zones = zone_names()
        if isinstance(value, str) and value in zones:
            return value
        word = str(value)
        cities = [zone for zone in zones if zone.lower().endswith(f"/{word.lower()}")]
        guess = f" Did you mean {cities[0]}?" if cities else did_you_mean(word, zones)
        raise refuse(f"{quote(value)} is not an IANA time zone such as Europe/Berlin.{guess}")

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "description": "IANA time zone, such as Europe/Berlin"}


Name = Annotated[
    str,
    Matches(
        r"[A-Za-z0-9_-]{1,128}",
        "is not a name Batch takes: 1 to 128 of A-Z, a-z, 0-9, - and _",
    ),
]
Label = Annotated[str, Matches(r"[^\x00-\x1f\x7f]{1,256}", "must be text of 1 to 256 characters")]
InstanceType = Annotated[
    str,
    Matches(INSTANCE_TYPE, "is not a SageMaker instance type such as ml.g5.xlarge"),
]
Channel = Annotated[
    str,
    Matches(
        r"#[^\s#,.A-Z]{1,80}",
        'is not a Slack channel: write "#name" in quotes, small letters, without spaces',
    ),
]
PersonId = Annotated[
    str,
    Matches(
        r"[UW][A-Z0-9]{6,20}",
        "will not ping anyone: Slack needs the person's id, such as U0123ABCD. In Slack: the "
        'profile, "Copy member ID"',
    ),
]
GroupId = Annotated[
    str,
    Matches(
        r"S[A-Z0-9]{6,20}",
        "will not ping anyone: Slack needs the group's id, such as S0123ABCD. In Slack: the "
        'group\'s profile, "Copy group ID"',
    ),
]
TimeOfDay = Annotated[
    str, Matches(r"([01][0-9]|2[0-3]):[0-5][0-9]", 'is not a time of day: "00:00" to "23:59"')
]
EndOfDay = Annotated[
    str,
    Matches(
        r"([01][0-9]|2[0-3]):[0-5][0-9]|24:00",
        'is not a time of day: "00:00" to "23:59", or "24:00" for the next midnight',
    ),
]
Duration = Annotated[
    str,
    Matches(
        r"(?=.)([0-9]{1,2}h)?([0-9]{1,4}m)?",
        "is not a duration: hours and minutes such as 2h, 90m or 1h30m",
    ),
]
TagKey = Annotated[
    str,
    Matches(
        r"(?!aws:)[^\x00-\x1f\x7f]{1,128}",
        "cannot be a tag's key: 1 to 128 characters, not beginning with aws:",
    ),
]
TagValue = Annotated[
    str,
    Matches(
        r"[^\x00-\x1f\x7f]{0,256}",
        "cannot be a tag's value: text of up to 256 characters, numbers in quotes",
    ),
]
Bool = Annotated[bool, YesNo()]
Borrow = Annotated[int | Literal["unlimited"], BorrowLimit()]
TimeZone = Annotated[str, Zone()]
Instances = Annotated[int, Whole(1, BIGGEST, "instances")]
Priority = Annotated[int, Whole(0, 9999)]
Mode = Literal["off", "observe", "on"]
