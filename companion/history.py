"""`companion history`: the finished games, one of them with its luck, and the dice over all of them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from companion.archive import attend, fetch, minutes, names
from companion.clock import local
from companion.finished import checked, finished_games
from companion.journal import GameId
from companion.names import shown
from companion.words import Words, mark
from engine.faces import evenness, fallen
from engine.games import GAMES
from engine.luck import report

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from companion.archive import Archived
    from companion.journal import Finished, Journal
    from engine.faces import Die, Fallen
    from engine.luck import Luck, Report

BARS = " ▁▂▃▄▅▆▇█"
CHART_COLUMNS = 56
"""A longer course is thinned out to so many columns: with a name beside it, it fits into 80."""

_LIST = (mark("no."), mark("date"), mark("players"), mark("won by"), mark("turns"), mark("min"))
_LUCK = (mark("rolls"), mark("busts"), mark("busts expected"), mark("boldest that held"))
_PAGE = 200
"""So many games are asked of the journal at a time where all are read."""


def main(asked: argparse.Namespace) -> int:
    """Tells the history: a page of games, one game, or the dice.

    Returns:
        The exit status: 0, or 2 where it cannot be told.
    """
    return attend("history", asked, _tell)


def page(_: Words, journal: Journal, limit: int, before: int | None = None) -> str:
    """A page of the finished games, the newest first; it reads no events.

    Args:
        _: the words of a language.
        journal: where they are kept.
        limit: how many at most.
        before: only games with a lower number; None: from the newest on.
    """
    found = finished_games(journal, limit + 1, None if before is None else GameId(before))
    if not found:
        return _text([_("There are no finished games.") if before is None else _("There are no older games.")])
    rows = [[_(head) for head in _LIST], *(_row(_, line) for line in found[:limit])]
    older = [_("older games: --before {number}", number=found[limit - 1].game)] if found[limit:] else []
    return _text([*_table(rows, "rlllrr"), *older])


def game(_: Words, archived: Archived) -> str:
    """One game: who won and how, what each player has and how lucky each was, and how the mines grew."""
    line, told = archived.line, report(archived.record)
    head = _(
        "Game {number}, {title}, {date}, {minutes} min, turns: {turns}",
        number=line.game,
        title=archived.record.game.title,
        date=local(line.begun_at, "%Y-%m-%d %H:%M"),
        minutes=minutes(line),
        turns=line.summary["turns"],
    )
    seats = told.seats if told else ()
    unchecked = [""] * bool(archived.unchecked)
    if archived.unchecked:
        text = _("An older companion wrote the newest {number} events, without checksums.", number=archived.unchecked)
        unchecked.append(text)
    won = _won(_, archived, told)
    return _text([head, won, "", *_standings(_, archived, seats), *_chart(_, archived, seats), *unchecked])


def dice(_: Words, journal: Journal) -> str:
    """How the dice fell over all finished games, and whether fair dice do so; those fixed for a test are left out."""
    fair = (line for line in _all(journal) if line.lineup.get("fair", True) and line.lineup["game"] in GAMES)
    fell = fallen((GAMES[line.lineup["game"]], journal.event_texts(line.game)) for line in fair)
    tables = [_evenness(_, die, each, named=len(fell) > 1) for die, each in sorted(fell.items())]
    if not tables:
        return _text([_("There are no finished games with fair dice.")])
    return _text([*chain(*tables), _("p: how likely it is that fair dice fall at least so unevenly")])


def _evenness(_: Words, die: Die, fell: Fallen, *, named: bool) -> list[str]:
    """How evenly one kind of die fell, in the box's rolls and in those by hand; named where there are several."""
    kind, faces = die
    told = ((_("the box's dice"), evenness(fell.box, faces)), (_("dice by hand"), evenness(fell.hand, faces)))
    rows = [
        [name, *map(str, even.counts), _.decimal(even.chi_square, 2), _.decimal(even.p, 3)]
        for name, even in told
        if even
    ]
    heads = [_("face"), *map(str, faces), _("chi-square"), "p"]
    return [*([f"{kind}:"] if named else []), *_table([heads, *rows], "l" + "r" * (len(heads) - 1))]


