"""The game session: who plays, the secret seed, and every event so far, as one immutable value.

The journal stores the same data. The position, the box's next roll and the hands that it has dealt follow from the
line-up, the seed and the events. So a game resumes exactly as it was, and the next roll is the same for every query: it
depends only on the seed and on the number of rolls that were not undone.

Before the start, the session itself keeps the rolls for who begins; the start event then contains them. From then on
the record has every event, also undone ones. `event_count` counts all of them, as the journal does.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Iterable
from typing import Any, Generic, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from companion.core.lineup import LineUp, assign_seats
from engine import dice
from engine.game import AnyGame, Code, Event, GameState, Illegal, Json, Reveal, Seat, Start, StartRoll, State, Undo
from engine.games import GAMES
from engine.record import (
    AnyEvent,
    AnyRecord,
    CommonEvent,
    PersistentList,
    Record,
    TimelineStep,
    parse,
    play_json,
    raise_no_game,
    start_record,
)
from engine.starts import format_start_roll, parse_start_roll

DEALT = "dealt"
"""The option of the table, and the key in `Start.notes`: the box deals secret hands."""
_ACK_FACTOR = 1024
"""The factor of `event_count` in `ack_cursor`; larger than any `acknowledged_count`."""


class GameSession(Struct, Generic[State, Event], frozen=True):
    """A game in progress or just finished, generic in the states and events of its rules."""

    lineup: LineUp
    seed: bytes
    """The secret of the dice, 32 bytes; revealed when the game is over."""
    start_rolls: tuple[StartRoll[Event], ...] = ()
    """The rolls for who begins that were not undone."""
    record: Record[State, Event] | None = None
    """The record since the start event; None before it."""
    event_count: int = 0
    """The number of events in the journal: undone ones and the rolls for who begins included."""
    acknowledged_count: int = 0
    """The number of outcomes (pages such as a bust) of the newest event that the players have acknowledged."""
    guided: bool | None = None
    """Whether the guide was on at the newest event, or when the game was resumed; None until `update` has set it.

    It decides which pages follow. A change of the setting takes effect at the next event: otherwise an announcement
    could be missing or repeated.
    """
    resumed_event_count: int = 0
    """The number of events in `record` when the game was resumed or replayed: listeners do not receive them again."""

    def __repr__(self) -> str:
        return f"GameSession of {self.lineup.game} with {self.event_count} events"  # without the secret

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return GAMES[self.lineup.game]

    @property
    def state(self) -> State:
        """The game's state; None before the start."""
        return cast("State", self.record.state if self.record else None)

    @property
    def is_over(self) -> bool:
        return self.record is not None and self.game.is_over(self.state)

    @property
    def started_record(self) -> Record[State, Event]:
        """The record since the start, for pages that are open only after it. Raises LookupError before the start."""
        if self.record is None:
            raise LookupError("the game has not started yet")
        return self.record

    @property
    def state_before(self) -> State:
        """The game's state before the newest event that was not undone."""
        return self.started_record.state_before

    @property
    def kept_events(self) -> tuple[CommonEvent | Event, ...]:
        """The events that were not undone, the start first."""
        return tuple(step.event for step in self.record.timeline) if self.record else ()

    @property
    def drawn_count(self) -> int:
        """The number of rolls and shuffles of the box that were not undone: the counter of the next one."""
        rolled = (self.game.chance_outcome(each.roll) for each in self.start_rolls)
        before_start = sum(faces is not None and faces.by is None for faces in rolled)
        return before_start + (self.record.drawn_count if self.record else 0)

    @property
    def draws(self) -> dice.Draws:
        """The box's next roll or shuffle, the same for every query until its event."""
        return dice.Draws(self.seed, self.drawn_count)

    @property
    def is_dealt(self) -> bool:
        """Whether the box deals secret hands."""
        return self.game.deal is not None and self.lineup.table_options.get(DEALT) is True

    @property
    def hands(self) -> tuple[Any, ...]:
        """The secret hands by seat, as the game defines them; empty if the box deals none."""
        if not self.is_dealt or self.record is None or self.game.deal is None:
            return ()
        return self.game.deal.hands(self.seed, self.record.timeline)

    @property
    def hand(self) -> Any:  # noqa: ANN401 - the game's own type
        """The secret hand of the seat to act, as the game defines it; None if the box deals none."""
        return self.hands[self.state.turn] if self.hands else None

    def record_event(self, event: AnyEvent) -> GameSession[State, Event]:
        """Returns the session after an event, with no outcome acknowledged yet. Raises Illegal: it is rejected."""
        deal = self.game.deal
        if deal is not None and self.is_dealt and self.record is not None and not isinstance(event, CommonEvent):
            reason = None if self.game.is_over(self.state) else deal.refute(self.state, self.hand, event)
            if reason is not None:
                raise Illegal(Code.ILLEGAL, reason)
        if self.record is None:
            after = self._play_before_start(event)
        else:
            after = replace(self, record=self.record.play(cast("Any", event)))  # it rejects an event of another game
        return replace(after, event_count=self.event_count + 1, acknowledged_count=0, guided=None)

    @property
    def ack_cursor(self) -> int:
        """The number with which the journal stores `acknowledged_count`; it is valid for the newest event only."""
        return self.event_count * _ACK_FACTOR + self.acknowledged_count

    def start_event(self, first: Seat) -> Start:
        """Returns the start event, with the commitment to the seed and the rolls for who begins."""
        notes: dict[str, Any] = {"commitment": dice.commitment(self.seed)}
        if self.start_rolls:
            notes["begins"] = [format_start_roll(roll, self.game) for roll in self.start_rolls]
        if not self.lineup.fair:
            notes["fair"] = False
        if self.is_dealt:
            notes[DEALT] = True
        notes |= self.lineup.notes
        # Every new game gets these, also one with the line-up of an older game: the older rules are for old records.
        later = {name: each.in_new_games for name, each in self.game.later_options.items()}
        in_new_games = {name: value for name, value in later.items() if value is not None}
        return Start(self.lineup.game, self.lineup.players, first, {**self.lineup.options, **in_new_games}, notes)

    def at_position(self, state: State) -> GameSession[State, Event]:
        """Returns a session that shows this position, for a lesson or a picture; nothing is recorded."""
        start = self.start_event(Seat(0))
        record = Record(self.game, PersistentList.of([start]), PersistentList.of([TimelineStep(start, state)]))
        return replace(self, record=record)

    def events_to_rewrite(self) -> tuple[GameSession[State, Event], tuple[AnyEvent, ...]]:
        """Returns the session as another journal will count it, and all events of the game for that journal.

        Undone rolls for who begins are not among them: the session does not keep them.
        """
        events = (*self.start_rolls, *(self.record.events if self.record else ()))
        return replace(self, event_count=len(events)), events

    def parse(self, event: Json) -> AnyEvent:
        """Returns a saved event. Raises Illegal: `syntax`, or `players`."""
        # Rolls for who begins are events (`begin`) of the journal only: in a record, the start event contains them.
        if self.record is None and event.get("event") == "begin":
            return parse_start_roll(event, self.game)
        return parse(event, self.record.game if self.record else None)

    def _play_before_start(self, event: AnyEvent) -> GameSession[State, Event]:
        match event:
            case StartRoll(seat):
                if seat not in range(len(self.lineup.players)):
                    raise Illegal(Code.SYNTAX, "A roll for who begins names its seat, 0 the first.")
                return replace(self, start_rolls=(*self.start_rolls, event))
            case Undo():
                return replace(self, start_rolls=self.start_rolls[:-1])
            case Start():
                return replace(self, record=start_record(event))
            case _:
                return raise_no_game()


