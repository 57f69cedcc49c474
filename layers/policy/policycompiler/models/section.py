"""What all parts of the policy file share: nothing unknown, nothing coerced."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """A mapping of the policy file; the fields' docstrings are the schema's descriptions."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True
    )
