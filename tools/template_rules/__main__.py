"""`python -m tools.template_rules template.yaml`: print what is broken, exit 1 if anything is."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.template_rules import violations
from tools.template_rules.reading import parse


def main(arguments: list[str]) -> int:
    """Check the template named by the only argument."""
    if len(arguments) != 1:
        print("usage: python -m tools.template_rules template.yaml", file=sys.stderr)
        return 2
    lines = violations(parse(Path(arguments[0]).read_text(encoding="utf-8")))
    for line in lines:
        print(f"{arguments[0]}: {line}", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
