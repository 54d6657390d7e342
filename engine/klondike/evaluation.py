"""Values of placements: by play-outs for the bot Sheriff (`playouts`), by a formula for the bot Prospector.

The play-outs are distributed by sequential halving (Karnin, Koren and Somekh, 2013): all candidates get the same
number, the better half continues, and so on. In each stage every placement is tried in the same worlds with the same
random numbers, so that differences are due to the placement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from engine.bot import Chance
from engine.klondike.dealt import Hand
from engine.klondike.placements import Rule, check_placement, wins
from engine.klondike.playouts import AROUND, FAR, INNER, NEAR, OUTER, PAIRS, WAYS, Board, play_out, worlds
from engine.klondike.position import (
    BITS,
    CLAIMS,
    RIGHT_TO_WIN,
    SLOT_POSITIONS,
    Slot,
    State,
    Tile,
    orientations,
    tiles_left,
)
from engine.klondike.rules import Place, apply

MOST = 32
"""Maximum number of candidates, the most promising ones: at the start of a round there are hundreds of placements."""
THEIRS, MINE = 0.9, 0.5

Gains = Sequence[int]
"""The chips that each seat wins in the rest of the round."""
Worth = Callable[[Gains], float]


class Weighed(NamedTuple):
    """A placement and its average value over its play-outs."""

    worth: float
    event: Place


def weigh(
    state: State,
    hand: Sequence[Tile],
    playouts: int,
    chance: Chance,
    worth: Worth,
) -> list[Weighed]:
    """Returns the candidates among the placements of a hand, the best first.

    Args:
        state: the position.
        hand: the known tiles of the active seat; these are placed.
        playouts: maximum number of play-outs.
        chance: random numbers for worlds and play-outs.
        worth: returns the value of the gains of a round.
    """
    board, turn = Board(state), state.turn
    ranked = sorted(_estimates(board, state, hand, chance), reverse=True)[:MOST]
    sums = {(slot, code): 0.0 for _, _, slot, code in ranked}
    left, counts = list(sums), dict.fromkeys(sums, 0)
    stages = max(1, (len(left) - 1).bit_length())
    drawn, after = worlds(state, hand, chance), (turn + 1) % len(state.players)
    for stage in range(stages):
        for hands, rest in islice(drawn, max(1, playouts // (stages * len(left)))):
            number = int(chance() * (1 << 53))
            for slot, code in left:
                trial, held, stock = board.copy(), hands[:], rest[:]
                won = trial.place(slot, code)
                held[turn] = held[turn] & ~PAIRS[code] | (stock.pop() if stock else 0)
                gains = play_out(trial, held, stock, after, number)
                gains[turn] += won
                sums[slot, code] += worth(gains)
                counts[slot, code] += 1
        left.sort(key=lambda way: -sums[way] / counts[way])
        if stage < stages - 1:
            del left[(len(left) + 1) // 2 :]
    # The candidates of earlier stages come last, whatever their averages.
    behind = sorted((way for way in sums if way not in left), key=lambda way: (-counts[way], -sums[way] / counts[way]))
    return [Weighed(sums[way] / counts[way], Place(Slot(way[0]), divmod(way[1], 7))) for way in (*left, *behind)]


def lead(seat: int) -> Worth:
    """Returns the value "chips of this seat minus the mean of the others"."""
    return lambda gains: gains[seat] - (sum(gains) - gains[seat]) / (len(gains) - 1)


def _estimates(  # noqa: C901 - calls cost most of the time
    board: Board, state: State, hand: Sequence[Tile], chance: Chance
) -> Iterator[tuple[float, float, int, int]]:
    """Yields for each placement a first estimate of its value, a random number, its slot and its code."""
    right, chips, digits = board.right, board.chips, board.digits
    ways = sum(WAYS[tile] for tile in hand)
    unseen = [tile for tile in tiles_left(state) if tile not in hand]
    # The probability that an unseen tile is in the hand of another player.
    share = min(1.0, (sum(state.hands) - state.hands[state.turn]) / max(1, len(unseen)))
    for slot in board.empty:
        for code in range(49):
            if not (board.fits[slot] & ways) >> code & 1:
                continue
            estimate = 0.0
            for claim, end in zip((INNER[slot], OUTER[slot]), divmod(code, 7), strict=True):
                if digits[claim] != end or right[claim] < 2:
                    continue
                if right[claim] == 3:
                    estimate += chips[claim]
                for last in AROUND[claim] if right[claim] == 2 else ():
                    if last != slot and board.fits[last]:
                        wins = board.fits[last] & (NEAR if INNER[last] == claim else FAR)[end]
                        safe = (1 - share) ** sum(1 for tile in unseen if wins & WAYS[tile])
                        estimate -= THEIRS * (1 - safe) * chips[claim]
                        estimate += MINE * safe * chips[claim] * bool(wins & ways & ~PAIRS[code])
            yield estimate, chance(), slot, code


THEIRS, MINE = 0.9, 0.5
"""The weights of what others, or the own hand, can win next. In 80 matches of two players against these, 0 and 1 for
MINE won 33 and 39 % (± 10); THEIRS matters little."""

SIDES = tuple(
    tuple(Slot(slot) for slot, place in enumerate(SLOT_POSITIONS) if claim in (place.inner, place.outer))
    for claim in CLAIMS
)
"""The four slots around each claim."""


def worth(state: State, hand: Hand, event: Place) -> float:
    """Returns the value of a placement from this hand, in chips.

        won now - THEIRS * what the next players may win + MINE * what the own hand may win after them

    A claim can be won next if it has three right ends and no wrong one: one slot is left. A tile that is neither on the
    board nor in the own hand is in another hand with the same probability as every unseen tile; in a match of two
    without a stock it certainly is. What others may win is the expectation of the best of those tiles.
    """
    seat = state.turn
    after = apply(state, event)
    won = after.chips[seat] - state.chips[seat]
    if after.round != state.round or after.winners is not None:
        return float(won)
    rest = [tile for tile in hand if BITS[tile] != BITS[event.tile]]
    # Three right ends and a wrong one fill all four slots.
    near = (claim for claim in CLAIMS if after.claims[claim].right == RIGHT_TO_WIN - 1)
    slots = tuple({slot for claim in near for slot in SIDES[claim] if after.slots[slot] is None})
    if not slots:
        return float(won)
    unseen = [tile for tile in tiles_left(after) if tile not in rest]
    others = [held for other, held in enumerate(after.hands) if other != seat]
    theirs = _expected_best(_gains(after, slots, unseen), min(1.0, sum(others) / max(1, len(unseen))))
    mine = max(_gains(after, slots, rest).values(), default=0)
    return won - THEIRS * theirs + MINE * mine


def _gains(state: State, slots: Iterable[Slot], tiles: Iterable[Tile]) -> Mapping[Tile, int]:
    """Returns for each tile the most chips that it wins in these slots; tiles that win nothing are left out."""
    found: dict[Tile, int] = {}
    for tile in tiles:
        for slot in slots:
            for way in orientations(tile):
                if isinstance(check_placement(state, slot, way), Rule):
                    chips = sum(state.claims[claim].chips for claim in wins(state, (slot, way)))
                    if chips > found.get(tile, 0):
                        found[tile] = chips
    return found


def _expected_best(gains: Mapping[Tile, int], share: float) -> float:
    """Returns the expectation of the best gain if each of the tiles is there with this probability."""
    expected, nothing_better = 0.0, 1.0
    for gain in sorted(gains.values(), reverse=True):
        expected += gain * share * nothing_better
        nothing_better *= 1 - share
    return expected
