"""Joining a game of Claim It! that is on already: a position between two turns, or in one, and whether it can be."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.claimit.board import Field, format_field, parse_field
from engine.claimit.placements import OWNERSHIP_STONES, THROWS, usable_placements
from engine.claimit.position import (
    CLAIM_STONES,
    OWNERSHIP_STONE,
    PLAYER_STONES,
    ClaimStone,
    Dice,
    LastRound,
    LyingStone,
    Phase,
    PlayerStone,
    State,
    locked_fields,
    marks,
)
from engine.claimit.scoring import GOLDCLAIMS_TO_CALL, goldclaims
from engine.game import Code, Illegal, Json, Seat, syntax_error

Stack = tuple[LyingStone, ...]
Stacks = tuple[tuple[Field, Stack], ...]
"""The stacks that lie there, by field in ascending order, each from the bottom up."""
_LYING_STONES: tuple[LyingStone, ...] = (*PLAYER_STONES, OWNERSHIP_STONE, *CLAIM_STONES)
_STONES = {stone.name: stone for stone in _LYING_STONES}


MOST_TURNS = 999_999_999
"""More finished turns cannot be told of a position: nobody has played as many."""


class Moment(NamedTuple):
    """When a game was joined; only where its start has the option `midturn`."""

    phase: Phase = Phase.ROLL
    roll: Dice | None = None
    """In `Phase.PLACE` only."""
    turns: int = 0
    fault: str = ""
    """What is wrong with how it was told, a sentence; games without the option read it over."""
    told: str = ""
    """How a wrong one was told, as JSON."""


@dataclass(frozen=True, slots=True)
class JoinedPosition:
    """The game was joined in the middle: what lies there, whose turn it is, and perhaps the moment of that turn."""

    stacks: Stacks
    turn: Seat
    last_round: LastRound | None = None
    moment: Moment | None = None
    """None: between two turns, of which none is counted."""


def parse_position(event: Json) -> JoinedPosition:
    """Returns a position from the notation, whether it can be or not. Raises Illegal: `syntax`."""
    board, turn = event.get("board"), event.get("turn")
    if not isinstance(board, dict):
        raise syntax_error("The board of a position is an object: the fields that hold something, and their stones.")
    if type(turn) is not int:
        raise syntax_error("The turn of a position is a seat: a whole number, 0 the first.")
    stacks = []
    for name, stones in board.items():
        try:
            field = parse_field(name)
        except ValueError as problem:
            raise syntax_error(f"The board of a position names its fields: {problem}.") from problem
        known = isinstance(stones, list) and all(isinstance(stone, str) and stone in _STONES for stone in stones)
        if not stones or not known:
            raise syntax_error(f"The stones on {name} are a list from the bottom up, of: {', '.join(_STONES)}.")
        stacks.append((field, tuple(_STONES[stone] for stone in stones)))
    told = {key: event[key] for key in ("phase", "roll", "turns") if key in event}
    last_round = _parse_last_round(event.get("last_round"))
    return JoinedPosition(tuple(sorted(stacks)), Seat(turn), last_round, _parse_moment(told) if told else None)


def _parse_moment(told: Json) -> Moment:
    phase, roll, turns, fault = told.get("phase", "roll"), told.get("roll"), told.get("turns", 0), ""
    if phase not in ("roll", "place", "choose"):
        fault = "The phase of a position is roll, place or choose."
    elif type(turns) is not int or not 0 <= turns <= MOST_TURNS:
        fault = f"The turns of a position, those that are finished, are a whole number from 0 to {MOST_TURNS}."
    elif (phase == "place") != (roll is not None):
        fault = "A position has a roll in the phase place, and in no other."
    elif roll is not None and not (
        isinstance(roll, list) and all(type(die) is int for die in roll) and tuple(roll) in THROWS
    ):
        fault = "The roll of a position is a list of three whole numbers from 1 to 6."
    if fault:
        try:
            return Moment(fault=fault, told=json.dumps(told))
        except RecursionError as problem:  # hundreds of lists in each other
            raise syntax_error(fault) from problem
    return Moment(Phase(phase), roll and (roll[0], roll[1], roll[2]), turns)


def format_position(position: JoinedPosition) -> dict[str, Any]:
    """Returns the notation of a position; the fields stand by name, as in a state."""
    board = {format_field(field): [stone.name for stone in stack] for field, stack in position.stacks}
    told = {
        "event": "position",
        "board": dict(sorted(board.items())),
        "turn": position.turn,
        "last_round": position.last_round and position.last_round._asdict(),
    }
    moment = position.moment
    if moment is None or moment.fault:
        return {**told, **(json.loads(moment.told) if moment else {})}
    return {**told, "phase": moment.phase.value, "roll": moment.roll and list(moment.roll), "turns": moment.turns}


def join(state: State, position: JoinedPosition) -> State:
    """Returns the state in which a joined game goes on.

    Raises:
        Illegal: `phase` where something has happened already, `syntax` for seats that there are not, `illegal` for a
            position to which no game can lead.
    """
    if state.phase is not Phase.ROLL or state.turns or any(state.fields) or state.last_round:
        raise Illegal(Code.PHASE, "A position cannot be now: it comes right after the start.")
    seats = range(len(state.players))
    if position.turn not in seats or (position.last_round and position.last_round.called_by not in seats):
        raise syntax_error(f"There are only the seats 0 to {seats[-1]}.")
    moment = (position.moment if state.midturn else None) or Moment()
    if moment.fault:
        raise syntax_error(moment.fault)
    lying = [_split(state, position.turn, moment.phase, *each) for each in position.stacks]
    joined = replace(
        state,
        fields=tuple(sum(1 << field for field, below, _ in lying if PLAYER_STONES[seat] in below) for seat in seats),
        gold=sum(1 << field for field, below, _ in lying if len(below) > 1),
        claims=tuple(sum(1 << field for field, _, placed in lying if stone in placed) for stone in CLAIM_STONES),
        owned=sum(1 << field for field, _, placed in lying if OWNERSHIP_STONE in placed),
        turn=position.turn,
        phase=moment.phase,
        roll=moment.roll,
        turns=moment.turns,
        last_round=position.last_round,
        busted=False,
    )
    if (many := locked_fields(joined).bit_count()) > OWNERSHIP_STONES:
        raise _illegal(f"There are {OWNERSHIP_STONES} ownership stones: {many} cannot lie there.")
    if twice := [number for number, fields in enumerate(joined.claims, 1) if fields.bit_count() > 1]:
        raise _illegal(f"Claim stone {twice[0]} lies there twice: there is one of each.")
    if moment.phase is Phase.CHOOSE and not marks(joined):
        raise _illegal("In choose a stone of this turn lies on the board; before the first the phase is roll or place.")
    if moment.roll and not usable_placements(joined, moment.roll):
        raise _illegal("The roll of the position has no use there: it would have been a bust, and the turn over.")
    _check_last_round(joined)
    return joined


def _split(state: State, mover: Seat, phase: Phase, field: Field, stack: Stack) -> tuple[Field, Stack, Stack]:
    """Returns what lay on a field before the turn, and what this turn has put there; `illegal` where it cannot be."""
    name, seats = format_field(field), range(len(state.players))
    is_gold = len(stack) > 1 and stack[0] == OWNERSHIP_STONE and isinstance(stack[1], PlayerStone)
    lowest = len(stack) if phase is Phase.ROLL else 2 if is_gold else int(isinstance(stack[0], PlayerStone))
    below, placed = stack[:lowest], stack[lowest:]
    if any(isinstance(stone, ClaimStone) for stone in below):
        raise _illegal(f"On {name} lies a claim stone: between turns all six are free.")
    # A player's stone lies on top: alone, or as a goldclaim on an ownership stone.
    *under, top = below or (PLAYER_STONES[0],)
    if not isinstance(top, PlayerStone) or under not in ([], [OWNERSHIP_STONE]):
        raise _illegal(f"On {name} lies what cannot: between turns a player's stone, alone or on one ownership stone.")
    if top.seat not in seats:
        raise syntax_error(f"On {name} lies a stone of seat {top.seat}: there are only 0 to {seats[-1]}.")
    kinds = [stone.name.rstrip("123456") for stone in placed]
    if placed and is_gold:
        raise _illegal(f"On {name} lies a stone of this turn on a goldclaim: nothing can.")
    if below == (PLAYER_STONES[mover],):
        if kinds not in ([], ["own"]):
            raise _illegal(f"On {name} lies what cannot: on a stone of whose turn it is, this turn puts own, once.")
    elif kinds not in ([], ["claim"], ["own"] if state.recycle else ["claim", "own"]):
        way = (
            "own alone where it is owned, as the stone is free again"
            if state.recycle
            else "own on it where it is owned"
        )
        raise _illegal(f"On {name} lies what cannot: this turn puts one claim stone there, and {way}.")
    return field, below, placed


def _check_last_round(state: State) -> None:
    """Makes sure that the last round is on if and only if somebody has called it (rules, The end)."""
    enough, seats = GOLDCLAIMS_TO_CALL[len(state.players)], len(state.players)
    with_enough = [seat for seat in map(Seat, range(seats)) if goldclaims(state, seat) >= enough]
    if state.last_round is None:
        if with_enough:
            name = state.players[with_enough[0]]
            raise _illegal(f"{name} has {enough} goldclaims or more: that calls the last round, and none is on.")
        return
    caller, left = state.last_round
    if not 1 <= left <= seats:
        raise _illegal(f"In a last round 1 to {seats} turns are left, one for each player.")
    if caller not in with_enough:
        raise _illegal(f"{state.players[caller]} cannot have called the last round with less than {enough} goldclaims.")
    finished = seats - left
    if state.turn != (caller + 1 + finished) % seats:
        raise _illegal(f"With {left} turns left it is not {state.players[state.turn]}'s turn: the caller moves last.")
    # Goldclaims are never lost: whoever has not had a last turn yet had as many before the call, and would have called.
    moved = [(caller + turn) % seats for turn in range(finished + 1)]
    for seat in with_enough:
        if seat not in moved:
            raise _illegal(f"{state.players[seat]} has {enough} goldclaims or more: that would have called it earlier.")


def _parse_last_round(value: object) -> LastRound | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.keys() != set(LastRound._fields):
        raise syntax_error("The last_round of a position is null, or an object of called_by and turns_left.")
    if not all(type(number) is int for number in value.values()):
        raise syntax_error(
            "The last_round of a position has whole numbers: the seat that called it, and the turns left."
        )
    return LastRound(Seat(value["called_by"]), value["turns_left"])


def _illegal(message: str) -> Illegal:
    return Illegal(Code.ILLEGAL, message)
