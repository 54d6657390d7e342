"""Reads everybody who has played from a journal, and counts them anew only after another game has ended.

What the coach has found of finished games for ratings is kept in a file beside the journal. It can be found anew at any
time, so it is no part of the journal, and no backup has it. What was found with a value of another name is dropped.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Hashable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import dropwhile
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from companion.core.journal_error import JournalError
from companion.core.messages import HistoryFailed, PeopleRead
from companion.core.people import People, count_people, is_person, person_key
from companion.core.players import players_of
from companion.core.rated_games import ABANDONED, BOT, Candidate, Looked, rate_people, reason_against
from companion.core.saved_games import Finished, GameId
from companion.files.atomic_files import replace_file
from companion.runtime.child_process import AnsweringProcess
from companion.runtime.clock import monotonic_s
from companion.runtime.coach_process import COMMAND, IDLE_S, ask_coach
from companion.runtime.finished_games import all_finished_entries
from companion.runtime.journal import Journal
from engine.game import Json
from engine.games import GAMES

log = logging.getLogger(__name__)

NIGHT = timedelta(hours=6)
"""Whoever begins a game before six in the morning still plays on the evening before."""


AT_ONCE = 20
"""So many games the coach looks at for each time that somebody asks: a small box must not be busy for hours."""


SUFFIX = ".ratings.json"
OWNER_ONLY = 0o600
_WRITING = Lock()


class KeptResults:
    """The file of one journal. Any thread may use it; of two programs that write at once one has to look again."""

    def __init__(self, journal: Path, value: str) -> None:
        """Reads nothing yet.

        Args:
            journal: beside which the file lies.
            value: the name of the value that is shipped: what another one has found is dropped.
        """
        self.path = journal.with_name(journal.name + SUFFIX)
        self._value = value
        self._unwritten: dict[str, Any] | None = None

    @property
    def version(self) -> tuple[int, int]:
        """What changes whenever it is written."""
        try:
            found = self.path.stat()
        except OSError:
            return 0, 0
        return found.st_mtime_ns, found.st_size

    def read(self) -> dict[str, Looked]:
        """Returns what was found of each game, by `key_of`."""
        return {key: Looked(tuple(row[0]), *row[1:]) for key, row in self._read()["games"].items()}

    def add(self, key: str, looked: Looked) -> None:
        """Keeps what was found of a game; where it cannot be written, it is said once, and kept as long as this is."""
        with _WRITING:
            content = self._read()
            content["games"][key] = looked
            self._write(content)

    def take_renewal(self) -> bool:
        """Returns, once, whether all is reckoned anew, because the value has another name."""
        with _WRITING:
            content = self._read()
            if not content.pop("renewed", False):
                return False
            self._write(content)
            return True

    def _read(self) -> dict[str, Any]:
        if self._unwritten is not None:
            return self._unwritten
        content: Any = None
        try:
            content = json.loads(self.path.read_bytes())
            if content["value"] != self._value:
                return {"value": self._value, "renewed": bool(content["games"]), "games": {}}
            # A row that is damaged is left out, and so found anew.
            content["games"] = {key: row for key, row in content["games"].items() if _is_sound(row)}
        except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return {"value": self._value, "games": {}}
        return dict(content)

    def _write(self, content: dict[str, Any]) -> None:
        try:
            replace_file(self.path, json.dumps(content, separators=(",", ":")).encode(), OWNER_ONLY)
        except OSError as problem:
            if self._unwritten is None:
                log.warning("%s cannot be written: %s", self.path, problem)
            self._unwritten = content


def _is_sound(row: object) -> bool:
    match row:
        case [list(results), bool(), bool()]:
            return all(type(result) in {int, float} for result in results)
        case _:
            return False


def key_of(game: Finished) -> str:
    """Returns what names a game: another journal, begun after this one was set aside, counts from 1 again."""
    return f"{game.game} {game.begun_at}"


class PeopleReader:
    """Counts the people of one journal. Any thread may ask; one counts, the others wait for its result."""

    def __init__(self, path: Path | None, analyst: AnsweringProcess | None = None) -> None:
        """Takes where the journal is; None: nothing is kept."""
        self._path = path
        self._counting = Lock()
        self._counted: dict[bool, tuple[Hashable, People]] = {}
        """What was counted, without and with unproved games, and what would change it: games, and what is kept."""
        self._analyst = analyst or AnsweringProcess(COMMAND, "the coach", idle_s=IDLE_S)
        self._kept: KeptResults | None = None
        self._awaited, self._failed = set[GameId](), set[GameId]()

    def read(self, *, unproved: bool = False) -> People:
        """Returns everybody who has played: 10,000 games take about half a second on a PC, so not on the loop's thread.

        Games that the coach has not looked at yet it looks at afterwards, in a process of its own.

        Args:
            unproved: whether unproved games count for ratings.

        Raises:
            JournalError: the journal as a whole cannot be read.
        """
        if self._path is None:
            return People()
        with self._counting, Journal.read(self._path) as journal:
            kept = self._kept = self._kept or kept_beside(journal)
            # A game that has ended stays as it is: only another one, or another file, changes what was counted.
            state = journal.count_ended(), kept.version
            known = self._counted.get(unproved)
            if known is None or known[0] != state:
                known = self._counted[unproved] = state, read_people(journal, kept, unproved=unproved)
            self._look_later(journal, kept, known[1].unseen)
            return known[1]

    def take_renewal(self) -> bool:
        """Returns, once, whether all ratings are reckoned anew, because the coach's value has another name."""
        if self._path is None:
            return False
        return KeptResults(self._path, _value_name()).take_renewal()

    def read_later(self, deliver: Callable[[PeopleRead | HistoryFailed], object]) -> None:
        """Returns at once; a thread of its own counts, and hands over the result."""

        def count() -> None:
            try:
                deliver(PeopleRead(self.read(), monotonic_s()))
            except JournalError as error:
                log.warning("%s", error)
                deliver(HistoryFailed(error, monotonic_s()))

        # A daemon: who switches off does not wait for it.
        Thread(target=count, name="people", daemon=True).start()

    def close(self) -> None:
        """Ends the coach's process. May be called twice."""
        self._analyst.close()

    def _look_later(self, journal: Journal, kept: KeptResults, unseen: Sequence[Finished]) -> None:
        """Has the coach look at some games, the newest first; each is asked about once."""
        if self._awaited:  # it is still at the last ones
            return
        for game in unseen:
            if len(self._awaited) == AT_ONCE:
                return
            if game.game in self._failed:
                continue
            try:
                texts = map(json.loads, journal.event_texts(game.game))
                events = list(dropwhile(lambda event: event.get("event") != "start", texts))
            except (JournalError, ValueError) as problem:
                log.warning("the coach cannot look at game %d: %s", game.game, problem)
                self._failed.add(game.game)
                continue
            self._awaited.add(game.game)
            self._look(kept, game, events)

    def _look(self, kept: KeptResults, game: Finished, events: list[Json]) -> None:
        def take(looked: Looked | None) -> None:
            if looked is None:
                self._failed.add(game.game)
            else:
                kept.add(key_of(game), looked)
            self._awaited.discard(game.game)

        ask_coach(self._analyst, lambda: ("look", events), take)


