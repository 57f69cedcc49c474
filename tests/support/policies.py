"""Policy files for tests: a whole one, and the same with one place changed."""

from __future__ import annotations

from batchshares.domain.policy import Policy, load_policy
from policycompiler import compile_text

WHOLE = """\
version: 1
platform: {slack: {channel: "#gpu-platform"}}
owner_tag: owner
people: {mira: U0123ABCD}
queues:
  training:
    service_environment: training-env
    scheduling_policy: training-policy
    capacity: {ml.p5.48xlarge: 8, ml.g5.xlarge: 3}
    shares:
      research:
        team: research
        limits: {ml.p5.48xlarge: 4, ml.g5.xlarge: 3}
        sharing: lend_and_borrow
        borrow_limit: 100
        in_share_preemption: true
        interruptible: yes
      product:
        team: product
        limits: {ml.p5.48xlarge: 4}
        sharing: lend
teams:
  research:
    slack: {channel: "#research-gpu"}
    mention: S0123ABCD
    timezone: Europe/Berlin
    notify: [completed, blocked]
    quiet: {from: "22:00", to: "08:00"}
  product: {slack: {channel: "#product-gpu"}}
notify: {mode: "on", group_wait_seconds: 60}
windows:
  - name: office-hours
    timezone: Europe/Berlin
    days: [mon, tue]
    from: "09:00"
    to: "18:00"
    select: {queue: training, share: research, job_name: "interactive-*"}
    priority: {set: 800}
    rank: 10
priorities: {mode: "on", per_second: 10}
protect:
  after_preemptions: {count: 3, add: 100, max_add: 500}
  first_minutes: {minutes: 30, add: 150}
resubmit:
  mode: "on"
  per_second: 2
  default: {max: 3, backoff_minutes: [1, 5, 30], on_no_checkpoint: hold}
  shares: {training/research: {on_no_checkpoint: restart}}
checkpoints:
  pattern: "checkpoint-{step}/"
  complete: {marker: trainer_state.json}
  environment: {RESUME_FROM_CHECKPOINT: "{local_path}"}
prices: {currency: USD, label: list price, ml.p5.48xlarge: 98.32}
"""

SCENARIO = """\
version: 1
queues:
  training:
    service_environment: training-env
    scheduling_policy: training-policy
    capacity: {ml.g5.xlarge: 3}
    shares:
      research:
        limits: {ml.g5.xlarge: 1}
        sharing: lend_and_borrow
        borrow_limit: 200
        in_share_preemption: true
      product: {limits: {ml.g5.xlarge: 1}, sharing: lend}
      safety: {limits: {ml.g5.xlarge: 1}, sharing: reserve}
teams: {}
"""


def changed(text: str, *edits: tuple[str, str]) -> str:
    """Replace each old by its new; each old must stand in the text exactly once."""
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the policy"
        text = text.replace(old, new)
    return text


def scenario(*edits: tuple[str, str]) -> Policy:
    """Compile the scenario's policy with some places changed."""
    return load_policy(compile_text(changed(SCENARIO, *edits), "policy.yaml"))
