"""The archive: the finished games of a journal for the history, exports and the API, and who played in them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import dropwhile, islice
from pathlib import Path

from msgspec import Struct

from companion.core.people import People, count_people
from companion.core.saved_games import DamagedGame, Finished, GameId, HistoryEntry, JournalError
from companion.files import legible
from companion.locale.translator import N_, Translator, preferred_language, translator_for
from companion.runtime.clock import to_local_time
from companion.runtime.journal import Journal
from companion.settings.loader import load_settings
from companion.settings.paths import command_environ, journal_path
from companion.settings.schema import SettingsError
from engine.dice import commitment
from engine.fairness import Finding, Line, check_fairness
from engine.game import Illegal, Json
from engine.games import GAMES
from engine.record import (
    AnyRecord,
    follow,
    format,  # noqa: A004 - the notation's name; the built-in is not used here
)
from engine.starts import without_bidi_controls

DONE, DAMAGED, CANNOT = range(3)
"""The exit statuses: it is done; done, but some games are damaged; it cannot be done."""

UNWRITTEN = N_("{path} cannot be written: {reason}")

_MISSING = N_("{path} holds no journal yet: play a game first, or name another file")
_NOT_OVER = N_("there is no game on the table that is over")
_UNKNOWN = N_("there is no finished game {number} in {path}")
_UNSOUND = N_("game {number} in {path} cannot be replayed: {message}")


class ArchiveError(Exception):
    """A finished game cannot be read.

    Attributes:
        text: why, in English, to be translated.
        fields: what its fields stand for.
    """

    def __init__(self, text: str, **fields: object) -> None:
        super().__init__(text.format(**fields))
        self.text = text
        self.fields = fields


class ArchivedGame(Struct, frozen=True):
    """A finished game with all its events."""

    entry: Finished
    record: AnyRecord
    times: tuple[str, ...]
    """When each event of the record was journalled, the start first."""


def find_game(journal: Journal, number: int) -> Finished:
    """Returns what the history lists of a finished game.

    Raises:
        ArchiveError: there is none.
        JournalError: above all `DamagedGame`.
    """
    # The newest finished game up to this number: it is the one, or there is none with this number.
    newest = next(journal.finished_games(before=GameId(number + 1)), None)
    if newest is None or newest.game != number:
        raise ArchiveError(_UNKNOWN, number=number, path=legible(journal.path))
    if isinstance(newest, DamagedGame):
        raise newest
    return newest


def fetch_game(journal: Journal, number: int) -> ArchivedGame:
    """Reads a finished game by its number.

    Raises:
        ArchiveError: there is none, or what happened in it cannot be by the rules that we know.
        JournalError: above all `DamagedGame`.
    """
    found = find_game(journal, number)
    kept = journal.kept(found.game)
    if kept.damaged is not None:
        raise DamagedGame(journal.path, number, kept.damaged)
    try:
        record = record_since_start(kept.events)
    except Illegal as refusal:
        raise ArchiveError(
            _UNSOUND, number=number, path=legible(journal.path), message=without_bidi_controls(refusal.message)
        ) from refusal
    # The journal holds the rolls for who begins before the start, with times of their own.
    return ArchivedGame(found, record, kept.times[-len(record.events) :])


def cache_key(journal: Journal, number: int) -> tuple[int, str, str]:
    """Returns what names a game in a cache: another journal, begun after this one was set aside, counts from 1 again.

    Raises:
        ArchiveError: there is no such game.
        JournalError: above all `DamagedGame`.
    """
    begun_at, begun = journal.begun(find_game(journal, number).game)
    # With number and time: the dice of a test are fixed for many games.
    return number, begun_at, commitment(bytes.fromhex(begun["seed"]))


def fetch_game_on_table(journal: Journal) -> ArchivedGame:
    """Reads the game that is over, but whose winner is still shown: the history does not have it yet.

    Raises:
        ArchiveError: there is none, or it is not over.
        JournalError: the journal cannot be read.
    """
    game = journal.unfinished()
    if game is None or game.damaged is not None:
        raise ArchiveError(_NOT_OVER)
    try:
        record = record_since_start(game.events)
    except Illegal as refusal:
        raise ArchiveError(_NOT_OVER) from refusal
    if not record.game.is_over(record.state):
        raise ArchiveError(_NOT_OVER)
    entry = Finished(game.game, game.lineup, game.begun_at, journal.minutes(game.game), {})
    return ArchivedGame(entry, record, journal.kept(game.game).times[-len(record.events) :])


def record_since_start(events: Iterable[Json]) -> AnyRecord:
    """Returns the record of journalled events. Of the rolls for who begins, which come before, the start tells.

    Raises:
        Illegal: there is no start, or what happened cannot be by the rules that we know.
    """
    return follow(None, *dropwhile(lambda event: event.get("event") != "start", events))


def run_archive_command(
    command: str,
    args: argparse.Namespace,
    answer: Callable[[Journal, Translator], str],
    damaged: Collection[object] = (),
) -> int:
    """Opens the journal of `--journal`, `--config` and `--set` to read only, and writes out a command's answer.

    Args:
        command: its name, for error messages.
        args: which journal, by `--journal`, `--config` and `--set`.
        answer: the command; it gets the journal, and the translator of the table's language, and may fill `damaged`.
        damaged: what the command has found damaged, once it has answered.

    Returns:
        The exit status: 0; 1 where something is damaged; 2 if the journal or the game cannot be read, and one line
        says why.
    """

    def read(path: Path, _: Translator) -> str:
        if not path.exists():
            raise ArchiveError(_MISSING, path=legible(path))
        with Journal.read(path) as journal:
            return answer(journal, _)

    return run_journal_command(command, args, read, damaged)


def run_journal_command(
    command: str, args: argparse.Namespace, answer: Callable[[Path, Translator], str], damaged: Collection[object] = ()
) -> int:
    """Does the same with the path of the journal, which the command opens itself."""
    _ = translator_for(preferred_language(os.environ))
    try:
        environ = command_environ(os.environ)
        settings = load_settings(args.config, args.set, environ)
        _ = translator_for(settings.table.language or _.language)
        text = answer(journal_path(settings, environ, sys.platform, args.journal), _)
    except (ArchiveError, JournalError, SettingsError) as error:
        # Settings are read before a language is known: their errors are in English.
        reason = str(error)
        if isinstance(error, ArchiveError | JournalError):
            reason = _(error.text, **error.fields)
        sys.stderr.write(f"companion {command}: {reason}\n")
        return CANNOT
    sys.stdout.write(text)
    return DAMAGED if damaged else DONE


DICE_S = 60.0
"""How long the dice of a game may take to be verified, in seconds."""


def history_entries(journal: Journal, limit: int | None, before: GameId | None = None) -> tuple[HistoryEntry, ...]:
    """Returns a page of the history, the newest game first: the finished ones, each with its events checked.

    Only games with a number below `before` are listed.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    entries = list[HistoryEntry]()
    for entry in islice(journal.finished_games(before), limit):
        if isinstance(entry, DamagedGame):
            entries.append(HistoryEntry(GameId(entry.game), None, entry))
            continue
        damage = None
        try:
            journal.event_texts(entry.game)
        except DamagedGame as error:
            damage = error
        entries.append(HistoryEntry(entry.game, entry, damage, to_local_time(entry.begun_at, "%Y-%m-%d")))
    return tuple(entries)