def kept_beside(journal: Journal) -> KeptResults:
    """Returns what the coach has found of a journal's games."""
    return KeptResults(journal.path, _value_name())


def _value_name() -> str:
    from engine.claimit.weights import VALUE_NAME  # noqa: PLC0415 - whoever has no coach does not load it

    return VALUE_NAME


def read_people(journal: Journal, kept: KeptResults | None = None, *, unproved: bool = False) -> People:
    """Returns everybody who has played in the games of an open journal.

    Only what is kept of each game as a whole is read, against its checksum: the events take thirty times as long.

    Args:
        journal: the open journal.
        kept: what the coach has found of its games; None: nobody asks for ratings.
        unproved: whether unproved games count for them.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    damaged: list[GameId] = []
    candidates, unseen = list[Candidate](), list[Finished]()
    found = kept.read() if kept else {}

    def sound_games() -> Iterator[tuple[Finished, str]]:
        for entry in all_finished_entries(journal):
            if isinstance(entry, JournalError):
                damaged.append(GameId(entry.game))
                continue
            evening = evening_of(entry.begun_at)
            if _is_coached(entry.lineup):
                players = _rated_players(entry.players, entry.summary.get("bots"))
                looked = found.get(key_of(entry))
                if looked and len(looked.results) not in {0, len(players)}:  # somebody has edited the file
                    looked = None
                candidate = Candidate(players, evening, reason_against(entry), looked)
                candidates.append(candidate)
                unseen.extend([entry] if candidate.awaits_look(unproved=unproved) else [])
            yield entry, evening

    figures = {name: game.ranking[0] for name, game in GAMES.items() if game.ranking}
    # Every game is read before the damaged ones are told: they are found on the way.
    people = count_people(sound_games(), figures)
    if kept is not None:
        candidates += _abandoned_games(journal)
        people = people.with_ratings(rate_people(candidates, unproved=unproved))
    return people._replace(damaged=tuple(damaged), unseen=tuple(unseen))


def _abandoned_games(journal: Journal) -> Iterator[Candidate]:
    for lineup, begun_at in journal.abandoned_lineups():
        if _is_coached(lineup):
            names = [name if isinstance(name, str) else "" for name in players_of(lineup)]
            yield Candidate(_rated_players(names, lineup.get("bots")), evening_of(begun_at), ABANDONED)


def _is_coached(lineup: Json) -> bool:
    game = lineup.get("game")
    # Ratings rest on results without the luck of rolls: a game without them has none.
    return isinstance(game, str) and game in GAMES and GAMES[game].coach is not None and bool(GAMES[game].dice)


def _rated_players(names: Sequence[str], bots: object) -> tuple[str, ...]:
    """Returns by seat the key of a person, or what stands for a bot; empty: nobody."""
    seats = bots if isinstance(bots, dict) else {}
    return tuple(
        f"{BOT}{seats[str(seat)]}" if str(seat) in seats else person_key(name) if is_person(name) else ""
        for seat, name in enumerate(names)
    )


def evening_of(at: str) -> str:
    """Returns the date of the evening to which a time of the journal belongs, by the clocks here."""
    return (datetime.fromisoformat(at).astimezone() - NIGHT).strftime("%Y-%m-%d")
