"""docs/scenario-file.md says what the scenario file really takes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from batchdesk.lab.faults.parse import parse_fault
from batchdesk.lab.scenario.file import Cause, ExpectSection, Outcome, Reason, ScenarioFile, State
from batchdesk.lab.scenario.read import parse_scenario
from batchdesk.lab.scenario.steps import StepSection, SubmitSection
from policycompiler.document import read
from policycompiler.models.section import Section

PAGE = (Path(__file__).parents[2] / "docs" / "scenario-file.md").read_text("utf-8")
EXAMPLE = PAGE.split("```yaml\n")[1].split("```")[0]


def test_the_commented_example_can_be_played() -> None:
    scenario = parse_scenario(EXAMPLE, Path("example.yaml"))

    assert len(scenario.steps) == 5
    assert scenario.expect.stops is not None


@pytest.mark.parametrize("section", [ScenarioFile, StepSection, SubmitSection, ExpectSection])
def test_every_key_is_on_the_page(section: type[Section]) -> None:
    keys = [field.alias or name for name, field in section.model_fields.items()]

    assert [key for key in keys if not re.search(rf"`{key}\b", PAGE)] == []


@pytest.mark.parametrize("choices", [Cause, Outcome, State, Reason])
def test_every_choice_is_on_the_page(choices: object) -> None:
    assert [word for word in get_args(choices) if f"`{word}`" not in PAGE] == []


def test_every_fault_on_the_page_is_one() -> None:
    faults = re.findall(r"^\| `(\{.*\})` \|", PAGE, flags=re.M)

    assert len(faults) == 8
    for fault in faults:
        assert parse_fault(read(fault).value)
