"""The archive: reads a journal's finished games for the history, the exports and the API, and counts the players."""

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from itertools import dropwhile, islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from companion.core.people import People, count_people
from companion.core.saved_games import DamagedGame, Finished, GameId, HistoryEntry, JournalError
from companion.files import legible
from companion.locale.translator import N_
from companion.runtime.clock import to_local_time
from companion.runtime.journal import Journal
from engine.dice import commitment
from engine.fairness import Finding, Line, check_fairness
from engine.game import Illegal, Json
from engine.games import GAMES
from engine.record import AnyRecord, format_event, play_json
from engine.starts import without_bidi_controls

NOT_INSTALLED = N_("{game} is not installed here, so the board cannot be drawn")
_NOT_OVER = N_("the current game is not over")
_UNKNOWN = N_("{path} has no finished game {number}")
_UNSOUND = N_("game {number} in {path} cannot be replayed: {message}")


class ArchiveError(Exception):
    """A finished game cannot be read.

    Attributes:
        text: the reason in English, to be translated.
        values: the values of its placeholders.
    """

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values))
        self.text = text
        self.values = values

    def __reduce__(self) -> tuple[Callable[[], object], tuple[()]]:
        """For `pickle`, because a worker may raise it."""
        return partial(ArchiveError, self.text, **self.values), ()


class ArchivedGame(Struct, frozen=True):
    entry: Finished
    record: AnyRecord
    times: tuple[str, ...]
    """The time at which each event of the record was saved."""


def find_game(journal: Journal, number: int) -> Finished:
    """Returns the history entry of a finished game.

    Raises:
        ArchiveError: the game does not exist.
        JournalError: such as `DamagedGame`.
    """
    # The newest finished game up to this number; if it has another number, the game does not exist.
    newest = next(journal.finished_games(before=GameId(number + 1)), None)
    if newest is None or newest.number != number:
        raise ArchiveError(_UNKNOWN, number=number, path=legible(journal.path))
    if isinstance(newest, DamagedGame):
        raise newest
    return newest


def fetch_game(journal: Journal, number: int | None) -> ArchivedGame:
    """Reads a finished game by its number; None is the current game, if it is over but not in the history yet.

    Raises:
        ArchiveError: the game does not exist or is not over, or the rules reject its events.
        JournalError: such as `DamagedGame`.
    """
    if number is None:
        return _fetch_current_game(journal)
    found = find_game(journal, number)
    saved = journal.events_of(found.number)
    if saved.first_damaged_event is not None:
        raise DamagedGame(journal.path, number, saved.first_damaged_event)
    try:
        record = record_since_start(saved.events)
    except Illegal as refusal:
        message = without_bidi_controls(refusal.message)
        raise ArchiveError(_UNSOUND, number=number, path=legible(journal.path), message=message) from refusal
    # The journal contains the rolls for who begins as separate events before the start.
    return ArchivedGame(found, record, saved.times[-len(record.events) :])


def cache_key(journal: Journal, number: int | None) -> tuple[Hashable, ...]:
    """Returns a key that is unique to a game, even across journals; `number` None is the current game.

    Raises:
        ArchiveError: the game does not exist.
        JournalError: such as `DamagedGame`.
    """
    if number is None:
        unfinished = journal.unfinished()
        return (unfinished.begun_at, len(unfinished.events)) if unfinished else ()
    begun_at, start = journal.start_of(find_game(journal, number).number)
    # The seed alone is not enough: many games may have the same fixed dice.
    return number, begun_at, commitment(bytes.fromhex(start["seed"]))


def _fetch_current_game(journal: Journal) -> ArchivedGame:
    unfinished = journal.unfinished()
    if unfinished is None or unfinished.first_damaged_event is not None:
        raise ArchiveError(_NOT_OVER)
    try:
        record = record_since_start(unfinished.events)
    except Illegal as refusal:
        raise ArchiveError(_NOT_OVER) from refusal
    if not record.game.is_over(record.state):
        raise ArchiveError(_NOT_OVER)
    entry = Finished(unfinished.number, unfinished.lineup, unfinished.begun_at, journal.minutes(unfinished.number), {})
    return ArchivedGame(entry, record, journal.events_of(unfinished.number).times[-len(record.events) :])


