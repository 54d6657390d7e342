"""Random matches of Klondike with dealt tiles, and checks that hold in every state."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Self

from engine import klondike
from engine.game import Seat
from engine.klondike import Event, Slot, State, Tile
from engine.klondike.rules import BITS, CLAIMS, SLOT_POSITIONS, TILES, ends, orientations

DEALT = {(2, "basic"): 14, (2, "draw"): 9, (3, "basic"): 9, (3, "draw"): 7, (4, "basic"): 7}
"""The number of tiles of each player by players and form of dealing (rules, 3)."""
TRIES = 40
"""The number of random tries before all placements are listed."""
ROUND = {tile: orientations(tile) for tile in TILES}


class Round(NamedTuple):
    tiles: int
    """The number of placed tiles."""
    passes: int


@dataclass
class Hands:
    hands: list[list[Tile]]
    stock: list[Tile] = field(default_factory=list)
    """Empty if tiles are not drawn. A tile that is set aside is in no hand."""

    @classmethod
    def dealt(cls, players: int, deal: str, rng: Random) -> Self:
        tiles = rng.sample(TILES, len(TILES))
        count = DEALT[players, deal]
        hands = [tiles[count * seat : count * (seat + 1)] for seat in range(players)]
        return cls(hands, tiles[count * players :] if deal == "draw" else [])

    def placed(self, seat: Seat, tile: Tile) -> None:
        self.hands[seat].remove(orientations(tile)[0])
        if self.stock:
            self.hands[seat].append(self.stock.pop())


def draw_event(state: State, hand: list[Tile], rng: Random) -> Event:
    """A random placement that the hand allows, or a pass if there is none.

    All placements are equally likely. Trying random ones until one is legal is usually much quicker than listing them.
    """
    empty = [slot for slot in klondike.SLOTS.values() if state.slots[slot] is None]
    ways = [way for tile in hand for way in ROUND[tile]]
    for _ in range(TRIES if ways else 0):
        event = klondike.Place(rng.choice(empty), rng.choice(ways))
        if fits(state, event.slot, event.tile):
            return event
    events = [klondike.Place(slot, way) for slot in empty for way in ways if fits(state, slot, way)]
    return rng.choice(events) if events else klondike.Pass()


def fits(state: State, slot: Slot, tile: Tile) -> bool:
    return isinstance(klondike.check_placement(state, slot, tile), klondike.Rule)


def play(players: int, deal: str, rng: Random, look: Callable[[State], None] = lambda _: None) -> list[Round]:
    options = {**klondike.options, "deal": deal}
    state = klondike.start([f"P{seat}" for seat in range(players)], Seat(rng.randrange(players)), options)
    rounds: list[Round] = []
    while not klondike.is_over(state):
        state, round_ = _round(state, Hands.dealt(players, deal, rng), rng, look)
        rounds.append(round_)
    return rounds


def _round(state: State, hands: Hands, rng: Random, look: Callable[[State], None]) -> tuple[State, Round]:
    number, tiles, passes = state.round, 0, 0
    while state.round == number and not klondike.is_over(state):
        seat, event = state.turn, draw_event(state, hands.hands[state.turn], rng)
        state = klondike.apply(state, event)
        look(state)
        if isinstance(event, klondike.Place):
            hands.placed(seat, event.tile)
            tiles += 1
        else:
            passes += 1
    return state, Round(tiles, passes)


def shares(rounds: list[Round]) -> tuple[float, float]:
    """The share of the rounds that filled all 24 slots, and of those with a pass."""
    filled = sum(round_.tiles == len(klondike.SLOT_POSITIONS) for round_ in rounds)
    return filled / len(rounds), sum(round_.passes > 0 for round_ in rounds) / len(rounds)


CHIPS_TOTAL = {2: 37, 3: 55, 4: 73}
"""The number of all chips of a match by players (rules, 5)."""


def ends_at_claims(state: State) -> list[tuple[int, int]]:
    tiles = [(slot, state.slots[slot]) for slot in klondike.SLOTS.values()]
    return [touch for slot, tile in tiles if tile is not None for touch in ends(slot, tile)]


def check_state(state: State) -> None:
    """Checks the invariants of every state (rules, 2, 4.1, 4.3, 5 and 6)."""
    touching = ends_at_claims(state)
    for claim in CLAIMS:
        claim_state, shown = state.claims[claim], [end for where, end in touching if where == claim]
        assert claim_state.right == sum(end == claim_state.digit for end in shown) >= bool(shown)
        assert claim_state.spoiled == any(end != claim_state.digit for end in shown)
        assert (claim_state.won_by is not None) == (claim_state.right == 4)
        assert claim_state.chips == 0 or claim_state.won_by is None
    digits = [each.digit for each in state.claims if each.digit is not None]
    assert max(map(digits.count, digits), default=0) <= 2
    placed = [BITS[tile] for tile in state.slots if tile is not None]
    assert sum(placed) == state.placed
    assert len(set(placed)) == len(placed) <= 24
    assert state.placed.bit_count() == len(placed)
    brought = 10 + 9 * (state.round - 1)
    assert sum(state.chips) + sum(each.chips for each in state.claims) == brought <= CHIPS_TOTAL[len(state.players)]
    check_equal_claims(state)


def check_equal_claims(state: State) -> None:
    """Checks that two claims of one digit are both won only if the double is between them (rules, 6)."""
    won = [claim for claim in CLAIMS if state.claims[claim].won_by is not None]
    for one in won:
        for other in won:
            digit = state.claims[one].digit
            if one < other and digit == state.claims[other].digit:
                assert state.slots[slot_between(one, other)] == (digit, digit)


def slot_between(one: int, other: int) -> klondike.Slot:
    return next(klondike.SLOTS[place.name] for place in SLOT_POSITIONS if {place.inner, place.outer} == {one, other})
