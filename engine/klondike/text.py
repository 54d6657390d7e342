"""A position of Klondike as plain text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.klondike.layout import CLAIMS, SIDE, SLOT_POSITIONS, claim_at

if TYPE_CHECKING:
    from engine.klondike.position import State


def describe(state: State) -> str:
    """Returns the state in a dozen lines: what is due, the claims with row 3 on top, the tiles, the chips."""
    claims = "(digit, right ends, chips; ! spoiled, * won in this round)"
    rows = range(SIDE, 0, -1)
    board = ["  ".join([str(row), *(_claim_text(state, column, row) for column in range(1, SIDE + 1))]) for row in rows]
    columns = "       ".join(["   1", "2", "3"])
    placed = zip(SLOT_POSITIONS, state.slots, strict=True)
    tiles = ", ".join(f"{place.name} {tile[0]}|{tile[1]}" for place, tile in placed if tile is not None)
    width = max(map(len, state.players))
    chips = [f"   {name:{width}}  {won}" for name, won in zip(state.players, state.chips, strict=True)]
    return "\n".join(
        [_headline(state), "", *board, columns, f"   {claims}", "", f"Tiles: {tiles or 'none'}.", "", *chips]
    )


def _headline(state: State) -> str:
    if state.winners is not None:
        names = " and ".join(state.players[seat] for seat in state.winners)
        return f"Klondike, over after {state.rounds} rounds. Won by {names}."
    return f"Klondike, round {state.round} of {state.rounds}: {state.players[state.turn]} to lay a tile."


def _claim_text(state: State, column: int, row: int) -> str:
    held = state.claims[claim_at(column, row) or CLAIMS[0]]
    digit = "-" if held.digit is None else held.digit
    mark = "!" if held.spoiled else "*" if held.won_by is not None else " "
    return f"{digit} {held.right} {held.chips}{mark}"
