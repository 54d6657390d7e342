"""`companion history`: the finished games, one of them with its luck, and the dice over all of them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.core.saved_games import GameId
from companion.locale.translator import N_, Translator
from companion.runtime.archive import duration_min, fetch_game, list_names, run_archive_command
from companion.runtime.clock import local
from companion.runtime.finished_games import check_summary, finished_games
from engine.face_counts import chi_square_test, count_faces
from engine.games import GAMES
from engine.luck import report

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from companion.core.saved_games import Finished
    from companion.runtime.archive import ArchivedGame
    from companion.runtime.journal import Journal
    from engine.face_counts import Die, FaceCounts
    from engine.luck import Luck

BARS = " ▁▂▃▄▅▆▇█"
CHART_COLUMNS = 56
"""A longer course is thinned out to so many columns: with a name beside it, it fits into 80."""

_LIST = (N_("no."), N_("date"), N_("players"), N_("won by"), N_("turns"), N_("min"))
_LUCK = (N_("rolls"), N_("busts"), N_("busts expected"), N_("boldest that held"))
_PAGE = 200
"""So many games are asked of the journal at a time where all are read."""


def main(args: argparse.Namespace) -> int:
    """Tells the history: a page of games, one game, or the dice.

    Returns:
        The exit status: 0, or 2 where it cannot be told.
    """
    return run_archive_command("history", args, _run)


def list_games(_: Translator, journal: Journal, limit: int, before: int | None = None) -> str:
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


def describe_game(_: Translator, archived: ArchivedGame) -> str:
    """One game: who won and how, what each player has and how lucky each was, and how the mines grew."""
    line, told = archived.entry, report(archived.record)
    head = _(
        "Game {number}, {title}, {date}, {minutes} min, turns: {turns}",
        number=line.game,
        title=archived.record.game.title,
        date=local(line.begun_at, "%Y-%m-%d %H:%M"),
        minutes=duration_min(line),
        turns=line.summary["turns"],
    )
    seats = told.seats if told else ()
    unchecked = [""] * bool(archived.unchecked)
    if archived.unchecked:
        text = _("An older companion wrote the newest {number} events, without checksums.", number=archived.unchecked)
        unchecked.append(text)
    won = _won(_, archived)
    return _text([head, won, "", *_standings(_, archived, seats), *_chart(_, archived, seats), *unchecked])


def describe_dice(_: Translator, journal: Journal) -> str:
    """How the dice fell over all finished games, and whether fair dice do so; those fixed for a test are left out."""
    fair = (line for line in _all(journal) if line.lineup.get("fair", True) and line.lineup["game"] in GAMES)
    fell = count_faces((GAMES[line.lineup["game"]], journal.event_texts(line.game)) for line in fair)
    tables = [_evenness(_, die, each, named=len(fell) > 1) for die, each in sorted(fell.items())]
    if not tables:
        return _text([_("There are no finished games with fair dice.")])
    return _text([*chain(*tables), _("p: how likely it is that fair dice fall at least so unevenly")])


def _evenness(_: Translator, die: Die, fell: FaceCounts, *, named: bool) -> list[str]:
    """How evenly one kind of die fell, in the box's rolls and in those by hand; named where there are several."""
    kind, faces = die
    told = (
        (_("the box's dice"), chi_square_test(fell.box, faces)),
        (_("dice by hand"), chi_square_test(fell.hand, faces)),
    )
    rows = [
        [name, *map(str, even.counts), _.decimal(even.chi_square, 2), _.decimal(even.p, 3)]
        for name, even in told
        if even
    ]
    heads = [_("face"), *map(str, faces), _("chi-square"), "p"]
    return [*([f"{kind}:"] if named else []), *_table([heads, *rows], "l" + "r" * (len(heads) - 1))]


def _run(journal: Journal, _: Translator, args: argparse.Namespace) -> str:
    if args.dice:
        return describe_dice(_, journal)
    if args.number is not None:
        archived = fetch_game(journal, args.number)
        check_summary(journal, archived.entry, len(archived.record.start.players))
        return describe_game(_, archived)
    return list_games(_, journal, args.limit, args.before)


def _all(journal: Journal) -> Iterator[Finished]:
    """Every finished game, the newest first."""
    found = finished_games(journal, _PAGE)
    while found:
        yield from found
        found = finished_games(journal, _PAGE, found[-1].game)


def _row(_: Translator, line: Finished) -> list[str]:
    date, players = local(line.begun_at, "%Y-%m-%d"), list_names(_, line.summary["players"])
    return [str(line.game), date, players, _winners(_, line), str(line.summary["turns"]), str(duration_min(line))]


def _winners(_: Translator, line: Finished) -> str:
    players: list[str] = line.summary["players"]
    return list_names(_, (players[seat] for seat in line.summary["winners"]), _(" and "))


def _won(_: Translator, archived: ArchivedGame) -> str:
    won = _("won by {names}", names=_winners(_, archived.entry))
    game, state = archived.record.game, archived.record.state
    how = game.endings.get(game.ending(state))
    return f"{won}: {_(how)}" if how else won


def _standings(_: Translator, archived: ArchivedGame, seats: Sequence[Luck]) -> list[str]:
    """A line a player: what the seat has at the end of what decides, and its luck."""
    summary, figures = archived.entry.summary, archived.record.game.ranking
    heads = ["", *(_(figure) for figure in figures), *(_(head) for head in _LUCK if seats)]
    rows = [
        [display_name(_, player), *(str(standing[figure]) for figure in figures)]
        for player, standing in zip(summary["players"], summary["standings"], strict=True)
    ]
    rows = [[*row, *_lucky(_, luck)] for row, luck in zip(rows, seats, strict=True)] if seats else rows
    return _table([heads, *rows], "l" + "r" * (len(heads) - 1))


def _lucky(_: Translator, luck: Luck) -> list[str]:
    bold = luck.boldest
    held = f"{100 * bold.bust / bold.of:.0f} % ({bold.bust}/{bold.of})" if bold else "–"  # noqa: RUF001 - a dash
    return [str(luck.rolls), str(luck.busts), _.decimal(luck.expected_busts), held]


def _chart(_: Translator, archived: ArchivedGame, seats: Sequence[Luck]) -> list[str]:
    """The course of each seat as a row of bars, all of one scale."""
    rules = archived.record.game.luck
    if rules is None:
        return []
    top = max(value for seat in seats for value in seat.course)
    rows = [
        [display_name(_, player), bars(thinned(seat.course, CHART_COLUMNS), top)]
        for player, seat in zip(archived.entry.summary["players"], seats, strict=True)
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
    forms = [f"{{:{'<' if side == 'l' else '>'}{width}}}" for width, side in zip(widths, sides, strict=True)]
    line = "  ".join(forms)
    return [line.format(*row).rstrip() for row in rows]


def _text(lines: Sequence[str]) -> str:
    return "".join(line + "\n" for line in lines)
