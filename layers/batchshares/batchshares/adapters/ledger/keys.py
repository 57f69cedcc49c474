"""Keys of the ledger's items and of its five indexes: the only place that spells them."""

from __future__ import annotations

from datetime import datetime

from batchshares.domain.moments import day, stamp

JOB = "JOB"
OCCURRENCE = "OCC#"
RUN = "ATT#"
BLOCKED = "BLOCK#"
LIMITS = "LIMITS#"
STATE = "STATE"

Key = dict[str, str]
Keys = dict[str, str]


def job_key(job_id: str) -> Key:
    """Return the key of a job's last state."""
    return {"pk": f"JOB#{job_id}", "sk": JOB}


def occurrence_key(job_id: str, name: str) -> Key:
    """Return the key of a stop: by training job, or "~<epoch>" while that is unknown."""
    return {"pk": f"JOB#{job_id}", "sk": OCCURRENCE + name}


def run_key(job_id: str, name: str) -> Key:
    """Return the key of a run."""
    return {"pk": f"JOB#{job_id}", "sk": RUN + name}


def blocked_key(job_id: str, code: str) -> Key:
    """Return the key of a reason why a job cannot start."""
    return {"pk": f"JOB#{job_id}", "sk": BLOCKED + code}


def cursor_key(verb: str) -> Key:
    """Return the key of a verb's lease."""
    return {"pk": f"CURSOR#{verb}", "sk": STATE}


def limits_partition(queue: str, share: str) -> str:
    """Return the partition of a share's recorded limits."""
    return f"SHARE#{queue}#{share}"


def job_id_of(pk: str) -> str:
    """Return the job id of a job partition."""
    return pk.removeprefix("JOB#")


def occurrence_places(
    job_id: str,
    name: str,
    at: datetime,
    queue: str | None,
    share: str | None,
    team: str | None,
) -> Keys:
    """Return the index keys of a stop; an unknown share or team has no entry yet."""
    entry = f"{stamp(at)}#{job_id}#{name}"
    places = {"by_day_pk": f"DAY#{day(at)}", "by_day_sk": entry}
    if queue and share:
        places |= {"by_share_pk": f"SHARE#{queue}#{share}", "by_share_sk": entry}
    if team:
        places |= {"by_team_pk": f"TEAM#{team}", "by_team_sk": entry}
    return places


def live_places(
    job_id: str, queue: str | None, share: str | None, created_at: datetime | None
) -> Keys:
    """Return the index keys of a job that has not ended."""
    if not (queue and share and created_at):
        return {}
    return {
        "by_share_pk": f"LIVE#{queue}#{share}",
        "by_share_sk": f"{stamp(created_at)}#{job_id}",
    }


def run_places(job_id: str, name: str, ended_at: datetime) -> Keys:
    """Return the index keys of a run that has ended: by the day of its end."""
    entry = f"{stamp(ended_at)}#{job_id}#{name}"
    return {"by_day_pk": f"RUNS#{day(ended_at)}", "by_day_sk": entry}


def blocked_places(job_id: str, code: str, at: datetime) -> Keys:
    """Return the index keys of a blocked job: by the day it was first seen blocked."""
    entry = f"{stamp(at)}#{job_id}#{code}"
    return {"by_day_pk": f"BLOCKED#{day(at)}", "by_day_sk": entry}


def due_entry(due: datetime, job_id: str) -> str:
    """Return the sort key of owed work."""
    return f"{stamp(due)}#{job_id}"


def due_until(now: datetime) -> str:
    """Return a sort key behind everything due at `now`: "$" follows "#"."""
    return f"{stamp(now)}$"
