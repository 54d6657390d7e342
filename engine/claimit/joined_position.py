"""Joining a game of Claim It! in progress: a position between two turns, and whether it is possible."""

from dataclasses import dataclass, replace
from typing import Any

from engine.claimit.position import (
    CLAIM_STONES,
    GOLDCLAIMS_TO_CALL,
    OWNERSHIP_STONE,
    OWNERSHIP_STONES,
    PLAYER_STONES,
    ClaimStone,
    Field,
    LastRound,
    Phase,
    PlayerStone,
    State,
    Stone,
    format_field,
    goldclaims,
    locked_fields,
    parse_field,
)
from engine.game import Code, Illegal, Json, Seat, illegal, syntax_error

Stack = tuple[Stone, ...]
Stacks = tuple[tuple[Field, Stack], ...]
"""By field in ascending order; in a stack the bottom stone first."""
_ALL_STONES: tuple[Stone, ...] = (*PLAYER_STONES, OWNERSHIP_STONE, *CLAIM_STONES)
_STONES = {stone.name: stone for stone in _ALL_STONES}


@dataclass(frozen=True, slots=True)
class JoinedPosition:
    """A game was joined between two turns: the stones on the board, and the seat whose turn it is."""

    stacks: Stacks
    turn: Seat
    last_round: LastRound | None = None


def parse_position(event: Json) -> JoinedPosition:
    """Returns a position from the notation. Raises Illegal: `syntax`."""
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
    return JoinedPosition(tuple(sorted(stacks)), Seat(turn), _parse_last_round(event.get("last_round")))


def format_position(position: JoinedPosition) -> dict[str, Any]:
    board = {format_field(field): [stone.name for stone in stack] for field, stack in position.stacks}
    return {
        "event": "position",
        "board": dict(sorted(board.items())),
        "turn": position.turn,
        "last_round": position.last_round and position.last_round._asdict(),
    }


def join(state: State, position: JoinedPosition) -> State:
    """Returns the state in which a joined game continues.

    Raises:
        Illegal: `phase` if the game has begun already, `syntax` for seats that do not exist, `illegal` for a position
            that no game can reach.
    """
    if state.phase is not Phase.ROLL or state.turns or any(state.fields) or state.last_round:
        raise Illegal(Code.PHASE, "A position is not possible now: it comes right after the start.")
    seats = range(len(state.players))
    if position.turn not in seats or (position.last_round and position.last_round.called_by not in seats):
        raise syntax_error(f"The seats are 0 to {seats[-1]}.")
    for field, stack in position.stacks:
        _require_between_turns(field, stack, seats)
    joined = replace(
        state,
        fields=tuple(
            sum(1 << field for field, stack in position.stacks if PLAYER_STONES[seat] in stack) for seat in seats
        ),
        gold=sum(1 << field for field, stack in position.stacks if OWNERSHIP_STONE in stack),
        turn=position.turn,
        last_round=position.last_round,
    )
    if (many := locked_fields(joined).bit_count()) > OWNERSHIP_STONES:
        raise illegal(f"There are only {OWNERSHIP_STONES} ownership stones, not {many}.")
    _check_last_round(joined)
    return joined


def _require_between_turns(field: Field, stack: Stack, seats: range) -> None:
    """Raises Illegal if a stack is impossible between turns: only a player stone or a goldclaim is possible."""
    name = format_field(field)
    if any(isinstance(stone, ClaimStone) for stone in stack):
        raise illegal(f"{name} has a claim stone: between turns all six are in the supply.")
    *under, top = stack
    if not isinstance(top, PlayerStone) or under not in ([], [OWNERSHIP_STONE]):
        raise illegal(
            f"{name} has an impossible stack: between turns it is a player's stone, alone or on one ownership stone."
        )
    if top.seat not in seats:
        raise syntax_error(f"{name} has a stone of seat {top.seat}: the seats are 0 to {seats[-1]}.")


def _check_last_round(state: State) -> None:
    """Raises Illegal unless the last round matches the goldclaims (rules, The end)."""
    enough, seats = GOLDCLAIMS_TO_CALL[len(state.players)], len(state.players)
    with_enough = [seat for seat in map(Seat, range(seats)) if goldclaims(state, seat) >= enough]
    if state.last_round is None:
        if with_enough:
            name = state.players[with_enough[0]]
            raise illegal(f"{name} has {enough} goldclaims or more: that calls the last round, and none is on.")
        return
    caller, left = state.last_round
    if not 1 <= left <= seats:
        raise illegal(f"In a last round 1 to {seats} turns are left, one for each player.")
    if caller not in with_enough:
        raise illegal(f"{state.players[caller]} cannot have called the last round with less than {enough} goldclaims.")
    finished = seats - left
    if state.turn != (caller + 1 + finished) % seats:
        raise illegal(f"With {left} turns left it is not {state.players[state.turn]}'s turn: the caller moves last.")
    # Goldclaims are never lost. A seat that has not had its last turn had as many before the call, and would have
    # called.
    moved = [(caller + turn) % seats for turn in range(finished + 1)]
    for seat in with_enough:
        if seat not in moved:
            raise illegal(f"{state.players[seat]} has {enough} goldclaims or more: that would have called it earlier.")


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
