"""Read and compile the policy file a command was given."""

from __future__ import annotations

from pathlib import Path

from batchshares.domain.policy import Policy, load_policy
from batchshares.errors import PolicyError

SHIPPED = Path("layers/policy/policy.yaml")


def read_text(file: Path) -> str:
    """Return the file's text; PolicyError if it is not there or not UTF-8."""
    try:
        return file.read_text("utf-8")
    except FileNotFoundError as error:
        raise PolicyError(
            f"{file} does not exist: name the policy file, or go to its folder"
        ) from error
    except UnicodeDecodeError as error:
        raise PolicyError(
            f"{file} is not UTF-8 text (byte {error.start}): save it as UTF-8"
        ) from error
    except OSError as error:
        raise PolicyError(f"{file} cannot be read: {error.strerror}") from error


def read_policy(file: Path) -> Policy:
    """Check and compile the file; PolicyError lists every mistake."""
    from policycompiler import compile_text

    text = read_text(file)
    try:
        return load_policy(compile_text(text, file.name))
    except PolicyError as error:
        raise PolicyError(f"{file} has mistakes:\n{error}") from error
