"""What positions and placements are worth by play-outs (`playouts`): for sheriff, and for the coach.

The play-outs of placements are shared out by sequential halving (Karnin, Koren and Somekh, 2013): all that come into
question get the same number, the better half goes on, and so forth. In each stage every placement is tried in the same
worlds with the same chance, so that what differs is due to the placement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from math import erf, exp, pi, sqrt
from typing import NamedTuple

from engine.bot import Chance
from engine.coach import Chances
from engine.klondike.playouts import AROUND, FAR, INNER, NEAR, OUTER, PAIRS, WAYS, Board, World, play_out, worlds
from engine.klondike.position import CLAIMS, Slot, State, Tile, tiles_left
from engine.klondike.rules import Lay

MOST = 32
"""So many placements come into question, the most promising ones: at the start of a round there are hundreds."""
THEIRS, MINE = 0.9, 0.5
"""How much of what others or the own hand may win next counts where they are chosen, as in `heuristic`."""
ROUND_SPREAD = 3.0
"""The standard deviation of the chips that a seat wins in a round from the mean of all, in chips: 3.0, 3.2 and 2.4 in
matches of 2, 3 and 4 Prospectors (8 matches each)."""

Gains = Sequence[int]
"""The chips that each seat wins in the rest of the round, by seat."""
Worth = Callable[[Gains], float]


class Weighed(NamedTuple):
    """A placement, and what it is worth on the average over its play-outs."""

    worth: float
    event: Lay


def weigh(
    state: State,
    hand: Sequence[Tile],
    playouts: int,
    chance: Chance,
    worth: Worth,
    *,
    only: Sequence[Lay] = (),
    most: int = MOST,
) -> list[Weighed]:
    """Returns the placements of a hand that come into question, the best first.

    Args:
        state: the position.
        hand: what is known of the acting seat's hand; tiles of it are laid.
        playouts: how many there are in all, at most.
        chance: for worlds and play-outs.
        worth: tells what the rest of the round was worth.
        only: the placements that come into question; none: the most promising ones.
        most: how many these are.
    """
    board, turn = Board(state), state.turn
    sums = {(int(event.slot), event.tile[0] * 7 + event.tile[1]): 0.0 for event in only}
    if not only:
        ranked = sorted(_promises(board, state, hand, chance), reverse=True)[:most]
        sums = {(slot, code): 0.0 for _, _, slot, code in ranked}
    left, counts = list(sums), dict.fromkeys(sums, 0)
    stages = 1 if only else max(1, (len(left) - 1).bit_length())
    drawn, after = worlds(state, hand, chance), (turn + 1) % len(state.players)
    for stage in range(stages):
        for hands, rest in islice(drawn, max(1, playouts // (stages * len(left)))):
            number = int(chance() * (1 << 53))
            for slot, code in left:
                trial, held, stock = board.copy(), hands[:], rest[:]
                won = trial.lay(slot, code)
                held[turn] = held[turn] & ~PAIRS[code] | (stock.pop() if stock else 0)
                gains = play_out(trial, held, stock, after, number)
                gains[turn] += won
                sums[slot, code] += worth(gains)
                counts[slot, code] += 1
        left.sort(key=lambda way: -sums[way] / counts[way])
        if stage < stages - 1:
            del left[(len(left) + 1) // 2 :]
    # Those that did not go on stand behind those that did, however well they began.
    behind = sorted((way for way in sums if way not in left), key=lambda way: (-counts[way], -sums[way] / counts[way]))
    return [Weighed(sums[way] / counts[way], Lay(Slot(way[0]), divmod(way[1], 7))) for way in (*left, *behind)]


def lead(seat: int) -> Worth:
    """Returns what tells by how many chips a seat is ahead of the mean of the others."""
    return lambda gains: gains[seat] - (sum(gains) - gains[seat]) / (len(gains) - 1)


class Outlook(NamedTuple):
    """How a position goes on, on the average over play-outs."""

    chances: Chances
    """Each seat's share of the win of the match."""
    takers: tuple[Chances, ...]
    """For each claim how likely each seat wins it in this round, seat 0 first."""


