"""A ghost, for tests of what comes after the fit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.choice_model import Agreement, Estimate
from engine.claimit.ghost import Ghost, Preference
from engine.claimit.ghost_notation import format_ghost

if TYPE_CHECKING:
    from pathlib import Path

_BANK = (-4.0, 1.6, 0.3, 0.2, 0.1, 0.5)
_PLACE = (1.0, 1.2, 2.0, 0.3, -0.8)
GHOST = Ghost(
    person="Änna [1,2]",
    fitted_to=12,
    risk=Estimate(0.18, 0.15, 0.21),
    banking=Preference(tuple(Estimate(n, n - 0.5, n + 0.5) for n in _BANK), Agreement(630, 0.84, 0.82, 0.86)),
    placing=Preference(tuple(Estimate(n, n - 1.25, 3) for n in _PLACE), Agreement(515, 0.65, 0.61, 0.7)),
)


def write_ghost(path: Path, person: str = "Anna") -> str:
    """Writes the file of somebody's ghost; returns the bot's name."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(format_ghost(replace(GHOST, person=person)))
    return f"ghost:{path}"
