"""Claim It! in the referee's notation: its events, its states and its queries as JSON objects."""

from __future__ import annotations

from typing import Any

from engine.claimit.board import Field, format_field, parse_field
from engine.claimit.joined_position import JoinedPosition, format_position, parse_position
from engine.claimit.odds import ROLLS, bust
from engine.claimit.placements import legal, ownership_stones_left
from engine.claimit.position import Dice, Phase, State, stacks
from engine.claimit.rules import Bank, Event, Place, Roll
from engine.claimit.scoring import standings
from engine.game import Code, Illegal, Json
from engine.queries import chance_of_query, optional_value

MOST_PLAYOUTS = 100_000
"""A referee that is asked for a number too much would not answer for hours."""


def parse(event: Json) -> Event:
    """Returns a roll, a placement, a bank or a position that was joined.

    Raises:
        Illegal: `syntax`.
    """
    match event.get("event"):
        case "roll":
            return Roll(_parse_dice(event.get("dice")), optional_value(event, "by", str))
        case "place":
            return Place(_parse_roll_field(event.get("field")))
        case "bank":
            return Bank()
        case "position":
            return parse_position(event)
        case _:
            raise _syntax_error(
                "Claim It! has the events roll, place and bank; besides there are start, position, undo and reveal."
            )


def format(event: Event) -> dict[str, Any]:  # noqa: A001 - the contract's name; the built-in is not used here
    """Returns the notation of an event."""
    match event:
        case Roll(dice, None):
            return {"event": "roll", "dice": list(dice)}
        case Roll(dice, by):
            return {"event": "roll", "dice": list(dice), "by": by}
        case Place(field):
            return {"event": "place", "field": format_field(field)}
        case Bank():
            return {"event": "bank"}
        case JoinedPosition():
            return format_position(event)


def to_json(state: State) -> dict[str, Any]:
    """Returns the state as the protocol tells it; the keys stand in its order."""
    return {
        "game": "claimit",
        "phase": state.phase.value,
        "turn": state.turn,
        "turns": state.turns,
        "roll": state.roll and list(state.roll),
        "busted": state.busted,
        "legal": {format_field(field): stone.name for field, stone in legal(state).items()},
        # By name: the order in which the stones came to lie there is no part of the state.
        "board": dict(
            sorted((format_field(field), [stone.name for stone in stones]) for field, stones in stacks(state).items())
        ),
        "players": [
            {"name": name, **seat._asdict()} for name, seat in zip(state.players, standings(state), strict=True)
        ],
        "supply": {
            "claims": [number for number, place in enumerate(state.claims, 1) if not place],
            "own": ownership_stones_left(state),
        },
        "last_round": state.last_round and state.last_round._asdict(),
        "winners": state.winners and list(state.winners),
    }


def query(state: State, query: Json) -> dict[str, Any]:
    """Returns the answer to one of `queries`.

    Raises:
        Illegal: `syntax` or `phase`.
    """
    return _QUERIES[query["query"]](state, query)


def _answer_odds(state: State, _: Json) -> dict[str, Any]:
    if state.phase not in (Phase.ROLL, Phase.CHOOSE):
        raise Illegal(
            Code.PHASE, "There are odds only where a roll may come next: at a turn's beginning or in a choice."
        )
    return {"odds": {"bust": bust(state), "of": ROLLS}}


def _answer_winning(state: State, query: Json) -> dict[str, Any]:
    games = optional_value(query, "games", int)
    chance = chance_of_query(query, to_json(state))
    # What is imported here takes a while to load, and few ask for it.
    if games is None:
        from engine.claimit.weights import WeightsError  # noqa: PLC0415
        from engine.claimit.win_estimate import estimate_shares  # noqa: PLC0415

        try:
            return {"winning": list(estimate_shares(state))}
        except WeightsError as problem:
            raise Illegal(Code.BOT, str(problem)) from problem
    if not 1 <= games <= MOST_PLAYOUTS:
        raise _syntax_error(f"The games of a winning query are a whole number from 1 to {MOST_PLAYOUTS:,}.")
    from engine.claimit.playouts import win_shares  # noqa: PLC0415

    return {"winning": list(win_shares(state, games, chance))}


def _parse_dice(value: object) -> Dice:
    # By type, because True is an int to Python.
    if not isinstance(value, list) or len(value) != 3 or not all(type(die) is int and 1 <= die <= 6 for die in value):
        raise _syntax_error("The dice of a roll are a list of three whole numbers from 1 to 6.")
    first, second, third = value
    return first, second, third


def _parse_roll_field(value: object) -> Field:
    try:
        return parse_field(value if isinstance(value, str) else "")
    except ValueError as problem:
        raise _syntax_error(f"The field of a placement is a string: {problem}.") from problem


def _syntax_error(message: str) -> Illegal:
    return Illegal(Code.SYNTAX, message)


_QUERIES = {"odds": _answer_odds, "winning": _answer_winning}
queries = tuple(_QUERIES)
"""The names of the queries that the game answers."""
