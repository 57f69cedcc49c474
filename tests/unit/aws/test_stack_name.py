"""Which stack a command means: the option, the variable, samconfig.toml, else batchdesk."""

from __future__ import annotations

from pathlib import Path

import pytest

from batchdesk.aws.stack import stack_name

CONFIG = '[default.deploy.parameters]\nstack_name = "from-config"\n'


def test_the_nearest_word_wins(tmp_path: Path) -> None:
    (tmp_path / "samconfig.toml").write_text(CONFIG)
    variable = {"BATCHDESK_STACK": "from-variable"}
    assert stack_name("option", variable, tmp_path) == "option"
    assert stack_name(None, variable, tmp_path) == "from-variable"
    assert stack_name(None, {}, tmp_path) == "from-config"
    assert stack_name(None, {}, tmp_path / "elsewhere") == "batchdesk"


@pytest.mark.parametrize("text", ["", "not toml [", "[default]\n", "default = 1\n", "a = 1\n"])
def test_a_config_that_names_no_stack_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "samconfig.toml").write_text(text)
    assert stack_name(None, {}, tmp_path) == "batchdesk"
