"""How hard property tests try: the same examples each time, more with --hypothesis-profile."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, max_examples=80)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("steady")
