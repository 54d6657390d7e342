"""`companion history` and `companion people`: the finished games, their luck and dice, and who played them."""

import argparse
import sys
from collections.abc import Sequence

from companion.commands.cli import align_columns, join_lines
from companion.core.lineup import bot_title
from companion.core.people import (
    People,
    Person,
    luck_text,
    person_facts,
    risk_text,
    share_text,
    uncounted_text,
)
from companion.core.player_names import display_name, list_names
from companion.core.saved_games import VERIFIED, DamagedGame, Finished, HistoryEntry
from companion.files import legible
from companion.locale.translator import N_, Translator
from companion.runtime import archive
from companion.runtime.archive import ArchivedGame, ArchiveError, fetch_game, read_people, run_archive_command
from companion.runtime.clock import to_local_time
from companion.runtime.journal import Journal
from engine.coach import Luck, luck_report
from engine.games import title_of
from engine.starts import without_bidi_controls

_LIST = (N_("no."), N_("date"), N_("game"), N_("players"), N_("won by"), N_("turns"), N_("min"))
_LUCK = (N_("rolls in all"), N_("busts"), N_("expected busts"), N_("riskiest successful roll"))


def main(args: argparse.Namespace) -> int:
    """Prints the history: a list of games, or one game.

    Returns:
        The exit status: 0; 1 if a game is damaged (it is named, the others are shown); 2 after another error.
    """
    damaged: list[DamagedGame] = []

    def answer(journal: Journal, _: Translator) -> str:
        if args.number is None:
            return list_games(_, journal, damaged, args.limit)
        return describe_game(_, fetch_game(journal, args.number))

    return run_archive_command("history", args, answer, damaged)


def list_games(_: Translator, journal: Journal, damaged: list[DamagedGame], limit: int) -> str:
    """Returns the newest `limit` games. Damaged games are marked and added to `damaged`."""

    def format_row(entry: HistoryEntry) -> list[str]:
        mark, game = _("damaged") if entry.damage else "", entry.finished
        if game is None:
            return [str(entry.game), *[""] * (len(_LIST) - 1), mark]
        title, players = title_of(game.lineup["game"]), list_names(_, game.players)
        if not mark and game.summary.get("joined") is True:
            mark = _("joined in the middle")
        turns, minutes = str(game.summary["turns"]), str(game.minutes)
        return [str(entry.game), entry.date, title, players, _join_winners(_, game), turns, minutes, mark]

    listed = archive.history_entries(journal, limit)
    if not listed:
        return join_lines([_("No finished games yet.")])
    damaged += [entry.damage for entry in listed if entry.damage]
    table = align_columns([[*(_(head) for head in _LIST), ""], *map(format_row, listed)], "rllllrrl")
    for error in damaged:
        sys.stderr.write(f"companion history: {_(error.text, **error.fields)}\n")
    return join_lines(table)


def describe_game(_: Translator, archived: ArchivedGame) -> str:
    """Returns one game: the result, and the final standings with luck."""
    line, luck = archived.entry, luck_report(archived.record)
    head = _(
        "Game {number}, {title}, {date}, {minutes} min, turns: {turns}",
        number=line.game,
        title=archived.record.game.title,
        date=to_local_time(line.begun_at, "%Y-%m-%d %H:%M"),
        minutes=line.minutes,
        turns=line.summary["turns"],
    )
    seats = luck.seats if luck else ()
    won = _("won by {names}", names=_join_winners(_, line))
    how = archived.record.game.endings.get(archived.record.game.ending(archived.record.state))
    won = f"{won}: {_(how)}" if how else won
    drawn = archive.verified_draws(archived.record)
    verified = [_("Not random: fixed secret number") if drawn == "fixed" else _(VERIFIED[drawn])] if drawn else []
    return join_lines([head, won, *verified, "", *_standings_table(_, archived, seats)])


def _join_winners(_: Translator, game: Finished) -> str:
    return list_names(_, game.winners, _(" and ")) or _("no one")


def _standings_table(_: Translator, archived: ArchivedGame, seats: Sequence[Luck]) -> list[str]:
    """Returns a line for each player with the final figures that decide the game, and the luck."""
    summary, figures = archived.entry.summary, archived.record.game.ranking
    heads = ["", *(_(figure) for figure in figures), *(_(head) for head in _LUCK if seats)]
    names = [display_name(_, player) for player in summary["players"]]
    for seat, bot in summary.get("bots", {}).items():
        # The name of the bot that played the seat at the end follows the player's name if they differ.
        title = display_name(_, bot_title(bot, archived.record.start.game))
        if names[int(seat)] != title:
            names[int(seat)] += f" ({title})"
    rows = [
        [player, *(str(standing[figure]) for figure in figures)]
        for player, standing in zip(names, summary["standings"], strict=True)
    ]
    # Without odds there is no luck report.
    for row, luck in zip(rows, seats, strict=bool(seats)):
        bold = luck.boldest
        held = f"{risk_text(_, bold)} ({bold.bust}/{bold.of})" if bold else "–"  # noqa: RUF001 - a dash
        row += [str(luck.rolls), str(luck.busts), _.decimal(luck.expected_busts), held]
    return align_columns([heads, *rows], "l" + "r" * (len(heads) - 1))


_PEOPLE_LIST = (N_("name"), N_("games"), N_("won"), N_("share"), N_("luck"))
_UNKNOWN = N_("{name} has not finished a game in {path}")


def people(args: argparse.Namespace) -> int:
    """Prints all players, or one of them.

    Returns:
        The exit status: 0; 1 if a game is damaged and therefore not counted; 2 after another error.
    """
    damaged: list[int] = []

    def answer(journal: Journal, _: Translator) -> str:
        found = read_people(journal)
        damaged.extend(found.damaged)
        if damaged:
            numbers = ", ".join(map(str, damaged))
            sys.stderr.write(f"companion people: {uncounted_text(_, len(damaged))}: {numbers}\n")
        if args.name is None:
            return list_people(_, found)
        person = found.find(args.name)
        if person is None:
            raise ArchiveError(_UNKNOWN, name=legible(args.name), path=legible(journal.path))
        return describe_person(_, person)

    return run_archive_command("people", args, answer, damaged)


def list_people(_: Translator, people: People) -> str:
    """Returns a line for each player, ordered by the number of games."""
    if not people.persons:
        return join_lines([_("No named player has finished a game yet.")])
    rows = [
        [
            without_bidi_controls(each.name),
            str(each.games),
            str(each.wins),
            share_text(each),
            luck_text(_, each),
        ]
        for each in people.persons
    ]
    return join_lines(align_columns([[_(head) for head in _PEOPLE_LIST], *rows], "lrrrr"))


def describe_person(_: Translator, person: Person) -> str:
    """Returns one person's games, records and luck."""
    games, *facts = person_facts(_, person)
    rows = [[each.label, each.in_full, _("game {number}", number=each.number) if each.number else ""] for each in facts]
    head = f"{without_bidi_controls(person.name)}: {games.in_full}"
    return join_lines([head, *align_columns(rows, "lll")])
