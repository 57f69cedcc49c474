"""`python -m policycompiler policy.yaml OUTDIR`: what the policy layer's build runs."""

from __future__ import annotations

import sys
from pathlib import Path

from batchshares.errors import PolicyError
from policycompiler import as_line, check_text, compile_text

USAGE = "usage: python -m policycompiler policy.yaml OUTDIR"


def main(arguments: list[str]) -> int:
    """Write OUTDIR/policy.json; exit 1 with every finding on stderr if the policy is wrong."""
    if len(arguments) != 2:
        print(USAGE, file=sys.stderr)
        return 2
    source, folder = Path(arguments[0]), Path(arguments[1])
    try:
        text = source.read_text("utf-8")
        compiled = compile_text(text, str(source))
    except (OSError, UnicodeDecodeError) as error:
        print(f"{source}: cannot be read: {error}", file=sys.stderr)
        return 1
    except PolicyError:
        _tell(text, str(source))
        return 1
    _tell(text, str(source))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "policy.json").write_text(compiled, "utf-8")
    return 0


def _tell(text: str, name: str) -> None:
    for finding in check_text(text, name):
        print(as_line(finding, name), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
