"""Which jobs are still alive, told from the emulator's history."""

from __future__ import annotations

from batchdesk.emulator import History

TERMINAL = frozenset({"SUCCEEDED", "FAILED"})


class LiveJobs:
    """Reads on from where it last stopped, so that asking at every step is cheap."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._read = 0
        self._alive: set[str] = set()

    def any(self) -> bool:
        """Whether some job has not come to its end."""
        entries = self._history.entries
        for entry in entries[self._read :]:
            if entry.kind == "state":
                self._note(entry.facts["job_id"], entry.facts["to"])
        self._read = len(entries)
        return bool(self._alive)

    def _note(self, job_id: str, state: str) -> None:
        if state in TERMINAL:
            self._alive.discard(job_id)
        else:
            self._alive.add(job_id)
