"""The figures of a study as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.files.text_table import align_columns, join_lines
from companion.lab.intervals import Interval
from companion.lab.result import Result
from companion.lab.study import WHOLE
from companion.lab.summary import BankRule, LuckFigures, Summary
from engine.games import GAMES, title_of

PLACES = ("first", "second", "third", "fourth", "fifth")


def study_text(result: Result) -> str:
    """Returns in one line what was played: `Claim It!, 2 players, 1,000 games, seed 7, recycle=false`."""
    study = result.study
    options = (
        f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in study.options.items()
    )
    games = f"{result.played:,} {'game' if result.played == 1 else 'games'}"
    if result.played < result.due:
        games = f"the first {result.played:,} of {result.due:,} games"
    games += "" if result.shard == WHOLE else f" of shard {result.shard.text}"
    parts = [title_of(study.game), f"{study.players} players", games, f"seed {study.seed}"]
    return ", ".join([*parts, *(option for option in options if not option.endswith("="))])


def place_name(seat: int) -> str:
    """Returns which player a seat is: the first begins."""
    return PLACES[seat] if seat < len(PLACES) else f"{seat + 1}th"


def percent_text(part: float) -> str:
    """Returns a share as per cent: `97.7 %`."""
    return f"{100 * part:.1f} %"


def interval_text(interval: Interval) -> tuple[str, str]:
    """Returns a share and its interval: `97.7 %` and `97.4 to 97.9 %`."""
    return percent_text(interval.value), f"{100 * interval.low:.1f} to {percent_text(interval.high)}"


def bank_rows(banks: Iterable[tuple[str, Sequence[BankRule]]]) -> list[list[str]]:
    """Returns the table that tells when bots bank, its head first, as of all tables here."""
    rows = [["bot", "after", "choices", "banks", "95 %", "from a risk of", "95 %", "agrees", "95 %"]]
    for name, rule in ((name, rule) for name, rules in banks for rule in rules):
        risk = ("never", "")
        if rule.risk is not None:
            risk = (f"{rule.risk.value:.0f} %", f"{rule.risk.low:.0f} to {rule.risk.high:.0f} %")
        banked, agrees = interval_text(rule.banked), interval_text(rule.agrees)
        rows.append([name, str(rule.survived), f"{rule.choices:,}", *banked, *risk, *agrees])
    return rows


def bust_rows(summary: Summary) -> list[list[str]]:
    """Returns the table of how often rolls were busts."""
    rows = [["bot", "before", "rolls", "busts", "95 %"]]
    for name, rates in summary.busts:
        rows += [[name, str(rate.survived), f"{rate.rolls:,}", *interval_text(rate.busted)] for rate in rates]
    return rows


def meeting_rows(summary: Summary) -> list[list[str]]:
    """Returns the table of a tournament: who takes how much from whom."""
    met = [[each.one, each.other, f"{each.taken.games:,}", *interval_text(each.taken.won)] for each in summary.meetings]
    return [["bot", "against", "games", "won", "95 %"], *met]


def luck_texts(luck: LuckFigures) -> list[str]:
    """Returns what the luck has to do with the results, in sentences."""
    won, ends = interval_text(luck.luckiest_won)
    texts = [f"Who had the most luck with the dice won {won} of the games ({ends})."]
    if luck.explained is not None:
        part, ends = interval_text(luck.explained)
        texts.append(f"Luck explains {part} of the variance of the results ({ends}).")
    return texts


def luck_rows(luck: LuckFigures) -> list[list[str]]:
    """Returns the table of the shares of the win with the luck taken out, by bot and by seat."""
    bots = luck.bots if len(luck.bots) > 1 else ()
    seats = ((place_name(seat), its) for seat, its in enumerate(luck.seats))
    return [["without luck", "won", "95 %"], *([name, *interval_text(its)] for name, its in (*bots, *seats))]


SHOWN_DEFICITS = 10
"""Larger ones are in the JSON and the report."""


def describe(result: Result, summary: Summary) -> str:
    """Returns the figures of a study, several lines."""
    lines = [study_text(result), ""]
    if summary.ratings:
        lines += [*_ratings(summary), ""]
    lines += _shares(summary)
    turns = summary.lengths
    lines += [
        "",
        f"turns a game: {turns.mean.value:.1f} in the mean ({turns.mean.low:.1f} to {turns.mean.high:.1f})",
        f"half of the games {turns.quarter} to {turns.three_quarters}, all {turns.shortest} to {turns.longest}",
    ]
    game = GAMES[result.study.game]
    if game.luck is not None and summary.busts:
        lines += ["", "busts by how many rolls of the turn had gone well before"]
        lines += align_columns(bust_rows(summary), "lrrrr")
    if summary.banks:
        lines += ["", "banks by how many rolls of the turn had gone well"]
        lines += align_columns(bank_rows(summary.banks), "lrrrrrrrr")
    if summary.luck:
        lines += ["", *luck_texts(summary.luck), *align_columns(luck_rows(summary.luck), "lrr")]
    study = result.study
    if (study.banks and not summary.banks) or (study.luck and not summary.luck):
        fewest = study.fewest_games_for_intervals
        lines += ["", f"too few games to tell when bots bank and what was luck: that takes at least {fewest:,}"]
    if summary.comebacks:
        first = summary.comebacks[:SHOWN_DEFICITS]
        shares = ", ".join(f"{each.at_least}: {percent_text(each.games.value)}" for each in first)
        lines += ["", f"won after being behind by at least ({game.ranking[0]}) {shares}"]
    return join_lines(lines)


def _shares(summary: Summary) -> list[str]:
    places = [place_name(seat) for seat in range(len(summary.seats))]
    rows = [["bot", "games", "won", "95 %", *(f"as {place}" for place in places)]]
    for bot in summary.bots:
        by_seat = [percent_text(share.won.value) if share else "" for share in bot.by_seat]
        rows.append([bot.name, f"{bot.overall.games:,}", *interval_text(bot.overall.won), *by_seat])
    seats = [
        [place, f"{share.games:,}", *interval_text(share.won)]
        for place, share in zip(places, summary.seats, strict=True)
    ]
    seat_rows = [["seat", "games", "won", "95 %"], *seats]
    return [*align_columns(rows, "lrrr" + "r" * len(places)), "", *align_columns(seat_rows, "lrrr")]


def _ratings(summary: Summary) -> list[str]:
    rows = [["bot", "Elo", "95 %"]]
    rows += [
        [name, f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"] for name, rating in summary.ratings
    ]
    lines = align_columns(rows, "lrr")
    if summary.has_drawn_games:
        lines.append("(a drawn game is added for each two: somebody has won or lost all)")
    return [*lines, "", *align_columns(meeting_rows(summary), "llrrr")]