def record_since_start(events: Iterable[Json]) -> AnyRecord:
    """Returns the record of saved events. The rolls for who begins are omitted: the start contains their result.

    Raises Illegal: the start is missing, or the rules reject an event.
    """
    return play_json(None, *dropwhile(lambda event: event.get("event") != "start", events))


VERIFY_TIMEOUT_S = 60.0
"""Timeout for the verification of a game's dice in seconds."""


def history_entries(journal: Journal, limit: int | None, before: GameId | None = None) -> tuple[HistoryEntry, ...]:
    """Returns the finished games with a number below `before`, the newest first; the events of each are checked.

    Raises JournalError: the journal as a whole cannot be read.
    """
    entries = list[HistoryEntry]()
    for entry in islice(journal.finished_games(before), limit):
        if isinstance(entry, DamagedGame):
            entries.append(HistoryEntry(GameId(entry.number), None, entry))
            continue
        first_damaged = journal.events_of(entry.number).first_damaged_event
        damage = None if first_damaged is None else DamagedGame(journal.path, entry.number, first_damaged)
        entries.append(HistoryEntry(entry.number, entry, damage, to_local_time(entry.begun_at, "%Y-%m-%d")))
    return tuple(entries)


def verify_draws(record: AnyRecord) -> str | None:
    """Returns `dice` or `tiles` if all rolls or deals of the box follow from the committed seed.

    `fixed` if the seed was given by the command line. None if a roll differs, the seed was not revealed, or a roll was
    entered by hand, which cannot be checked.
    """
    events = (format_event(event, record.game) for event in record.events)
    verdict = check_fairness([Line(number, event) for number, event in enumerate(events, 1)])
    has_checks = verdict.hand_checks or any(roll.counter is not None for roll in verdict.rolls)
    if verdict.finding is Finding.FIXED and has_checks:
        return "fixed"
    if verdict.finding is not Finding.FAIR or not all(roll.expected == roll.faces for roll in verdict.rolls):
        return None
    return "tiles" if verdict.hand_checks else "dice"


def verification_of(path: Path, game: GameId) -> str | None:
    """Returns `verify_draws` of a finished game. For a worker: a long game takes seconds on a small machine."""
    try:
        with Journal.read(path) as journal:
            return verify_draws(fetch_game(journal, game).record)
    except (ArchiveError, JournalError):  # the error is shown when the game is opened
        return None


PEOPLE_TIMEOUT_S = 60.0
"""Timeout for the statistics in seconds."""

_people_cache: dict[Path, tuple[tuple[int, str], People]] = {}
"""The statistics that this process has computed, with the `Journal.ended_games_key` for which they are valid."""


def read_people_at(path: Path) -> People:
    """Returns the players of all games. For a worker: 10,000 games take half a second on a PC.

    Raises JournalError: the journal as a whole cannot be read.
    """
    with Journal.read(path) as journal:
        # Ended games do not change, so only another ended game changes the statistics.
        ended = journal.ended_games_key()
        if path not in _people_cache or _people_cache[path][0] != ended:
            _people_cache[path] = ended, read_people(journal)
        return _people_cache[path][1]


def read_people(journal: Journal) -> People:
    """Returns the players of all games in an open journal.

    It reads only the summary of each game, with its checksum: the events take thirty times as long.

    Raises JournalError: the journal as a whole cannot be read.
    """
    entries = tuple(journal.finished_games())
    figures = {name: game.ranking[0] for name, game in GAMES.items() if game.ranking}
    people = count_people((entry for entry in entries if isinstance(entry, Finished)), figures)
    return replace(people, damaged=tuple(GameId(entry.number) for entry in entries if isinstance(entry, DamagedGame)))
