"""How many tiles each hand holds and how many the stock, counted from the deal; and passes that cannot be true."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.klondike.layout import TILES
from engine.klondike.placements import legal
from engine.klondike.position import Phase, State

if TYPE_CHECKING:
    from engine.klondike.placements import TilePlacement

DEALT = {(2, "basic"): 14, (2, "draw"): 9, (3, "basic"): 9, (3, "draw"): 7, (4, "basic"): 7}
"""Tiles dealt to each hand, by players and form of dealing (rules, 3)."""


def dealing(players: int, deal: str) -> str:
    """Returns how the tiles are dealt, `basic` or `draw` (rules, 3).

    Left open, it is `draw` with three (K12) and `basic` with two (K13); with four no stock would be left to draw from.
    """
    return "basic" if players == 4 else deal or ("draw" if players == 3 else "basic")


def deal_hands(state: State) -> State:
    """Returns the state with the hands of a new round."""
    return replace(state, hands=(DEALT[len(state.players), state.deal],) * len(state.players))


def stock(state: State) -> int:
    """Returns how many tiles are left to draw; 0 with a deal without drawing, and once the match is over."""
    if state.deal != "draw" or state.phase is Phase.OVER:
        return 0
    seats = len(state.players)
    return max(0, len(TILES) - seats * DEALT[seats, state.deal] - state.laid.bit_count())


def play_from_hand(state: State) -> State:
    """Returns the state after the acting seat took a tile from its hand, and drew another if there is one."""
    hands = tuple(held - (seat == state.turn) for seat, held in enumerate(state.hands))
    if stock(state):
        hands = tuple(held + (seat == state.turn) for seat, held in enumerate(hands))
    return replace(state, hands=hands)


def fewest_in_hand(state: State) -> State:
    """Returns a joined position with the fewest tiles that each hand may hold: nobody knows who has laid how many."""
    dealt = DEALT[len(state.players), state.deal]
    # The worst case of a hand: all the tiles came from it. Those laid while there was a stock were replaced.
    first_stock = stock(replace(state, laid=0))
    lost = max(0, state.laid.bit_count() - first_stock)
    return replace(state, hands=(max(0, dealt - lost),) * len(state.players))


def refute_pass(state: State) -> TilePlacement | None:
    """Returns a tile and its slot that show why a pass cannot be true; None where it can.

    Every tile that is still out fits somewhere, and the seat holds at least one of them. The rules accept the pass all
    the same (rules, 4.4): whoever asks the players may ask first.
    """
    if state.phase is Phase.OVER or state.hands[state.turn] < 1:
        return None
    ways = legal(state)
    still_out = len(TILES) - state.laid.bit_count()
    return next(iter(ways.values()))[0] if len(ways) == still_out else None
