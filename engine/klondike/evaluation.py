"""Ratings of placements: estimates for the bot Prospector, and play-outs for the bot Sheriff.

The play-outs are distributed by sequential halving (Karnin, Koren and Somekh, 2013): all candidates get the same number
of play-outs, the better half continues, and so on. In each stage every placement is tried in the same worlds with the
same random numbers, so that differences are due to the placement.

A play-out is one round from a position to its end, in one *world*: a possible distribution of the unseen tiles to the
hands and the stock. A simple policy that sees all hands plays it: it wins the most chips that it can, otherwise it
places where the other players can win least.

A tile in one orientation has a *code*: its near end times 7 plus its far end, 0 to 48. A set of them is an int with a
bit for each code, a *mask*. A hand is the mask of its tiles in both orientations. `Board.fits` has the mask of what
fits into each slot, so `fits[slot] & hand` is what a seat can place there. The masks are computed again only if a claim
gets its digit, if all tiles with a digit are placed, or if the tile with both digits of a slot is placed (rules, 4.2).
A test compares them with the rules.

`worlds` draws the other hands at random from the tiles that are not seen. With two players and the basic deal, the
other player holds them all. Passes are ignored, although a pass excludes tiles: in 80 matches bots that used this won
less than their share.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from engine.bot import RandomFloat
from engine.klondike import rules
from engine.klondike.rules import CLAIMS, RIGHT_TO_WIN, TILES, Place, State, Tile

OPEN, RIM = 7, 8
"""Used as a digit: of a claim without a digit, and of the rim."""
SPOILED = -9
"""Used as the number of right ends: of a claim that cannot be won, and of the rim."""
ONE_MISSING, TWO_MISSING = RIGHT_TO_WIN - 1, RIGHT_TO_WIN - 2
"""The numbers of right ends if one more end wins the claim, or two."""
TILE_MASKS = {tile: sum(1 << near * 7 + far for near, far in rules.orientations(tile)) for tile in TILES}
"""For each tile the mask of its orientations."""
MASKS_BY_CODE = tuple(TILE_MASKS[min(divmod(code, 7)), max(divmod(code, 7))] for code in range(49))
"""For each code the mask of its tile."""
NEAR = tuple(sum(1 << near * 7 + far for far in range(7)) for near in range(7))
"""For each digit the mask of the codes with it at the near end; `FAR` likewise, `DOUBLE` at both ends."""
FAR = tuple(sum(1 << near * 7 + far for near in range(7)) for far in range(7))
DOUBLE = tuple(1 << digit * 7 + digit for digit in range(7))
ALL = (1 << 49) - 1
RIM_INDEX = len(CLAIMS)
INNER = tuple(int(position.inner) for position in rules.SLOT_POSITIONS)
OUTER = tuple(RIM_INDEX if position.outer is None else int(position.outer) for position in rules.SLOT_POSITIONS)
"""For each slot the claim at the far end, or `RIM_INDEX`. `INNER` has the claim at the near end."""
SLOTS_OF_CLAIM = tuple(
    tuple(slot for slot in range(24) if claim in (INNER[slot], OUTER[slot])) for claim in range(len(CLAIMS))
)


class Board:
    """The position of a round for play-outs. `play_out` changes it. A right end matches the digit of its claim.

    Attributes:
        digits: of each claim, or `OPEN`; the tenth is `RIM`.
        right: the right ends at each claim, or `SPOILED`.
        chips: the chips on each claim.
        empty: the slots without a tile.
        counts: for each digit the number of tiles with it that are placed.
        placed: the tiles that are placed.
        fits: for each slot what fits there; it also contains tiles that are placed already.
    """

    __slots__ = ("chips", "counts", "digits", "empty", "fits", "placed", "right")

    def __init__(self, state: State) -> None:
        self.digits = [OPEN if each.digit is None else each.digit for each in state.claims] + [RIM]
        self.right = [SPOILED if each.spoiled else each.right for each in state.claims] + [SPOILED]
        self.chips = [each.chips for each in state.claims] + [0]
        self.empty = [slot for slot, tile in enumerate(state.slots) if tile is None]
        placed = [tile for tile in TILES if state.placed & rules.BITS[tile]]
        self.counts = [sum(digit in tile for tile in placed) for digit in range(7)]
        self.placed = sum(TILE_MASKS[tile] for tile in placed)
        self.fits = [0] * 24
        self.compute_fits()

    def copy(self) -> "Board":
        new = Board.__new__(Board)
        new.digits, new.right, new.chips = self.digits[:], self.right[:], self.chips[:]
        new.empty, new.counts, new.placed, new.fits = self.empty[:], self.counts[:], self.placed, self.fits[:]
        return new

    def compute_fits(self) -> None:  # noqa: C901 - a table of cases
        """Computes all masks: what the rules allow in each empty slot (rules, 4.1 and 4.2)."""
        digits, counts, placed, fits = self.digits, self.counts, self.placed, self.fits
        near_free = far_free = ALL  # the codes whose near or far digit another claim may still get
        limited_doubles = 0
        for digit in range(7):
            uses = digits.count(digit)
            if uses >= 2:
                near_free &= ~NEAR[digit]
                far_free &= ~FAR[digit]
            elif uses:
                limited_doubles |= DOUBLE[digit]
        for slot in self.empty:
            near, far = digits[INNER[slot]], digits[OUTER[slot]]
            if near == OPEN:
                if far == OPEN:
                    fits[slot] = near_free & far_free & ~limited_doubles  # one would give its digit to two claims
                elif far == RIM:
                    fits[slot] = near_free
                else:
                    fits[slot] = near_free if counts[far] == 7 else FAR[far] & near_free
            elif far == OPEN:
                fits[slot] = far_free if counts[near] == 7 else NEAR[near] & far_free
            elif far == RIM:
                fits[slot] = ALL if counts[near] == 7 else NEAR[near]
            elif counts[near] == 7 and counts[far] == 7:
                fits[slot] = ALL
            else:
                both = 1 << near * 7 + far
                fits[slot] = NEAR[near] | FAR[far] if placed & both else both

    def place(self, slot: int, code: int) -> int:  # noqa: C901 - calls cost most of the time
        """Places a tile and returns the chips that it wins."""
        digits, right, counts, fits = self.digits, self.right, self.counts, self.fits
        near, far = divmod(code, 7)
        self.empty.remove(slot)
        fits[slot] = 0
        self.placed |= MASKS_BY_CODE[code]
        counts[near] += 1
        fits_are_stale = counts[near] == 7
        if near != far:
            counts[far] += 1
            fits_are_stale = fits_are_stale or counts[far] == 7
        won = 0
        # The rim counts as a spoiled claim that no end fits.
        for claim, end in ((INNER[slot], near), (OUTER[slot], far)):
            if digits[claim] == end:
                right[claim] += 1
                if right[claim] == RIGHT_TO_WIN:
                    won += self.chips[claim]
                    self.chips[claim] = 0
            elif digits[claim] == OPEN:
                digits[claim], right[claim], fits_are_stale = end, 1, True
            else:
                right[claim] = SPOILED
        if fits_are_stale:
            self.compute_fits()
            return won
        for other in self.empty:
            ends = digits[INNER[other]], digits[OUTER[other]]
            if ends in ((near, far), (far, near)):
                fits[other] = NEAR[ends[0]] | FAR[ends[1]]
        return won


def play_out(board: Board, hands: list[int], stock: list[int], turn: int, seed: int) -> list[int]:
    """Plays the round to its end, and returns the chips that each seat wins.

    Args:
        board: the position. It changes, and so do `hands` and `stock`.
        hands: the hand of each seat, as masks.
        stock: the masks of the stock, the top tile last.
        turn: the active seat.
        seed: a random whole number.
    """
    seat_count, passes, gains, random_state = len(hands), 0, [0] * len(hands), seed
    while board.empty and passes < seat_count:
        slot, code = _best_win(board, hands[turn])
        if slot < 0:
            # A linear congruential generator (Knuth's MMIX): fast, and not used for secrets.
            random_state = (random_state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
            slot, code = _cheapest(board, hands, turn, random_state)
        if slot < 0:
            passes += 1
        else:
            passes = 0
            gains[turn] += board.place(slot, code)
            hands[turn] = hands[turn] & ~MASKS_BY_CODE[code] | (stock.pop() if stock else 0)
        turn = (turn + 1) % seat_count
    return gains


NO_PLACEMENT = (-1, 0)
"""Instead of a slot and an orientation: no placement."""


def _best_win(board: Board, hand: int) -> tuple[int, int]:
    """Returns the placement that wins most chips, or `NO_PLACEMENT`."""
    digits, right, chips, fits = board.digits, board.right, board.chips, board.fits
    best, found = 0, NO_PLACEMENT
    for claim in range(len(CLAIMS)):
        if right[claim] != ONE_MISSING:
            continue
        for slot in SLOTS_OF_CLAIM[claim]:
            is_near = INNER[slot] == claim
            codes = fits[slot] & hand & (NEAR if is_near else FAR)[digits[claim]]
            if codes and chips[claim] > best:
                best, found = chips[claim], (slot, codes.bit_length() - 1)
                # A tile may win the claim at its other end, too.
                other = OUTER[slot] if is_near else INNER[slot]
                both = codes & (FAR if is_near else NEAR)[digits[other]] if right[other] == ONE_MISSING else 0
                if both:
                    best, found = best + chips[other], (slot, both.bit_length() - 1)
    return found


def _cheapest(board: Board, hands: Sequence[int], turn: int, random_state: int) -> tuple[int, int]:
    """Returns the placement that costs least, or `NO_PLACEMENT`; of equal slots the first one from a random slot on."""
    empty, fits, right, hand = board.empty, board.fits, board.right, hands[turn]
    least, cheapest, first = 1000, -1, (random_state >> 33) % len(empty)  # 1000: more than all chips
    for slot in empty[first:] + empty[:first]:
        if not fits[slot] & hand:
            continue
        loss = 0
        for claim in (INNER[slot], OUTER[slot]):
            if right[claim] == TWO_MISSING:
                loss += _loss(board, hands, turn, slot, claim)
        if loss < least:
            least, cheapest = loss, slot
            if not loss:
                break
    return NO_PLACEMENT if cheapest < 0 else (cheapest, _random_code(fits[cheapest] & hand, random_state))


def _random_code(codes: int, random_state: int) -> int:
    for _ in range((random_state >> 13) % codes.bit_count()):
        codes &= codes - 1
    return (codes & -codes).bit_length() - 1


def _loss(board: Board, hands: Sequence[int], turn: int, slot: int, claim: int) -> int:
    """Returns the cost of a third right end at the claim: its chips, if another player can place the fourth one."""
    digit = board.digits[claim]
    for last in SLOTS_OF_CLAIM[claim]:
        if last != slot and board.fits[last]:
            codes = board.fits[last] & (NEAR if INNER[last] == claim else FAR)[digit]
            for seat, hand in enumerate(hands):
                if seat != turn and hand & codes:
                    return board.chips[claim]
    return 0


World = tuple[list[int], list[int]]
"""The hands as masks, by seat, and the stock, its top tile last."""


def worlds(state: State, hand: Sequence[Tile], random: RandomFloat) -> Iterator[World]:
    """Yields random worlds, without end. `hand` is the hand of the active seat; empty if it is not known."""
    masks = [TILE_MASKS[tile] for tile in rules.tiles_left(state) if tile not in hand]
    counts, own = list(state.hands), sum(TILE_MASKS[tile] for tile in hand)
    counts[state.turn] = max(0, counts[state.turn] - len(hand))
    while True:
        for last in range(len(masks) - 1, 0, -1):
            other = int(random() * (last + 1))
            masks[last], masks[other] = masks[other], masks[last]
        undealt = iter(masks)
        hands = [sum(islice(undealt, count)) for count in counts]
        hands[state.turn] |= own
        yield hands, list(islice(undealt, rules.stock(state)))


MAX_CANDIDATES = 32
"""Maximum number of candidates, the most promising ones: at the start of a round there are hundreds of placements."""


def best_placement(state: State, hand: Sequence[Tile], playouts: int, random: RandomFloat) -> Place:
    """Returns the placement with which the active seat leads most, in chips, at the end of the round.

    Args:
        state: the position.
        hand: the known tiles of the active seat, of which one is placed.
        playouts: the approximate number of play-outs.
        random: random numbers for worlds and play-outs. The same numbers give the same placement on any machine.
    """
    board, turn = Board(state), state.turn
    candidates = [(each.slot, each.code) for each in estimates(state, hand, random)[:MAX_CANDIDATES]]
    sums, counts = dict.fromkeys(candidates, 0.0), dict.fromkeys(candidates, 0)
    stages = max(1, (len(candidates) - 1).bit_length())
    drawn_worlds, next_seat = worlds(state, hand, random), (turn + 1) % len(state.players)
    for _ in range(stages):
        for hands, stock in islice(drawn_worlds, max(1, playouts // (stages * len(candidates)))):
            seed = int(random() * (1 << 53))
            for slot, code in candidates:
                trial, trial_hands, trial_stock = board.copy(), hands[:], stock[:]
                won = trial.place(slot, code)
                drawn = trial_stock.pop() if trial_stock else 0
                trial_hands[turn] = trial_hands[turn] & ~MASKS_BY_CODE[code] | drawn
                gains = play_out(trial, trial_hands, trial_stock, next_seat, seed)
                gains[turn] += won
                # Its own chips minus the mean of the others.
                sums[slot, code] += gains[turn] - (sum(gains) - gains[turn]) / (len(gains) - 1)
                counts[slot, code] += 1
        candidates.sort(key=lambda each: -sums[each] / counts[each])
        del candidates[(len(candidates) + 1) // 2 :]
    return _event(*candidates[0])


def _event(slot: int, code: int) -> Place:
    return Place(rules.Slot(slot), divmod(code, 7))


OTHERS_WEIGHT, OWN_WEIGHT = 0.9, 0.5
"""The weights of the chips that the others and that the own hand can win next. In 80 matches of two players against
these values, an OWN_WEIGHT of 0 won 33 % and one of 1 won 39 % (± 10); OTHERS_WEIGHT matters little."""


class Estimate(NamedTuple):
    """A first rating of a placement. The order is by value, then at random."""

    value: float
    """In chips."""
    random_number: float
    slot: int
    code: int

    @property
    def event(self) -> Place:
        return _event(self.slot, self.code)


def estimates(state: State, hand: Sequence[Tile], random: RandomFloat) -> list[Estimate]:
    """Returns the placements of a hand, the best first, without play-outs.

        value = chips won now - OTHERS_WEIGHT * chips that the others can win next
                + OWN_WEIGHT * chips that the own hand can win next

    A placement lets a player win if it is the third right end at a claim. A tile that is neither on the board nor in
    the own hand is in another hand with the same probability (`held`) as every unseen tile; in a match of two without a
    stock this probability is 1.
    """
    board, own = Board(state), sum(TILE_MASKS[tile] for tile in hand)
    unseen = [tile for tile in rules.tiles_left(state) if tile not in hand]
    held = min(1.0, (sum(state.hands) - state.hands[state.turn]) / max(1, len(unseen)))
    found = list[Estimate]()
    for slot in board.empty:
        for code in range(49):
            if (board.fits[slot] & own) >> code & 1:
                touched = zip((INNER[slot], OUTER[slot]), divmod(code, 7), strict=True)
                right_ends = [(claim, end) for claim, end in touched if board.digits[claim] == end]
                value: float = sum(board.chips[claim] for claim, _ in right_ends if board.right[claim] == ONE_MISSING)
                for claim, end in right_ends:
                    if board.right[claim] == TWO_MISSING:
                        value += _prospect(board, slot, claim, end, own & ~MASKS_BY_CODE[code], unseen, held)
                found.append(Estimate(value, random(), slot, code))
    return sorted(found, reverse=True)


def _prospect(  # noqa: PLR0917 - the values of a loop
    board: Board, slot: int, claim: int, digit: int, rest: int, unseen: Sequence[Tile], held: float
) -> float:
    """Returns the value of a third right end at a claim, for the others and for the rest of the own hand."""
    value = 0.0
    for last in SLOTS_OF_CLAIM[claim]:
        if last != slot and board.fits[last]:
            wins = board.fits[last] & (NEAR if INNER[last] == claim else FAR)[digit]
            safe = (1 - held) ** sum(1 for tile in unseen if wins & TILE_MASKS[tile])
            value += (OWN_WEIGHT * safe * bool(wins & rest) - OTHERS_WEIGHT * (1 - safe)) * board.chips[claim]
    return value