def verified_draws(record: AnyRecord) -> str | None:
    """Returns what the box drew, `dice` or `tiles`, if all of it follows from the seed that it had committed to.

    `fixed` if it drew from a seed that was given. None if a draw differs, the seed was not revealed, or a roll was
    entered by hand, which cannot be checked.
    """
    events = (format(event, record.game) for event in record.events)
    verdict = check_fairness([Line(number, event) for number, event in enumerate(events, 1)])
    if verdict.finding is Finding.FIXED and (
        verdict.from_hands or any(roll.counter is not None for roll in verdict.rolls)
    ):
        return "fixed"
    if verdict.finding is not Finding.FAIR or not all(roll.due == roll.dice for roll in verdict.rolls):
        return None
    return "tiles" if verdict.from_hands else "dice"


def verified_draws_of(path: Path, game: GameId) -> str | None:
    """Returns the same of a finished game in a journal, for a worker: a long one takes seconds on a small machine."""
    try:
        with Journal.read(path) as journal:
            return verified_draws(fetch_game(journal, game).record)
    except (ArchiveError, JournalError):  # what is wrong with it is shown where it is opened
        return None


PEOPLE_S = 60.0
"""How long counting may take, in seconds."""
NIGHT = timedelta(hours=6)
"""Whoever begins a game before six in the morning still plays on the evening before."""

_counted: dict[Path, tuple[tuple[int, str], People]] = {}
"""What this process has counted, and the number of ended games by then with the end of the last."""


def people_of(path: Path) -> People:
    """Returns everybody who has played, for a worker: 10,000 games take half a second on a PC.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    with Journal.read(path) as journal:
        # A game that has ended stays as it is: only another one changes what was counted.
        ended = journal.count_ended()
        if path not in _counted or _counted[path][0] != ended:
            _counted[path] = ended, read_people(journal)
        return _counted[path][1]


def read_people(journal: Journal) -> People:
    """Returns everybody who has played in the games of an open journal.

    Only what is kept of each game as a whole is read, against its checksum: the events take thirty times as long.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    damaged: list[GameId] = []

    def sound_games() -> Iterator[tuple[Finished, str]]:
        for entry in journal.finished_games():
            if isinstance(entry, DamagedGame):
                damaged.append(GameId(entry.game))
            else:
                yield entry, evening_of(entry.begun_at)

    figures = {name: game.ranking[0] for name, game in GAMES.items() if game.ranking}
    # Every game is read before the damaged ones are reported: they are found on the way.
    people = count_people(sound_games(), figures)
    return people._replace(damaged=tuple(damaged))


def evening_of(at: str) -> str:
    """Returns the date of the evening to which a time of the journal belongs, by the clocks here."""
    return (datetime.fromisoformat(at).astimezone() - NIGHT).strftime("%Y-%m-%d")
