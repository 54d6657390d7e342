"""Words and numbers of studies, as the terminal and the report say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.studies.study import WHOLE
from engine.games import title_of

if TYPE_CHECKING:
    from companion.studies.intervals import Interval
    from companion.studies.result import Result

PLACES = ("first", "second", "third", "fourth", "fifth")


def study_text(result: Result) -> str:
    """Returns in one line what was played: `Claim It!, 2 players, 1,000 games, seed 7, recycle=false`."""
    study = result.study
    options = (
        f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in study.options.items()
    )
    parts = [title_of(study.game), f"{study.players} players", _games_text(result), f"seed {study.seed}"]
    return ", ".join([*parts, *(option for option in options if not option.endswith("="))])


def _games_text(result: Result) -> str:
    of_shard = "" if result.shard == WHOLE else f" of shard {result.shard.text}"
    if result.played < result.due:
        return f"the first {result.played:,} of {result.due:,} games{of_shard}"
    return f"{result.played:,} {'game' if result.played == 1 else 'games'}{of_shard}"


def place_name(seat: int) -> str:
    """Returns which player a seat is: the first begins."""
    return PLACES[seat] if seat < len(PLACES) else f"{seat + 1}th"


def percent_text(part: float) -> str:
    """Returns a share as per cent: `97.7 %`."""
    return f"{100 * part:.1f} %"


def interval_text(interval: Interval) -> tuple[str, str]:
    """Returns a share and its interval: `97.7 %` and `97.4 to 97.9 %`."""
    return percent_text(interval.value), f"{100 * interval.low:.1f} to {percent_text(interval.high)}"