def _tell(journal: Journal, _: Words, asked: argparse.Namespace) -> str:
    if asked.dice:
        return dice(_, journal)
    if asked.number is not None:
        archived = fetch(journal, asked.number)
        checked(journal, archived.line, len(archived.record.start.players))
        return game(_, archived)
    return page(_, journal, asked.limit, asked.before)


def _all(journal: Journal) -> Iterator[Finished]:
    """Every finished game, the newest first."""
    found = finished_games(journal, _PAGE)
    while found:
        yield from found
        found = finished_games(journal, _PAGE, found[-1].game)


def _row(_: Words, line: Finished) -> list[str]:
    date, players = local(line.begun_at, "%Y-%m-%d"), names(_, line.summary["players"])
    return [str(line.game), date, players, _winners(_, line), str(line.summary["turns"]), str(minutes(line))]


def _winners(_: Words, line: Finished) -> str:
    players: list[str] = line.summary["players"]
    return names(_, (players[seat] for seat in line.summary["winners"]), _(" and "))


def _won(_: Words, archived: Archived, told: Report | None) -> str:
    won = _("won by {names}", names=_winners(_, archived.line))
    return f"{won}: {_(archived.record.game.endings[told.decided_by])}" if told else won


def _standings(_: Words, archived: Archived, seats: Sequence[Luck]) -> list[str]:
    """A line a player: what the seat has at the end of what decides, and its luck."""
    summary, figures = archived.line.summary, archived.record.game.ranking
    heads = ["", *(_(figure) for figure in figures), *(_(head) for head in _LUCK if seats)]
    rows = [
        [shown(_, player), *(str(standing[figure]) for figure in figures)]
        for player, standing in zip(summary["players"], summary["standings"], strict=True)
    ]
    rows = [[*row, *_lucky(_, luck)] for row, luck in zip(rows, seats, strict=True)] if seats else rows
    return _table([heads, *rows], "l" + "r" * (len(heads) - 1))


def _lucky(_: Words, luck: Luck) -> list[str]:
    bold = luck.boldest
    held = f"{100 * bold.bust / bold.of:.0f} % ({bold.bust}/{bold.of})" if bold else "–"  # noqa: RUF001 - a dash
    return [str(luck.rolls), str(luck.busts), _.decimal(luck.expected_busts), held]


def _chart(_: Words, archived: Archived, seats: Sequence[Luck]) -> list[str]:
    """The course of each seat as a row of bars, all of one scale."""
    rules = archived.record.game.luck
    if rules is None:
        return []
    top = max(value for seat in seats for value in seat.course)
    rows = [
        [shown(_, player), bars(thinned(seat.course, CHART_COLUMNS), top)]
        for player, seat in zip(archived.line.summary["players"], seats, strict=True)
    ]
    return ["", _("{figure}, turn by turn (highest: {top})", figure=_(rules.figure), top=top), *_table(rows, "ll")]


def bars(values: Sequence[int], top: int) -> str:
    """The values as bars: nothing for 0, a full block for `top`."""
    return "".join(BARS[-(-value * (len(BARS) - 1) // max(top, 1))] for value in values)


def thinned(values: Sequence[int], columns: int) -> Sequence[int]:
    """At most so many of the values, evenly spread, the first and the last among them."""
    if len(values) <= columns:
        return values
    return [values[round(place * (len(values) - 1) / (columns - 1))] for place in range(columns)]


def _table(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """The rows with their columns aligned, each to the `l`eft or to the `r`ight."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    columns = list(zip(widths, sides, strict=True))
    return ["  ".join(_aligned(*cell) for cell in zip(row, columns, strict=True)).rstrip() for row in rows]


def _aligned(text: str, column: tuple[int, str]) -> str:
    width, side = column
    return text.ljust(width) if side == "l" else text.rjust(width)


def _text(lines: Sequence[str]) -> str:
    return "".join(line + "\n" for line in lines)
