"""`batchdesk lab run`: boot a lab, play a scenario on it, tell it, judge it, write it down."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from batchdesk.lab.run_files import Files
from batchdesk.lab.run_result import Result
from batchdesk.lab.scenario.judge import Outcome, judge
from batchdesk.lab.scenario.lab_stage import LabStage
from batchdesk.lab.scenario.model import Scenario
from batchdesk.lab.scenario.play import Play
from batchdesk.lab.scenario.read import read_scenario
from batchdesk.lab.settings import LabSettings
from batchdesk.lab.story.chronicle import Chronicle
from batchdesk.lab.story.teller import Teller

if TYPE_CHECKING:
    from batchdesk.lab import Lab


def built_in_scenario() -> Path:
    """The scenario that is played where none is named."""
    return Path(str(files("batchdesk.lab.scenarios").joinpath("three-shares.yaml")))


def run_scenario(path: Path, out: Files, teller: Teller, progress: Callable[[str], None]) -> Result:
    """Play the scenario of a file and write its report, whatever comes of it.

    Ctrl-C ends it with what was written so far. ScenarioError, LabError and PolicyError say
    what to mend.
    """
    from batchdesk.lab import boot

    scenario = read_scenario(path)
    out.prepare()
    chronicle = Chronicle(teller)
    with TemporaryDirectory(prefix="batchdesk-lab-") as folder:
        policy = Path(folder) / f"{scenario.name}-policy.yaml"
        policy.write_text(scenario.policy_text, "utf-8")
        with boot(_settings(scenario, policy, _plainer(progress, policy))) as lab:
            return _played(scenario, lab, chronicle, out)


def _plainer(progress: Callable[[str], None], policy: Path) -> Callable[[str], None]:
    """The same progress without the name of a file that is gone afterwards."""
    return lambda message: progress(message.replace(f"{policy}", "of the scenario"))


def _played(scenario: Scenario, lab: Lab, chronicle: Chronicle, out: Files) -> Result:
    whole = False
    try:
        Play(scenario, LabStage(lab), chronicle.watch).run()
        whole = True
    finally:
        result = _result(scenario, lab, chronicle, whole)
        out.write(result)
    return result


def _result(scenario: Scenario, lab: Lab, chronicle: Chronicle, whole: bool) -> Result:
    records = _ledger(lab, scenario.start)
    checks = judge(scenario.expect, Outcome(records, chronicle.facts)) if whole else []
    return Result(scenario, chronicle, records, lab.slack.received(), checks, whole)


def _ledger(lab: Lab, start: datetime) -> list[dict[str, Any]]:
    """All records, through the ledger's own reading side; nothing is older than the start."""
    from batchshares.adapters.ledger import LedgerReader
    from batchshares.domain.selection import Selection

    reader = LedgerReader.of(lab.client("dynamodb"), lab.stack.outputs["LedgerTable"])
    everything = Selection(since=start, until=lab.clock.now() + timedelta(days=1))
    return reader.records(everything)


def _settings(scenario: Scenario, policy: Path, progress: Callable[[str], None]) -> LabSettings:
    from batchdesk.emulator import EmulatorSwitches

    usual = LabSettings()
    stop = scenario.stop_seconds
    return LabSettings(
        start=scenario.start,
        seed=scenario.seed,
        policy=policy,
        stop_seconds=usual.stop_seconds if stop is None else stop,
        switches=EmulatorSwitches(**scenario.switches),
        faults=scenario.faults,
        progress=progress,
    )
