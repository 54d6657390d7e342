"""The commands for saved games: `history`, `people`, `export`, `backup` and `restore`."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from companion.commands.cli import align_columns, join_lines
from companion.core.lineup import bot_title
from companion.core.people import People, Person, luck_text, person_facts, risk_text, share_text, uncounted_text
from companion.core.player_names import display_name, list_names
from companion.core.saved_games import VERIFIED, HistoryEntry, JournalError
from companion.files import legible
from companion.locale.translator import N_, Translator, preferred_language, translator_for
from companion.runtime.archive import ArchivedGame, ArchiveError, fetch_game, history_entries, read_people, verify_draws
from companion.runtime.clock import to_local_time
from companion.runtime.journal import Journal, back_up
from companion.runtime.journal import restore as restore_journal
from companion.settings.loader import command_environ, journal_path, load_settings
from companion.settings.schema import SettingsError
from engine.coach import SeatLuck, luck_report
from engine.games import title_of
from engine.record import to_lines
from engine.starts import without_bidi_controls

DONE, DAMAGED, FAILED = range(3)
"""The exit statuses of these commands: success; success, but some games are damaged; error."""
Answer: TypeAlias = tuple[str, int]
"""The output of a command, and its exit status."""


def run_archive_command(command: str, args: argparse.Namespace, answer: Callable[[Journal, Translator], Answer]) -> int:
    """Opens the journal for reading, and prints what `answer` returns; `command` is the command's name.

    Returns the exit status: that of the answer, or 2 with an error message if the journal or the game cannot be read.
    """

    def read(path: Path, _: Translator) -> Answer:
        if not path.exists():
            missing = N_("{path} has no saved games yet: play a game first, or choose another file")
            raise ArchiveError(missing, path=legible(path))
        with Journal.read(path) as journal:
            return answer(journal, _)

    return run_journal_command(command, args, read)


def run_journal_command(command: str, args: argparse.Namespace, answer: Callable[[Path, Translator], Answer]) -> int:
    """Prints what `answer` returns for the path of the journal; returns the exit status as `run_archive_command`."""
    _ = translator_for(preferred_language(os.environ))
    try:
        environ = command_environ(os.environ)
        settings = load_settings(args.config, args.set, environ)
        _ = translator_for(settings.table.language or _.language)
        text, status = answer(journal_path(settings, environ, args.journal), _)
    except (ArchiveError, JournalError, SettingsError) as error:
        # The language is not known before the settings are read, so their errors are in English.
        reason = str(error) if isinstance(error, SettingsError) else _(error.text, **error.values)
        sys.stderr.write(f"companion {command}: {reason}\n")
        return FAILED
    sys.stdout.write(text)
    return status


def _report_damaged(command: str, _: Translator, entries: Sequence[HistoryEntry]) -> int:
    damaged = [entry.damage for entry in entries if entry.damage]
    for error in damaged:
        sys.stderr.write(f"companion {command}: {_(error.text, **error.values)}\n")
    return DAMAGED if damaged else DONE


_LIST = (N_("no."), N_("date"), N_("game"), N_("players"), N_("won by"), N_("turns"), N_("min"))
_LUCK = (N_("rolls in all"), N_("busts"), N_("expected busts"), N_("riskiest successful roll"))


def history(args: argparse.Namespace) -> int:
    """Prints the history: a list of games, or one game. Damaged games are reported, and the others shown."""

    def answer(journal: Journal, _: Translator) -> Answer:
        if args.number is None:
            return list_games(_, journal, args.limit)
        return describe_game(_, fetch_game(journal, args.number)), DONE

    return run_archive_command("history", args, answer)


def list_games(_: Translator, journal: Journal, limit: int) -> Answer:
    """Returns the newest `limit` games. Damaged games are marked and reported."""

    def format_row(entry: HistoryEntry) -> list[str]:
        mark, game = _("damaged") if entry.damage else "", entry.finished
        if game is None:
            return [str(entry.number), *[""] * (len(_LIST) - 1), mark]
        title, players = title_of(game.lineup["game"]), list_names(_, game.players)
        if not mark and game.summary.get("joined") is True:
            mark = _("joined in the middle")
        won = list_names(_, game.winners) or _("no one")
        return [str(entry.number), entry.date, title, players, won, str(game.summary["turns"]), str(game.minutes), mark]

    listed = history_entries(journal, limit)
    if not listed:
        return join_lines([_("No finished games yet.")]), DONE
    status = _report_damaged("history", _, listed)
    table = align_columns([[*(_(head) for head in _LIST), ""], *map(format_row, listed)], "rllllrrl")
    return join_lines(table), status


def describe_game(_: Translator, archived: ArchivedGame) -> str:
    """Returns one game: the result, and the final standings with luck."""
    entry, luck = archived.entry, luck_report(archived.record)
    head = _(
        "Game {number}, {title}, {date}, {minutes} min, turns: {turns}",
        number=entry.number,
        title=archived.record.game.title,
        date=to_local_time(entry.begun_at, "%Y-%m-%d %H:%M"),
        minutes=entry.minutes,
        turns=entry.summary["turns"],
    )
    seats = luck.seats if luck else ()
    won = _("won by {names}", names=_.listed([display_name(_, name) for name in entry.winners]) or _("no one"))
    ending = archived.record.game.endings.get(archived.record.game.ending(archived.record.state))
    won = f"{won}: {_(ending)}" if ending else won
    result = verify_draws(archived.record)
    verified = [_("Not random: fixed secret number") if result == "fixed" else _(VERIFIED[result])] if result else []
    return join_lines([head, won, *verified, "", *_standings_table(_, archived, seats)])


def _standings_table(_: Translator, archived: ArchivedGame, seats: Sequence[SeatLuck]) -> list[str]:
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
        boldest = luck.boldest
        risk = f"{risk_text(_, boldest)} ({boldest.bust}/{boldest.of})" if boldest else "–"  # noqa: RUF001 - a dash
        row += [str(luck.rolls), str(luck.busts), _.decimal(luck.expected_busts), risk]
    return align_columns([heads, *rows], "l" + "r" * (len(heads) - 1))


def people(args: argparse.Namespace) -> int:
    """Prints all players, or one of them. Damaged games are reported, and not counted."""

    def answer(journal: Journal, _: Translator) -> Answer:
        found = read_people(journal)
        status = DAMAGED if found.damaged else DONE
        if found.damaged:
            numbers = ", ".join(map(str, found.damaged))
            sys.stderr.write(f"companion people: {uncounted_text(_, len(found.damaged))}: {numbers}\n")
        if args.name is None:
            return list_people(_, found), status
        person = found.find(args.name)
        if person is None:
            unknown = N_("{name} has not finished a game in {path}")
            raise ArchiveError(unknown, name=legible(args.name), path=legible(journal.path))
        return describe_person(_, person), status

    return run_archive_command("people", args, answer)


def list_people(_: Translator, people: People) -> str:
    """Returns a line for each player, ordered by the number of games."""
    if not people.persons:
        return join_lines([_("No named player has finished a game yet.")])
    rows = [
        [without_bidi_controls(each.name), str(each.games), str(each.wins), share_text(each), luck_text(_, each)]
        for each in people.persons
    ]
    heads = [_("name"), _("games"), _("won"), _("share"), _("luck")]
    return join_lines(align_columns([heads, *rows], "lrrrr"))


def describe_person(_: Translator, person: Person) -> str:
    games, *facts = person_facts(_, person)
    rows = [[each.label, each.in_full, _("game {number}", number=each.number) if each.number else ""] for each in facts]
    head = f"{without_bidi_controls(person.name)}: {games.in_full}"
    return join_lines([head, *align_columns(rows, "lll")])


def export(args: argparse.Namespace) -> int:
    # The other commands do not need the tables, which are slow to load.
    from companion.runtime.export_formats import as_bgstats_play, as_csv, picture_of  # noqa: PLC0415

    formats: dict[str, Callable[[ArchivedGame, Translator], str]] = {
        "jsonl": lambda game, _: to_lines(game.record),
        "csv": lambda game, _: as_csv(game),
        "bgstats": lambda game, _: json.dumps(as_bgstats_play(game)) + "\n",
        "svg": picture_of,
    }
    return run_archive_command(
        "export", args, lambda journal, _: (formats[args.format](fetch_game(journal, args.number), _), DONE)
    )


def backup(args: argparse.Namespace) -> int:
    """Copies the journal, also while the companion is running. Damaged games are reported, and copied unchanged."""

    def copy(journal: Journal, _: Translator) -> Answer:
        try:
            back_up(journal, args.file)
        except FileExistsError as error:
            raise ArchiveError(N_("{path} already exists: choose another file"), path=legible(args.file)) from error
        except OSError as error:
            unwritten = N_("{path} cannot be written: {reason}")
            raise ArchiveError(unwritten, path=legible(args.file), reason=error.strerror) from error
        status = _report_damaged("backup", _, history_entries(journal, None))
        lines = [_("{path} contains all games; only you can read it.", path=legible(args.file))]
        if game := journal.unfinished():
            text = N_("Do not share it: it contains the secret number of game {game}, which is not over.")
            lines.append(_(text, game=game.number))
        lines.append(_("It does not contain the secret of the links to the web page."))
        return join_lines(lines), status

    return run_archive_command("backup", args, copy)


def restore(args: argparse.Namespace) -> int:
    """Replaces the journal by a backup. Damaged games are reported."""

    def replace(path: Path, _: Translator) -> Answer:
        if not args.file.exists():
            raise ArchiveError(N_("{path} does not exist"), path=legible(args.file))
        if path.exists() and path.samefile(args.file):
            raise ArchiveError(N_("{path} is the current game file: choose a backup"), path=legible(path))
        previous = restore_journal(args.file, path)
        with Journal.read(path) as journal:
            status = _report_damaged("restore", _, history_entries(journal, None))
        lines = [_("{path} is restored from the backup.", path=legible(path))]
        if previous is not None:
            lines.append(_("The previous file is saved as {path}.", path=legible(previous)))
        return join_lines(lines), status

    return run_journal_command("restore", args, replace)
