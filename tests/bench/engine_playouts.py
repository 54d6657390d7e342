"""The speed of the rules: play-outs compared with a loop that is inlined by hand, and exact odds."""

from collections.abc import Callable
from itertools import permutations, product
from random import Random
from statistics import median
from time import perf_counter

from engine import claimit
from engine.claimit import State
from engine.claimit.playouts import is_bank, placement_for, play_out, roll_for
from engine.game import Seat
from tests.bench.benchmark import Measurement

GAMES = 1_500
ROUNDS = 5

ROLLS = [
    tuple({(1 << 6 * (row - 1) + column - 1, 1 << third - 1) for column, row, third in permutations(dice)})
    for dice in product(range(1, 7), repeat=3)
]
"""For each of the 216 rolls all pairs of field and claim stone, both as bits."""


def play_outs() -> Measurement:
    """Measures the rate of random games of two players relative to the baseline; both are measured alternately."""
    rng, state = Random(1), _beginning()
    ours, baseline = [], []
    for _ in range(ROUNDS):
        ours.append(_rate(lambda: play_out(state, rng.random)))
        baseline.append(_rate(lambda: play_by_hand(rng.random)))
    ratio = median(our / its for our, its in zip(ours, baseline, strict=True))
    return Measurement(ratio, f"{median(ours):,.0f} games/s; the loop {median(baseline):,.0f}")


def odds() -> Measurement:
    """Measures for how many positions per second the exact odds of a bust are computed."""
    states, rates = positions(20_000), []
    for _ in range(ROUNDS):
        began = perf_counter()
        for state in states:
            claimit.bust_count(state)
        rates.append(len(states) / (perf_counter() - began))
    return Measurement(median(rates), f"{len(states):,} positions of random games")


def play_by_hand(random: Callable[[], float]) -> tuple[list[int], int]:  # noqa: C901 - inlined on purpose
    """The baseline: a random game of two players with fields, goldclaims, marks and used claim stones as integers."""
    own, locked, seat, left = [0, 0], 0, 0, 0
    while True:
        mine, shut, marks, used = own[seat], locked, 0, 0
        while True:
            part = random() * 432
            whole = int(part)
            takes = mine | marks
            uses = [(f, c) for f, c in ROLLS[whole >> 1] if not f & shut and (f & takes or not c & used)]
            if not uses:
                break
            field, claim = uses[int((part - whole) * len(uses))]
            if field & takes:
                shut |= field
            else:
                used |= claim
            marks |= field
            if whole & 1:
                locked = shut
                own[seat] |= marks
                own[1 - seat] &= ~marks
                break
        if left:
            left -= 1
            if not left:
                return own, locked
        elif (own[seat] & locked).bit_count() >= 13:
            left = 2
        seat = 1 - seat


def positions(count: int) -> list[State]:
    rng, found = Random(1), list[claimit.State]()
    state = _beginning()
    while len(found) < count:
        number = rng.random()
        state = claimit.apply(state, roll_for(number))
        if state.phase is claimit.Phase.PLACE:
            state = claimit.apply(state, placement_for(state, number))
            found.append(state)
            state = claimit.apply(state, claimit.Bank()) if is_bank(number) else state
        state = _beginning() if state.phase is claimit.Phase.OVER else state
    return found


def _beginning() -> State:
    return claimit.start(["Green", "Blue"], Seat(0), claimit.options)


def _rate(game: Callable[[], object]) -> float:
    began = perf_counter()
    for _ in range(GAMES):
        game()
    return GAMES / (perf_counter() - began)
