"""Booting a lab: the quick checks first, then the slow parts, and all of it undone at the end."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from batchdesk.lab.listening import listen
from batchdesk.lab.settings import LabSettings
from batchdesk.lab.stack.policy import compile_policy
from batchdesk.lab.stack.template import find_template, load_template

if TYPE_CHECKING:
    from batchdesk.lab.lab import Lab


@contextmanager
def boot(settings: LabSettings | None = None) -> Iterator[Lab]:
    """A lab for the length of a `with`. One at a time in a process.

    Raises LabError, PolicyError or PortInUseError, each one line that says what to do.
    """
    chosen = settings or LabSettings()
    say = chosen.progress
    with ExitStack() as undo:
        template = load_template(find_template(chosen.template))
        policy = compile_policy(chosen.policy, template)
        undo.callback(shutil.rmtree, policy.folder, ignore_errors=True)
        listening = listen(chosen.host, chosen.port)
        undo.callback(listening.close)
        chosen.claimed()
        say(f"policy {policy.source}: queues {', '.join(policy.policy.queues)}")
        say("starting a local AWS")
        # moto takes seconds to import: whoever made a mistake above need not wait for it.
        with _no_garbage():
            from batchdesk.lab.assembly import assemble

        yield assemble(chosen, template, policy, listening, undo)


@contextmanager
def _no_garbage() -> Iterator[None]:
    """An import makes objects that stay: looking for garbage among them takes a third of it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()
