"""The rules of Pig: a roll adds to the turn's total, a 1 loses it, a hold scores it. 100 points win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias

from engine.plugin import ChanceOutcome, Code, Draws, Face, Game, Illegal, Json, Seat, require_start

GOAL = 100
FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class State:
    """A position; `total` is the score of this turn, `turns` the number of ended turns. The winner keeps the turn."""

    players: tuple[str, ...]
    turn: Seat
    points: tuple[int, ...]
    total: int = 0
    turns: int = 0

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return (self.turn,) if max(self.points) >= GOAL else None


@dataclass(frozen=True, slots=True)
class Roll:
    """The die was rolled; `by` is `hand` for a real one."""

    die: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """The turn's total was scored."""


Event: TypeAlias = Roll | Hold


class Pig(Game[State, Event]):
    """The rules; `engine.game.Game` documents the methods.

    >>> state = PIG.start(["Anna", "Ben"], Seat(0), {})
    >>> PIG.apply(PIG.apply(state, Roll(5)), Hold()).points
    (5, 0)
    """

    name, title = "pig", "Pig"
    seats = range(2, 6)
    ranking = ("points",)
    dice: ClassVar[Mapping[str, Sequence[Face]]] = {"die": FACES}

    def start(self, players: Sequence[str], first: Seat, options: Json) -> State:
        require_start(players, first, options, title=self.title, seats=self.seats, defaults=self.options)
        return State(tuple(players), first, (0,) * len(players))

    def parse(self, event: Json) -> Event:
        match event:
            case {"event": "roll", "dice": [die]} if type(die) is int and event.get("by") in (None, "hand"):
                return Roll(die, event.get("by"))
            case {"event": "hold"}:
                return Hold()
        raise Illegal(Code.SYNTAX, "Pig has the events roll, with one die from 1 to 6 as its dice, and hold.")

    def format(self, event: Event) -> dict[str, Any]:
        if isinstance(event, Hold):
            return {"event": "hold"}
        return {"event": "roll", "dice": [event.die], **({"by": event.by} if event.by else {})}

    def apply(self, state: State, event: Event) -> State:
        match event:
            case Roll(die) if die not in FACES:
                raise Illegal(Code.SYNTAX, "A die shows 1 to 6.")
            case _ if self.is_over(state):
                raise Illegal(Code.PHASE, "The game is over: only an undo, a reveal or a new start may come now.")
            case Hold() if not state.total:
                raise Illegal(Code.PHASE, "There is nothing to hold yet: roll first.")
            case Roll(die) if die > 1:
                return replace(state, total=state.total + die)
        scored = state.total * isinstance(event, Hold)
        points = tuple(had + scored * (seat == state.turn) for seat, had in enumerate(state.points))
        over = max(points) >= GOAL
        turn = state.turn if over else Seat((state.turn + 1) % len(points))
        return State(state.players, turn, points, turns=state.turns + 1)

    def legal_events(self, state: State) -> Sequence[Event]:
        return (Hold(),) if state.total else ()

    def chance_outcome(self, event: Event) -> ChanceOutcome | None:
        return ChanceOutcome((event.die,), event.by) if isinstance(event, Roll) else None

    def chance_event(self, state: State, draws: Draws) -> Event | None:
        return None if state.winners else Roll(draws.number_below(len(FACES)) + 1)

    def to_json(self, state: State) -> dict[str, Any]:
        phase = "over" if state.winners else "choose" if state.total else "roll"
        players = [{"name": name, "points": points} for name, points in zip(state.players, state.points, strict=True)]
        winners = None if state.winners is None else list(state.winners)
        figures = {"turn": state.turn, "turns": state.turns, "total": state.total}
        return {"game": self.name, "phase": phase, **figures, "players": players, "winners": winners}


PIG = Pig()
