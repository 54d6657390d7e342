"""A record: everything that happened in a game, as events; the state is computed from them.

In a file a record is JSON Lines, one event a line in the referee's notation.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, cast

from engine.game import Code, Game, GameEvent, GameState, Illegal, Json, Reveal, Start, Undo
from engine.games import GAMES
from engine.starts import format_start, parse_start

if TYPE_CHECKING:
    from collections.abc import Iterable

Event = Start | Undo | Reveal | GameEvent
"""What may happen in any game, or an event of the record's own."""

_SEED = re.compile("[0-9a-fA-F]{64}")


class Step(NamedTuple):
    """One event of the line that stands."""

    event: Event
    state: GameState
    """The state after it."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game and what happened in it."""

    game: Game
    events: tuple[Event, ...]
    """All that happened, the start first; what was taken back and the undos that did it are among them."""
    line: tuple[Step, ...]
    """The steps that stand, the start's first."""

    @property
    def start(self) -> Start:
        """How it began."""
        return cast("Start", self.events[0])

    @property
    def state(self) -> GameState:
        """The state now."""
        return self.line[-1].state

    @property
    def taken_back(self) -> Event | None:
        """The event that the newest undo took back; None after any other event."""
        if not isinstance(self.events[-1], Undo):
            return None
        standing: list[Event] = []
        for event in self.events[:-1]:
            if isinstance(event, Undo):
                standing.pop()
            else:
                standing.append(event)
        return standing[-1]

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back: the start is not."""
        return len(self.line) > 1

    def play(self, event: Event) -> Record:
        """The record with one more event; a start abandons this game for a new one.

        Raises:
            Illegal: the event cannot be now.
        """
        course = _Course(self)
        course.add(event)
        return course.record()


class _Course:
    """A record that grows in place: after many events it is copied once, and not once an event."""

    def __init__(self, record: Record | None) -> None:
        self.game: Game | None = record.game if record else None
        self._events: list[Event] = list(record.events) if record else []
        self._line: list[Step] = list(record.line) if record else []

    def add(self, event: Event) -> None:
        """One more event; a start abandons the game before it.

        Raises:
            Illegal: the event cannot be now.
        """
        if isinstance(event, Start):
            game = GAMES[event.game]
            state = game.start(event.players, event.first, event.options)
            self.game, self._events, self._line = game, [event], [Step(event, state)]
        elif self.game is None:
            refuse_without_game()
        else:
            self._go_on(self.game, event)

    def record(self) -> Record:
        """The record as it is now.

        Raises:
            Illegal: `no_game`.
        """
        return Record(self.game, tuple(self._events), tuple(self._line)) if self.game else refuse_without_game()

    def _go_on(self, game: Game, event: Event) -> None:
        state = self._line[-1].state
        if isinstance(event, Undo):
            if len(self._line) == 1:
                raise Illegal(Code.PHASE, "There is nothing to take back: the game has only just started.")
            self._line.pop()
        elif isinstance(event, Reveal):
            if not game.is_over(state):
                raise Illegal(Code.PHASE, "The seed is revealed only after the end: until then it must stay secret.")
            self._line.append(Step(event, state))
        else:
            self._line.append(Step(event, game.apply(state, event)))
        self._events.append(event)


def begin(start: Start) -> Record:
    """The record of a game that has just started."""
    course = _Course(None)
    course.add(start)
    return course.record()


def parse(event: Json, game: Game | None, *, recorded: bool = False) -> Event:
    """An event from the notation.

    Args:
        event: the JSON object.
        game: the game that is on; None before anything has started: then any game's events will do.
        recorded: it has been played already, perhaps before names had a limit.

    Raises:
        Illegal: `syntax`; `players` for a start.
    """
    match event.get("event"):
        case "start":
            return parse_start(event, recorded=recorded)
        case "undo":
            return Undo()
        case "reveal":
            return Reveal(_seed(event.get("seed")))
        case _:
            return game.parse(event) if game else _parse_by_any(event)


def format(event: Event, game: Game) -> dict[str, Any]:  # noqa: A001 - parse's counterpart; the built-in is not used here
    """The notation of an event, common or the game's own."""
    match event:
        case Start():
            return format_start(event)
        case Undo():
            return {"event": "undo"}
        case Reveal(seed):
            return {"event": "reveal", "seed": seed.hex()}
        case _:
            return game.format(event)


def decode(line: str | bytes) -> Json:
    """The JSON object on a line.

    Raises:
        Illegal: `syntax`.
    """
    try:
        text = line.decode() if isinstance(line, bytes) else line
        found = _DECODER.decode(text)
    except (ValueError, RecursionError) as problem:
        raise Illegal(Code.SYNTAX, "A line holds one JSON object in UTF-8; this one holds none.") from problem
    if not isinstance(found, dict):
        raise Illegal(Code.SYNTAX, "A line holds one JSON object; this one holds another value.")
    return found


def to_lines(record: Record) -> str:
    """The record as JSON Lines, undos included; `from_lines` reads it back to an equal record."""
    return "".join(json.dumps(format(event, record.game)) + "\n" for event in record.events)


def from_lines(lines: Iterable[str]) -> Record:
    """The record that the lines tell; after several starts the game of the last one.

    Raises:
        Illegal: a line is no event, or one that cannot be.
    """
    return follow(None, *map(decode, lines), recorded=True)


def follow(record: Record | None, *events: Json, recorded: bool = False) -> Record:
    """The record after more events of the notation.

    Args:
        record: what has happened before; None: nothing.
        events: the JSON objects.
        recorded: they have been played already, perhaps before names had a limit.

    Raises:
        Illegal: an event is none, or cannot be then; `no_game` where there is no record to be had.
    """
    course = _Course(record)
    for event in events:
        course.add(parse(event, course.game, recorded=recorded))
    return course.record()


def refuse_without_game() -> NoReturn:
    """Says that nothing has started.

    Raises:
        Illegal: `no_game`, always.
    """
    raise Illegal(Code.NO_GAME, "No game has started: begin with a start event.")


def _parse_by_any(event: Json) -> GameEvent:
    refusals = []
    for game in GAMES.values():
        try:
            return game.parse(event)
        except Illegal as refusal:
            refusals.append(refusal)
    raise refusals[0]


def _seed(value: object) -> bytes:
    if not isinstance(value, str) or not _SEED.fullmatch(value):
        raise Illegal(Code.SYNTAX, "The seed of a reveal is a string of 64 hex digits.")
    return bytes.fromhex(value)


def _finite(number: str) -> float:
    value = float(number)
    if value - value:
        raise ValueError("JSON has no infinite numbers")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"JSON has no {name}")


_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_no_constant)
