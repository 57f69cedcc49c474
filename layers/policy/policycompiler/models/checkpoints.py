"""Where checkpoints lie, when they are whole, and what an instance costs."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from policycompiler.models.fields import Amount, Label, Matches, Whole
from policycompiler.models.section import Section

_VARIABLE = Matches(
    r"[A-Za-z_][A-Za-z0-9_]{0,511}",
    "cannot name an environment variable: letters, digits and _, not beginning with a digit",
)
_TEMPLATE = Matches(r"[^\x00-\x1f\x7f]{1,512}", "must be text of 1 to 512 characters")
Template = Annotated[str, _TEMPLATE]


class CompleteSection(Section):
    """When a checkpoint is whole: a marker file lies in it, or so many objects do."""

    marker: Label | None = None
    """The file that is written last."""
    min_objects: Annotated[int, Whole(1, 100_000, "objects")] | None = None
    """How many objects it has at least; objects of 0 bytes never count."""


class CheckpointsSection(Section):
    """How Batchdesk finds the last whole checkpoint of a job."""

    pattern: Template
    """The folder under the job's CheckpointConfig.S3Uri, with {step} for the number."""
    complete: CompleteSection = CompleteSection.model_validate({"min_objects": 1})
    """When it is whole."""
    environment: dict[Annotated[str, _VARIABLE], Template] = Field(default_factory=dict)
    """Variables the new job gets; {local_path}, {uri} and {step} are filled in."""
    hyperparameters: dict[Label, Template] = Field(default_factory=dict)
    """Hyperparameters the new job gets, filled in likewise."""


class PricesSection(Section):
    """Instance prices per hour, by instance type; for the cost in messages and reports."""

    model_config = ConfigDict(
        extra="allow", strict=True, frozen=True, use_attribute_docstrings=True
    )
    __pydantic_extra__: dict[str, Annotated[float, Amount("a price per instance-hour", zero=True)]]

    OWN_FIELDS: ClassVar[tuple[str, ...]] = ("currency", "label")

    currency: Annotated[
        str, Matches(r"[A-Z]{3}", "is not a currency: three capital letters such as USD")
    ] = "USD"
    """The prices' currency."""
    label: Label = "list price"
    """What kind of price it is, as reports name it."""
