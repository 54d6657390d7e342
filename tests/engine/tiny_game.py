"""The smallest game with features that the built-in games lack: a later shuffle, two kinds of dice, no end by its
rules.

Cards 1 to 6 are shuffled and turned up one by one; a player may roll a number and a colour instead. The players say
when the game is over and who has won.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from engine.dice import Draws
from engine.game import ChanceOutcome, Code, Face, Illegal, Json, LaterOption, Seat
from engine.starts import require_start

COLOURS = ("red", "green", "blue")
CARDS = tuple(range(1, 7))

name, title, bgg_id = "tiny", "Tiny", None
seats = range(1, 4)
options: Json = {}
later_options = {
    "short": LaterOption(default=False, can_be_chosen=True),
    "left_out": LaterOption(default=False, start_key="card"),
    "shuffled": LaterOption(default=False, in_new_games=True),
}
ranking: Sequence[str] = ()
endings = {"word": "the table's word"}
dice: Mapping[str, Sequence[Face]] = {"number": range(1, 7), "colour": COLOURS}
start_rule = luck = deal = coach_module = None
columns: Sequence[str] = ()
queries: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    turn: Seat
    cards: tuple[int, ...] = ()
    turns: int = 0
    winners: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Shuffle:
    cards: tuple[int, ...]
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Turns up the next card."""


@dataclass(frozen=True, slots=True)
class Roll:
    number: int
    colour: str


Event: TypeAlias = Shuffle | Turn | Roll


def start(players: Sequence[str], first: Seat, options: Json) -> State:
    require_start(players, first, options, title=title, seats=seats, defaults={}, later=later_options)
    return State(tuple(players), first)


def parse(event: Json) -> Event:
    match event:
        case {"event": "shuffle", "cards": list(cards)} if sorted(cards) == list(CARDS):
            return Shuffle(tuple(cards), event.get("by"))
        case {"event": "turn"}:
            return Turn()
        case {"event": "roll", "dice": {"number": int(number), "colour": str(colour)}} if colour in COLOURS:
            return Roll(number, colour)
    raise Illegal(Code.SYNTAX, "Tiny has the events shuffle, turn and roll.")


def format(event: Event) -> dict[str, Any]:  # noqa: A001
    match event:
        case Shuffle(cards, by):
            return {"event": "shuffle", "cards": list(cards)} | ({"by": by} if by else {})
        case Turn():
            return {"event": "turn"}
        case Roll(number, colour):
            return {"event": "roll", "dice": {"number": number, "colour": colour}}


def apply(state: State, event: Event) -> State:
    if state.winners is not None or isinstance(event, Shuffle) == bool(state.cards):
        raise Illegal(Code.PHASE, "The cards are shuffled first, and once.")
    if isinstance(event, Shuffle):
        return replace(state, cards=event.cards)
    return replace(state, turns=state.turns + isinstance(event, Turn))


def legal(state: State) -> tuple[Event, ...]:
    return legal_events(state)


def legal_events(state: State) -> tuple[Event, ...]:
    return (Turn(),) if state.cards and state.winners is None else ()


def acting_seat(state: State) -> Seat | None:
    return None if is_over(state) else state.turn


def chance_outcome(event: Event) -> ChanceOutcome | None:
    match event:
        case Shuffle(cards, by):
            return ChanceOutcome(cards, by=by)
        case Roll(number, colour):
            return ChanceOutcome((number, colour))
        case _:
            return None


def chance_event(state: State, draws: Draws) -> Event | None:
    if is_over(state):
        return None
    if not state.cards:
        return Shuffle(draws.shuffled(CARDS))
    return Roll(draws.number_below(6) + 1, COLOURS[draws.number_below(3)])


def finish(state: State, winners: tuple[Seat, ...]) -> State:
    return replace(state, winners=winners)


def is_over(state: State) -> bool:
    return state.winners is not None


def ending(state: State) -> str:  # noqa: ARG001
    return "word"


def to_json(state: State) -> dict[str, Any]:
    players = [{"name": player} for player in state.players]
    return {
        "game": name, "phase": "over" if is_over(state) else "play", "turn": state.turn, "turns": state.turns,
        "players": players, "winners": state.winners and list(state.winners), "cards": list(state.cards),
    }  # fmt: skip


def row(before: State, event: Event, after: State) -> dict[str, Any]:  # noqa: ARG001
    return {}


def describe(state: State) -> str:
    return "\n".join(state.players)


def query(state: State, query: Json) -> dict[str, Any]:  # noqa: ARG001
    return {}
