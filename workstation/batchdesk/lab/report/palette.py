"""The page's colours: told apart by people who see fewer, on light and on dark ground.

A figure is drawn in the light colours; the page swaps them by this table when it is dark.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Colour:
    """One meaning's colour on light and on dark ground, as #rrggbb."""

    light: str
    dark: str


INK = Colour("#1c2128", "#e6eaf0")
MUTED = Colour("#5c6672", "#9aa6b4")
LINE = Colour("#e2e6eb", "#2b323b")
GROUND = Colour("#ffffff", "#171c23")

OWN = Colour("#1f6fb5", "#58a6ea")
BORROWED = Colour("#e08a00", "#f2aa3c")
LENT = Colour("#9cc4e6", "#2f5f88")
IDLE = Colour("#eceff3", "#2a323c")

DOING = {
    "waiting": Colour("#c3cad3", "#4c5663"),
    "starting": Colour("#86c5ee", "#3f86b5"),
    "running": Colour("#15886a", "#36b590"),
    "stopping": Colour("#d1432b", "#f2745f"),
    "no machines": Colour("#b0569f", "#d68bc8"),
    "never": Colour("#8a6d00", "#d3b13a"),
}
STOP = DOING["stopping"]

ALL = (INK, MUTED, LINE, GROUND, OWN, BORROWED, LENT, IDLE, *DOING.values())
DARK_OF = {colour.light: colour.dark for colour in ALL}
