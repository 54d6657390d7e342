"""The figures of a study as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.files.text_table import align_columns, join_lines
from companion.lab.wording import (
    BANK_HEAD,
    bank_cells,
    interval_text,
    luck_rows,
    luck_texts,
    percent_text,
    place_name,
    study_text,
)
from engine.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.lab.banking import BankRule
    from companion.lab.result import Result
    from companion.lab.summary import BustRate, Comeback, Summary

SHOWN_DEFICITS = 10
"""Larger ones are in the JSON and the report."""


def describe(result: Result, summary: Summary) -> str:
    """Returns the figures of a study, several lines."""
    lines = [study_text(result), ""]
    if summary.ratings:
        lines += [*_ratings(summary), ""]
    lines += _shares(summary)
    lines += ["", *_lengths(summary)]
    game = GAMES[result.study.game]
    if game.luck is not None and summary.busts:
        lines += ["", "busts by how many rolls of the turn had gone well before", *_busts(summary.busts)]
    if summary.banks:
        lines += ["", "banks by how many rolls of the turn had gone well", *_banks(summary.banks)]
    if summary.luck:
        lines += [
            "",
            *luck_texts(summary.luck),
            *align_columns([["without luck", "won", "95 %"], *luck_rows(summary.luck)], "lrr"),
        ]
    study = result.study
    if (study.banks and not summary.banks) or (study.luck and not summary.luck):
        fewest = study.fewest_games_for_intervals
        lines += ["", f"too few games to tell when bots bank and what was luck: that takes at least {fewest:,}"]
    if summary.comebacks:
        lines += ["", _comebacks(summary.comebacks, game.ranking[0])]
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


def _lengths(summary: Summary) -> Iterator[str]:
    turns = summary.lengths
    yield f"turns a game: {turns.mean.value:.1f} in the mean ({turns.mean.low:.1f} to {turns.mean.high:.1f})"
    yield f"half of the games {turns.quarter} to {turns.three_quarters}, all {turns.shortest} to {turns.longest}"


def _busts(busts: Sequence[tuple[str, Sequence[BustRate]]]) -> list[str]:
    rows = [["bot", "before", "rolls", "busts", "95 %"]]
    for name, rates in busts:
        rows += [[name, str(rate.survived), f"{rate.rolls:,}", *interval_text(rate.busted)] for rate in rates]
    return align_columns(rows, "lrrrr")


def _banks(banks: Sequence[tuple[str, Sequence[BankRule]]]) -> list[str]:
    rows = [list(BANK_HEAD), *(bank_cells(name, rule) for name, rules in banks for rule in rules)]
    return align_columns(rows, "l" + "r" * (len(BANK_HEAD) - 1))


def _comebacks(comebacks: Sequence[Comeback], figure: str) -> str:
    first = comebacks[:SHOWN_DEFICITS]
    shares = ", ".join(f"{each.at_least}: {percent_text(each.games.value)}" for each in first)
    return f"won after being behind by at least ({figure}) {shares}"


def _ratings(summary: Summary) -> list[str]:
    rows = [["bot", "Elo", "95 %"]]
    rows += [
        [name, f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"] for name, rating in summary.ratings
    ]
    lines = align_columns(rows, "lrr")
    if summary.has_drawn_games:
        lines.append("(a drawn game is added for each two: somebody has won or lost all)")
    met = [["bot", "against", "games", "won", "95 %"]]
    met += [
        [each.one, each.other, f"{each.taken.games:,}", *interval_text(each.taken.won)] for each in summary.meetings
    ]
    return [*lines, "", *align_columns(met, "llrrr")]
