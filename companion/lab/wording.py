"""Words and numbers of studies, as the terminal and the report say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lab.study import WHOLE
from engine.games import title_of

if TYPE_CHECKING:
    from companion.lab.banking import BankRule
    from companion.lab.intervals import Interval
    from companion.lab.luck_share import LuckFigures
    from companion.lab.result import Result

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


BANK_HEAD = ("bot", "after", "choices", "banks", "95 %", "from a risk of", "95 %", "agrees", "95 %")
"""Of a table with `bank_cells`."""


def bank_cells(name: str, rule: BankRule) -> list[str]:
    """Returns a row of the table that tells when bots bank."""
    risk = ("never", "")
    if rule.risk is not None:
        risk = (f"{rule.risk.value:.0f} %", f"{rule.risk.low:.0f} to {rule.risk.high:.0f} %")
    return [
        name,
        str(rule.survived),
        f"{rule.choices:,}",
        *interval_text(rule.banked),
        *risk,
        *interval_text(rule.agrees),
    ]


def luck_texts(luck: LuckFigures) -> list[str]:
    """Returns what the luck has to do with the results, in sentences."""
    won, ends = interval_text(luck.luckiest_won)
    texts = [f"Who had the most luck with the dice won {won} of the games ({ends})."]
    if luck.explained is not None:
        part, ends = interval_text(luck.explained)
        texts.append(f"Luck explains {part} of the variance of the results ({ends}).")
    return texts


def luck_rows(luck: LuckFigures) -> list[list[str]]:
    """Returns the rows of a table: the shares of the win with the luck taken out, by bot and by seat."""
    bots = luck.bots if len(luck.bots) > 1 else ()
    seats = ((place_name(seat), its) for seat, its in enumerate(luck.seats))
    return [[name, *interval_text(its)] for name, its in (*bots, *seats)]
