"""The game on the table: who plays, the secret seed, and what has happened so far, as one value."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.names import COLOURS, seated
from engine import dice
from engine.game import AnyGame, Code, GameEvent, GameState, Illegal, Json, Reveal, Seat, Start, StartRoll, Undo
from engine.games import GAMES
from engine.persistent_list import PersistentList
from engine.record import AnyEvent, AnyRecord, begin, follow, parse, refuse_without_game
from engine.starts import format_start_roll, parse_start, parse_start_roll

if TYPE_CHECKING:
    from collections.abc import Iterable

_FEW = 8
_MANY = 1 << 32
"""More events than a game can have."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who plays what, and how: everything that is decided before the first die falls."""

    game: str
    players: tuple[str, ...]
    options: Json = field(default_factory=dict)
    by_hand: bool = False
    """Whether real dice are used, and entered."""
    first: Seat | None = None
    """The seat that begins; None: it is rolled for."""
    colours: tuple[int, ...] = ()
    """For each seat, which of the seat colours is its own."""
    fair: bool = True
    """Whether the seed was drawn; false for one that was fixed for a test."""
    group: str = ""
    """Who plays together: the same in each game that they play again. The links of their seats are bound to it."""

    def to_json(self) -> dict[str, Any]:
        """The line-up as the journal keeps it."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        return {**kept, "players": list(self.players), "colours": list(self.colours)}

    @classmethod
    def from_json(cls, lineup: Json) -> LineUp:
        """The line-up as the journal kept it.

        Raises:
            Illegal: it is none.
        """
        first, by_hand, fair = lineup.get("first"), lineup.get("by_hand", False), lineup.get("fair", True)
        start = parse_start({**lineup, "first": 0 if first is None else first}, recorded=True)
        begin(start)  # the game itself knows which values its options have
        colours = lineup.get("colours")
        if not isinstance(colours, list) or not _are_colours(colours, len(start.players)):
            raise Illegal(Code.SYNTAX, "The colours of a line-up are the numbers of a seat colour for each player.")
        if not isinstance(by_hand, bool) or not isinstance(fair, bool):
            raise Illegal(Code.SYNTAX, "Whether dice are by hand, and fair, is true or false in a line-up.")
        group = lineup.get("group", "")
        if not isinstance(group, str):
            raise Illegal(Code.SYNTAX, "The group of a line-up is a text.")
        return cls(start.game, start.players, start.options, by_hand, first, tuple(colours), fair, group)


def _are_colours(numbers: list[object], seats: int) -> bool:
    """Whether these are so many seat colours, no two the same."""
    known = {number for number in numbers if type(number) is int and number in range(len(COLOURS))}
    return len(known) == len(numbers) == seats


@dataclass(frozen=True, slots=True)
class Running:
    """A game on the table."""

    lineup: LineUp
    seed: bytes = field(repr=False)
    """The secret of the dice, 32 bytes; told when the game is over."""
    prologue: tuple[StartRoll[GameEvent], ...] = ()
    """The rolls for who begins that stand."""
    record: AnyRecord | None = None
    """What happened since the start; None before."""
    events: int = 0
    """How many events are journalled, undone ones included."""
    seen: int = 0
    """How many outcomes of the newest event the players have acknowledged."""

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return GAMES[self.lineup.game]

    @property
    def state(self) -> GameState:
        """Where the game stands, in its own terms; None before the start."""
        return self.record.state if self.record else None

    @property
    def played(self) -> AnyRecord:
        """What happened since the start, on pages that are only open after it.

        Raises:
            LookupError: the game has not started.
        """
        if self.record is None:
            raise LookupError("the game has not started yet")
        return self.record

    @property
    def state_before(self) -> GameState:
        """Where the game stood before the newest event that stands."""
        return self.played.line[-2].state

    @property
    def line(self) -> tuple[Any, ...]:
        """The events that stand, the start first."""
        return tuple(step.event for step in self.record.line) if self.record else ()

    @property
    def virtual_rolls(self) -> int:
        """How many rolls and shuffles of the box stand: the counter of the next one."""
        drawings = (self.game.drawing(each.roll) for each in self.prologue)
        opening = sum(drawing is not None and drawing.by is None for drawing in drawings)
        return opening + (self.record.drawn if self.record else 0)

    @property
    def draws(self) -> dice.Draws:
        """What the box draws next; the same however often it is asked for, until it has happened."""
        return dice.Draws(self.seed, self.virtual_rolls)

    def happen(self, event: AnyEvent) -> Running:
        """The game after this event.

        Raises:
            Illegal: when it cannot be.
        """
        return replace(self._after(event), events=self.events + 1, seen=0)

    @property
    def mark(self) -> int:
        """What the journal keeps of the acknowledged outcomes: they count only for the newest event."""
        if self.seen < _FEW:  # so they have been kept from the first version on
            return self.events * _FEW + self.seen
        return -(self.seen * _MANY + self.events)

    def start_event(self, first: Seat) -> Start:
        """The event that starts the game, with the dice's commitment and the rolls for who begins."""
        notes: dict[str, Any] = {"commitment": dice.commitment(self.seed)}
        if self.prologue:
            notes["begins"] = [format_start_roll(roll, self.game) for roll in self.prologue]
        if not self.lineup.fair:
            notes["fair"] = False
        return Start(self.lineup.game, self.lineup.players, first, self.lineup.options, notes)

    def to_rewrite(self) -> tuple[Running, tuple[AnyEvent, ...]]:
        """All that is known of the game, as events for another journal, and the game as that will have it.

        A roll for who begins that was taken back is not among them: nobody remembers it.
        """
        events = (*self.prologue, *(self.record.events if self.record else ()))
        return replace(self, events=len(events)), events

    def parse(self, event: Json) -> AnyEvent:
        """What was journalled, as it may happen now.

        Raises:
            Illegal: `syntax`, or `players`.
        """
        if self.record is None and event.get("event") == "begin":
            return parse_start_roll(event, self.game)
        return parse(event, self.record.game if self.record else None, recorded=True)

    def _after(self, event: AnyEvent) -> Running:
        if self.record is not None:
            return replace(self, record=self.record.play(event))
        match event:
            case StartRoll(seat):
                if seat not in range(len(self.lineup.players)):
                    raise Illegal(Code.SYNTAX, "A roll for who begins names its seat, 0 the first.")
                return replace(self, prologue=(*self.prologue, event))
            case Undo():
                return replace(self, prologue=self.prologue[:-1])
            case Start():
                return replace(self, record=begin(event))
            case _:
                return refuse_without_game()


def watched(record: AnyRecord) -> Running:
    """A game that was played, to be shown again: its dice have fallen, and its seed is nothing to be seen."""
    start = record.start
    lineup = LineUp(start.game, start.players, start.options, colours=seated(start.players)[1])
    seen = replace(record, line=PersistentList.of(step for step in record.line if not isinstance(step.event, Reveal)))
    return Running(lineup, bytes(32), record=seen, events=len(record.events))


def resumed(lineup: Json, seed: bytes, events: Iterable[Json], mark: int) -> Running:
    """The game as the journal kept it.

    Raises:
        Illegal: when its line-up is none, or an event in it cannot be.
    """
    running, rest = Running(LineUp.from_json(lineup), seed), deque(events)
    while rest and running.record is None:
        running = running.happen(running.parse(rest.popleft()))
    if rest:
        running = replace(
            running, record=follow(running.record, *rest, recorded=True), events=running.events + len(rest)
        )
    counted, acknowledged = divmod(mark, _FEW) if mark >= 0 else divmod(-mark, _MANY)[::-1]
    return replace(running, seen=acknowledged if counted == running.events else 0)
