"""A record: the list of events of one game. The state is computed from them.

A record file is JSON Lines: one event per line, in the notation of docs/protocol.md.

In memory each event makes a new `Record`, and an undo returns to the timeline of an older one. `PersistentList` makes
this cheap: a list is a node, which holds the last item and the list before it. Lists share their nodes, so a record of
n events costs n nodes, however many versions of it are kept.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from operator import eq
from typing import Any, AnyStr, Generic, NamedTuple, NoReturn, Self, TypeAlias, TypeVar, cast, overload

from engine.game import Code, Event, Finish, Game, GameEvent, Illegal, Json, Reveal, Start, StartRoll, State, Undo
from engine.games import GAMES
from engine.starts import format_start, format_start_roll, parse_finish, parse_start

T = TypeVar("T")
MAX_DIGITS = 4000
"""Maximum number of digits of a whole number in a line."""


class PersistentList(Sequence[T]):
    """An immutable sequence that shares its items with older versions. Items near the end are fast to reach.

    >>> one = PersistentList.of("abc")
    >>> two = one.plus("d")
    >>> "".join(one), "".join(two), two[:-1] == one
    ('abc', 'abcd', True)
    """

    __slots__ = ("_before", "_item", "_length")

    def __init__(self, before: Self | None = None, item: T | None = None) -> None:
        self._before = before
        self._item = item
        self._length: int = 0 if before is None else len(before) + 1

    @classmethod
    def of(cls, items: Iterable[T]) -> Self:
        made = cls()
        for item in items:
            made = made.plus(item)
        return made

    def plus(self, item: T) -> Self:
        return type(self)(self, item)

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[T]:
        node = self
        while node._before is not None:
            yield cast("T", node._item)
            node = node._before

    def __iter__(self) -> Iterator[T]:
        items = list(reversed(self))
        items.reverse()
        return iter(items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> T | Self:
        if isinstance(index, slice):
            first, last, stride = index.indices(self._length)
            if (first, stride) != (0, 1):
                return self.of(tuple(self)[index])
            # The first items are an older list, which exists already. Any other part must be copied.
            node = self
            while node._length > last and node._before is not None:
                node = node._before
            return node
        offset = index + self._length if index < 0 else index
        if not 0 <= offset < self._length:
            raise IndexError("the index is out of range")
        return next(islice(reversed(self), self._length - 1 - offset, None))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PersistentList):
            return NotImplemented
        # From the end: if two versions of one game differ, they differ there.
        return len(self) == len(other) and (self is other or all(map(eq, reversed(self), reversed(other))))

    __hash__ = None  # type: ignore[assignment]  # like a list

    def __repr__(self) -> str:
        return f"PersistentList.of({list(self)})"


CommonEvent = Start | Undo | Reveal | Finish
"""The events of every game."""
AnyEvent: TypeAlias = CommonEvent | StartRoll[Any] | GameEvent
"""Any event, including the rolls for who begins."""

_SEED = re.compile("[0-9a-fA-F]{64}")


class TimelineStep(NamedTuple, Generic[State, Event]):
    """An event that was not undone, and the state after it."""

    event: CommonEvent | Event
    state: State


@dataclass(frozen=True, slots=True)
class Record(Generic[State, Event]):
    """A game and its events.

    >>> record = play_json(None, {"event": "start", "game": "claimit", "players": ["Green", "Blue"]})
    >>> record = play_json(record, {"event": "roll", "dice": [1, 4, 5]}, {"event": "place", "field": "4/1"})
    >>> record.state.phase.value, len(record.events)
    ('choose', 3)
    >>> record = record.play(Undo())
    >>> record.state.phase.value, len(record.events), len(record.timeline)
    ('place', 4, 2)
    """

    game: Game[State, Event]
    events: PersistentList[CommonEvent | Event]
    """All events, the start first. Events that were undone and the undos are included."""
    timeline: PersistentList[TimelineStep[State, Event]]
    """The events that were not undone, each with the state after it; the start is first."""

    @property
    def start(self) -> Start:
        return cast("Start", self.events[0])

    @property
    def state(self) -> State:
        return self.timeline[-1].state

    @property
    def state_before(self) -> State:
        """The state before the newest event that was not undone; after the start, its own state."""
        return self.timeline[-min(2, len(self.timeline))].state

    @property
    def undone_event(self) -> CommonEvent | Event | None:
        """The event that the newest undo removed; None if the newest event is not an undo."""
        # Events and undos match like brackets. From the end, the event that closes the first bracket is the one.
        open_undos = 0
        for event in reversed(self.events):
            open_undos += 1 if isinstance(event, Undo) else -1
            if open_undos <= 0:
                return event if open_undos == 0 else None
        return None

    @property
    def can_undo(self) -> bool:
        return len(self.timeline) > 1

    @property
    def drawn_count(self) -> int:
        """The number of chance events of the box since the start, without those that were undone."""
        own = (step.event for step in self.timeline if not isinstance(step.event, CommonEvent))
        outcomes = map(self.game.chance_outcome, own)
        return sum(outcome is not None and outcome.by is None for outcome in outcomes)

    def __reduce__(self) -> tuple[Any, ...]:
        """Lets copies and pickles store the record as its lines: a game can be a module, which cannot be pickled."""
        return from_lines, (to_lines(self).splitlines(),)

    def play(self, event: CommonEvent | Event) -> "Record[State, Event]":  # noqa: C901 - a table of the events
        """Returns the record with one more event; after a start, the record of the new game.

        Raises:
            Illegal: the rules reject the event.
        """
        game, state = self.game, self.state
        match event:
            case Start():
                return start_record(event)
            case Undo():
                if not self.can_undo:
                    raise Illegal(Code.PHASE, "Nothing to undo: the game has just started.")
                return Record(game, self.events.plus(event), self.timeline[:-1])
            case Reveal():
                if not game.is_over(state):
                    raise Illegal(Code.PHASE, "The seed is secret until the game is over: only then it is revealed.")
            case Finish(winners):
                seat_count = len(self.start.players)
                if not set(winners) <= set(range(seat_count)):
                    raise Illegal(Code.SYNTAX, f"The winners are seats from 0 to {seat_count - 1}.")
                if game.is_over(state):
                    raise Illegal(Code.PHASE, "The game is over: only undo, reveal or a new start is possible now.")
                if game.finish is None:
                    raise Illegal(Code.ILLEGAL, f"A game of {game.title} ends by its rules, not by a finish event.")
                state = game.finish(state, winners)
            case _:
                state = game.apply(state, event)
        return Record(game, self.events.plus(event), self.timeline.plus(TimelineStep(event, state)))


AnyStep: TypeAlias = TimelineStep[Any, Any]
AnyRecord: TypeAlias = Record[Any, Any]


def start_record(start: Start) -> AnyRecord:
    game = GAMES[start.game]
    step = TimelineStep(start, game.start(start.players, start.first, start.options))
    return Record(game, PersistentList.of([start]), PersistentList.of([step]))


def parse(event: Json, game: Game[State, Event] | None) -> CommonEvent | Event:
    """Returns an event from the notation.

    Args:
        event: the JSON object.
        game: the game in progress; None accepts the events of every game.

    Raises:
        Illegal: `syntax`; `players` for a start.
    """
    match event.get("event"):
        case "start":
            return parse_start(event)
        case "undo":
            return Undo()
        case "reveal":
            value = event.get("seed")
            if not isinstance(value, str) or not _SEED.fullmatch(value):
                raise Illegal(Code.SYNTAX, "The seed of a reveal is a string of 64 hex digits.")
            return Reveal(bytes.fromhex(value))
        case "finish":
            return parse_finish(event)
        case _:
            return game.parse(event) if game else _parse_with_any_game(event)


def format_event(event: CommonEvent | StartRoll[Event] | Event, game: Game[State, Event]) -> dict[str, Any]:
    match event:
        case Start():
            return format_start(event, game)
        case Undo():
            return {"event": "undo"}
        case Reveal(seed):
            return {"event": "reveal", "seed": seed.hex()}
        case Finish(winners):
            return {"event": "finish", "winners": list(winners)}
        case StartRoll():
            return {"event": "begin", **format_start_roll(event, game)}
        case _:
            return game.format(event)


def decode(line: str | bytes) -> Json:
    """Returns the JSON object in a line. Raises Illegal: `syntax`."""
    try:
        text = line.decode() if isinstance(line, bytes) else line
        found = _DECODER.decode(text.removeprefix("\ufeff"))  # the byte order mark of editors on Windows
    # A line of thousands of brackets raises a RecursionError.
    except (ValueError, RecursionError) as problem:
        raise Illegal(Code.SYNTAX, "A line must be one JSON object in UTF-8.") from problem
    if not isinstance(found, dict):
        raise Illegal(Code.SYNTAX, "A line must be one JSON object.")
    return found


def to_lines(record: AnyRecord) -> str:
    """Returns the record as JSON Lines, undos included. `from_lines` returns an equal record."""
    return "".join(json.dumps(format_event(event, record.game)) + "\n" for event in record.events)


def from_lines(lines: Iterable[str]) -> AnyRecord:
    """Returns the record in these lines; if several games start in them, that of the last one.

    Raises:
        Illegal: a line is not an event, or the rules reject it.
    """
    return play_json(None, *map(decode, without_blank_last_line(lines)))


def without_blank_last_line(lines: Iterable[AnyStr]) -> Iterator[AnyStr]:
    """Yields the lines without a blank line at the end, which some editors add."""
    blank = None  # a blank line, which is yielded only if another line follows
    for line in lines:
        if blank is not None:
            yield blank
        blank = None if line.strip() else line
        if blank is None:
            yield line


def play_json(record: AnyRecord | None, *events: Json) -> AnyRecord:
    """Plays events in the notation, and returns the record after them.

    Args:
        record: the record so far; None if the first event is a start.
        events: the JSON objects.

    Raises:
        Illegal: an event is wrong or the rules reject it; `no_game` without a start.
    """
    for event in events:
        parsed = parse(event, record.game if record else None)
        record = start_record(parsed) if isinstance(parsed, Start) else (record or raise_no_game()).play(parsed)
    return record or raise_no_game()


def raise_no_game() -> NoReturn:
    raise Illegal(Code.NO_GAME, "No game has started: begin with a start event.")


def _parse_with_any_game(event: Json) -> GameEvent:
    # Before a start every event is rejected, by the caller; but a malformed one is rejected here, with its own error.
    errors = []
    for game in GAMES.values():
        try:
            return game.parse(event)
        except Illegal as error:
            errors.append(error)
    raise errors[0]


def _parse_finite(number: str) -> float:
    value = float(number)
    # Python's own decoder accepts 1e999 as infinity.
    if not isfinite(value):
        raise ValueError("JSON has no infinite numbers")
    return value


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"JSON has no {name}")


def _parse_whole(digits: str) -> int:
    # Error messages can contain such numbers, and Python converts at most 4,300 digits to text.
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise ValueError(f"more than {MAX_DIGITS} digits")
    return int(digits)


_DECODER = json.JSONDecoder(parse_float=_parse_finite, parse_int=_parse_whole, parse_constant=_reject_constant)