AnySession: TypeAlias = GameSession[GameState, Any]
"""The session of any game; each table has a `session_of(model)` with the types of its game."""


def replayed_session(record: AnyRecord) -> AnySession:
    """Returns a session that replays a finished record. Its seed is unknown and not needed: no dice are rolled."""
    start = record.start
    _names, colours = assign_seats(start.players)
    lineup = LineUp(start.game, start.players, start.options, colours=colours)
    # Without the reveal of the seed, which changes nothing on the board.
    visible = dataclasses.replace(
        record, timeline=PersistentList.of(step for step in record.timeline if not isinstance(step.event, Reveal))
    )
    count = len(record.events)
    return GameSession(lineup, bytes(32), record=visible, event_count=count, resumed_event_count=count)


def resume_session(lineup: Json, seed: bytes, events: Iterable[Json], ack_cursor: int) -> AnySession:
    """Returns the session of a game in the journal. Raises Illegal: the line-up or an event is invalid."""
    session: AnySession = GameSession(LineUp.from_json(lineup), seed)
    rest = deque(events)
    # Up to the start one by one, because only then is there a record; then all other events at once.
    while rest and session.record is None:
        session = session.record_event(session.parse(rest.popleft()))
    if rest:
        event_count = session.event_count + len(rest)
        session = replace(session, record=play_json(session.record, *rest), event_count=event_count)
    # The cursor is valid for one event only: a later event may have been saved without a new cursor.
    event_count, acknowledged = divmod(ack_cursor, _ACK_FACTOR)
    acknowledged = acknowledged if event_count == session.event_count else 0
    played = len(session.record.events) if session.record else 0
    return replace(session, acknowledged_count=acknowledged, resumed_event_count=played)
