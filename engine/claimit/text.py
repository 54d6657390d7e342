"""A position of Claim It! as plain text for people."""

from __future__ import annotations

from engine.claimit.board import SIDE, field_at, format_field
from engine.claimit.placements import legal
from engine.claimit.position import Phase, State, stacks
from engine.claimit.scoring import decided_by, standings
from engine.claimit.stones import ClaimStone, LyingStone, OwnershipStone, PlayerStone

_SEATS = "abcde"
_KEY = "a player's stone, A that player's goldclaim, 4 claim stone, # ownership stone; the topmost stands last"


def describe(state: State) -> str:
    """Returns the state in a dozen lines: what is due, the board with row 6 on top, the standings."""
    width = max(map(len, state.players))
    scores = [f"   {'':{width}}  mine  goldclaims  fields  stones"]
    for letter, name, its in zip(_SEATS, state.players, standings(state), strict=False):
        scores.append(f"{letter}  {name:{width}}  {its.mine:4}  {its.goldclaims:10}  {its.fields:6}  {its.stones:6}")
    return "\n".join([*_due_lines(state), "", *_board_lines(state), f"   ({_KEY})", "", *scores])


def _due_lines(state: State) -> list[str]:
    if state.winners is not None:
        names = " and ".join(state.players[seat] for seat in state.winners)
        lines = [f"Claim It!, over after {state.turns} turns. Won by {names} (decided by: {decided_by(state)})."]
    else:
        due = {Phase.ROLL: "to roll", Phase.PLACE: "to place", Phase.CHOOSE: "to roll again or bank"}[state.phase]
        lines = [f"Claim It!, turn {state.turns + 1}: {state.players[state.turn]} {due}."]
    if state.busted:
        lines.append("The roll before had no use: a bust.")
    if state.roll is not None:
        usable = ", ".join(f"{format_field(field)} {stone.name}" for field, stone in legal(state).items())
        lines.append(f"The roll {' '.join(map(str, state.roll))} may use: {usable}.")
    if state.last_round is not None:
        caller, turns_left = state.last_round
        lines.append(f"Last round, called by {state.players[caller]}: turns left {turns_left}.")
    return lines


def _board_lines(state: State) -> list[str]:
    lying = stacks(state)
    rows = [
        f"{row}  " + " ".join(f"{_cell_text(lying.get(field_at(column, row), [])):4}" for column in range(1, SIDE + 1))
        for row in range(SIDE, 0, -1)
    ]
    return [*map(str.rstrip, rows), "   " + "    ".join(str(column) for column in range(1, SIDE + 1))]


def _cell_text(stones: list[LyingStone]) -> str:
    match stones:
        case [OwnershipStone(), player]:
            return _stone_sign(player).upper()
        case _:
            return "".join(map(_stone_sign, stones)) or "."


def _stone_sign(stone: LyingStone) -> str:
    match stone:
        case OwnershipStone():
            return "#"
        case PlayerStone(seat):
            return _SEATS[seat]
        case ClaimStone(number):
            return str(number)