def outlook(state: State, drawn: Iterator[World], playouts: int, chance: Chance) -> Outlook:
    """Returns how the match goes on from a position that is not over.

    Args:
        state: the position.
        drawn: the worlds, such as `worlds` draws them.
        playouts: how many.
        chance: for the play-outs.
    """
    seats = range(len(state.players))
    board, shares, takers = Board(state), [0.0] * len(seats), [[0] * len(seats) for _ in CLAIMS]
    for hands, rest in islice(drawn, playouts):
        trial = board.copy()
        gains = play_out(trial, hands[:], rest[:], state.turn, int(chance() * (1 << 53)))
        for seat, share in enumerate(win_shares(*totals(state, gains))):
            shares[seat] += share / playouts
        for claim in CLAIMS:
            if trial.takers[claim] >= 0:
                takers[claim][trial.takers[claim]] += 1
    return Outlook(tuple(shares), tuple(tuple(count / playouts for count in each) for each in takers))


def totals(state: State, gains: Gains) -> tuple[tuple[int, ...], int]:
    """Returns the chips of each seat when the round is over, and how many rounds are left then."""
    return tuple(has + gain for has, gain in zip(state.chips, gains, strict=True)), state.rounds - state.round


@cache
def win_shares(chips: tuple[int, ...], rounds: int) -> Chances:
    """Returns each seat's share of the win with these chips between two rounds; exact where none is left.

    What the seats win in the rounds to come is taken to be normal and alike: the share of a seat is the integral over
    its own sum of the chance that all others have less.
    """
    best = max(chips)
    if not rounds:
        return tuple((each == best) / chips.count(best) for each in chips)
    spread = ROUND_SPREAD * sqrt(rounds)
    ahead = [[(own - other) / spread for other in chips] for own in chips]
    found = []
    for seat, leads in enumerate(ahead):
        total = 0.0
        for point in range(-16, 17):
            z = point / 4
            part = exp(-z * z / 2) / sqrt(2 * pi) / 4
            for other, by in enumerate(leads):
                if other != seat:
                    part *= (1 + erf((by + z) / sqrt(2))) / 2
            total += part
        found.append(total)
    return tuple(each / sum(found) for each in found)


def _promises(  # noqa: C901 - calls cost most of the time
    board: Board, state: State, hand: Sequence[Tile], chance: Chance
) -> Iterator[tuple[float, float, int, int]]:
    """Yields for each placement of the hand what it promises at once, a random number, its slot and its way."""
    right, chips, digits = board.right, board.chips, board.digits
    ways = sum(WAYS[tile] for tile in hand)
    unseen = [tile for tile in tiles_left(state) if tile not in hand]
    # How likely a tile that was not seen is in the hand of one of the others.
    share = min(1.0, (sum(state.hands) - state.hands[state.turn]) / max(1, len(unseen)))
    for slot in board.empty:
        for code in range(49):
            if not (board.fits[slot] & ways) >> code & 1:
                continue
            promise = 0.0
            for claim, end in zip((INNER[slot], OUTER[slot]), divmod(code, 7), strict=True):
                if digits[claim] != end or right[claim] < 2:
                    continue
                if right[claim] == 3:
                    promise += chips[claim]
                for last in AROUND[claim] if right[claim] == 2 else ():
                    if last != slot and board.fits[last]:
                        wins = board.fits[last] & (NEAR if INNER[last] == claim else FAR)[end]
                        safe = (1 - share) ** sum(1 for tile in unseen if wins & WAYS[tile])
                        promise -= THEIRS * (1 - safe) * chips[claim]
                        promise += MINE * safe * chips[claim] * bool(wins & ways & ~PAIRS[code])
            yield promise, chance(), slot, code
