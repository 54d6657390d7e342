"""Hands that the box deals: each follows from the secret seed of the game.

The record contains only `"dealt":true` in its start. The tiles, in the order of `TILES`, are shuffled once in each
round; the counter is the number of the round (counter 0 decides who begins). Seat 0 gets the first tiles, seat 1 the
next, and so on. The rest is the stock, or in a basic deal it is set aside. A player who places a tile gets the next one
of the stock. Once the seed is revealed, everyone can verify that every tile came from a hand, and that no player passed
with a tile that fitted.

This module satisfies `engine.game.DealRules`.
"""

from collections.abc import Sequence
from itertools import islice, pairwise

from engine.dice import Draws
from engine.game import GameEvent, Seat, illegal, syntax_error
from engine.klondike.rules import BITS, DEALT, TILES, Event, Pass, Phase, Place, State, Tile, tile_of, tile_placements

Hand = tuple[Tile, ...]
"""The tiles of a seat in ascending order, the low end of each first."""


def hands(seed: bytes, steps: Sequence[tuple[GameEvent, State]]) -> tuple[Hand, ...]:
    """Returns the hand of each seat, as in `engine.game.DealRules`; after the end the tiles left in the last round."""
    state, placed = _round_so_far(steps)
    seats = range(len(state.players))
    count = DEALT[len(seats), state.deal]
    order = shuffle(seed, state)
    dealt = [list(order[count * seat : count * (seat + 1)]) for seat in seats]
    stock = iter(order[count * len(seats) :] if state.deal == "draw" else ())
    for seat, tile in placed:
        # A tile that is in another hand is ignored here. It is rejected during a game, and `companion verify` finds it.
        dealt[seat] = [each for each in dealt[seat] if BITS[each] != BITS[tile]]
        dealt[seat] += islice(stock, 1)  # nothing if the stock is empty
    return tuple(tuple(sorted(tiles)) for tiles in dealt)


def shuffle(seed: bytes, state: State) -> Hand:
    """Returns the tiles of the round in shuffled order: the hands, then the stock."""
    return Draws(seed, state.round).shuffled(tuple(tile for tile in TILES if not state.aside & BITS[tile]))


def legal_events(state: State, hand: Hand) -> tuple[Event, ...]:
    """Returns what the active seat may choose with this hand: a pass only if no tile of it fits (rules, 4.4)."""
    if state.phase is Phase.OVER:
        return ()
    return tuple(Place(slot, turned) for tile in hand for slot, turned in tile_placements(state, tile)) or (Pass(),)


def refute(state: State, hand: Hand, event: Event) -> str | None:
    """Returns why the active seat cannot have chosen this event with this hand, in a sentence; None if it can."""
    name = state.players[state.turn]
    match event:
        case Place(_, tile) if all(BITS[tile] != BITS[each] for each in hand):
            return f"The tile {_tile_text(tile)} was not in the hand of {name}: the box had not dealt it there."
        case Pass():
            fits = next((each.tile for each in legal_events(state, hand) if isinstance(each, Place)), None)
            if fits is None:
                return None
            return f"{name} passed, but the tile {_tile_text(fits)} fitted: a player who can place must do so."
        case _:
            return None


def parse_hand(value: object) -> Hand:
    """Returns a hand from the notation: `[[3,5],[6,6]]`, each tile either way round. Raises Illegal: `syntax`."""
    found = [tile_of(tile) for tile in value] if isinstance(value, list) else [None]
    tiles = [(min(tile), max(tile)) for tile in found if tile is not None]
    if len(set(tiles)) < len(found):
        raise syntax_error("A hand is a list of different tiles, each a list of two whole numbers from 0 to 6.")
    return tuple(sorted(tiles))


def check_hand(state: State, hand: Hand) -> None:
    """Checks a hand, or a part of it, that a query names for the active seat.

    Raises:
        Illegal: a tile of it is on the board or set aside; or none fits, and the seat holds other tiles.
    """
    unavailable = next((tile for tile in hand if (state.placed | state.aside) & BITS[tile]), None)
    if unavailable is not None:
        where = "is on the board already" if state.placed & BITS[unavailable] else "is set aside in this match"
        raise illegal(f"The tile {_tile_text(unavailable)} {where}: it is not in a hand.")
    held = state.hands[state.turn]
    if len(hand) < held and not any(tile_placements(state, tile) for tile in hand):
        named = f"none of the {len(hand)} that are named fits" if hand else "none is named"
        raise illegal(f"{state.players[state.turn]} holds {held} tiles, and {named}: name all of them.")


def _round_so_far(steps: Sequence[tuple[GameEvent, State]]) -> tuple[State, list[tuple[Seat, Tile]]]:
    """Returns the newest state, and the placements in its round by seat, oldest first."""
    newest, placed = steps[-1][1], list[tuple[Seat, Tile]]()
    for (event, _), (_, before) in pairwise(reversed(steps)):
        # The event that ended a round is stored with the first state of the next round.
        if before.round != newest.round:
            break
        if isinstance(event, Place):
            placed.append((before.turn, event.tile))
    return newest, placed[::-1]


def _tile_text(tile: Tile) -> str:
    return "|".join(map(str, sorted(tile)))
