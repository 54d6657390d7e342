"""Positions for tests of the lights: one with every kind of stone, and positions of random games."""

from dataclasses import replace
from random import Random

from companion.lights.composition import SEATS
from engine.claimit.position import NO_CLAIMS, LastRound, Phase, State, legal, parse_field
from engine.claimit.rules import Bank, Event, Place, Roll, apply, start
from engine.game import Seat

COLOURS = tuple(seat.colour for seat in SEATS)
GREEN, BLUE, ORANGE = COLOURS[:3]


def field_set(names: str) -> int:
    return sum(1 << parse_field(name) for name in names.split())


CHOOSING = State(
    players=("Green", "Blue", "Orange"),
    recycle=False,
    turn=Seat(0),
    fields=(field_set("2/5 2/6 3/5 6/2"), field_set("1/1 1/2 5/5 5/6"), field_set("4/4 6/6 6/5")),
    gold=field_set("2/6 1/1 1/2 4/4"),
    claims=(field_set("3/1"), field_set("5/5"), 0, field_set("4/2"), 0, 0),
    owned=field_set("4/2 6/2"),
    phase=Phase.CHOOSE,
    turns=21,
)
"""Green has marked 3/1 and Blue's 5/5 with claim stones, and owns 4/2 (hiding claim stone 4) and its own 6/2."""

ROLLED = replace(CHOOSING, phase=Phase.PLACE, roll=(2, 3, 5))
"""A roll with ownership stones for 2/5 and 3/5, claim stones for 2/3, 3/2 and 5/2, and none left for 5/3."""

BETWEEN = replace(CHOOSING, claims=NO_CLAIMS, owned=0, phase=Phase.ROLL)
"""The same position without the marks, at the start of a turn."""

BANKED = replace(
    BETWEEN,
    turn=Seat(1),
    fields=(field_set("2/5 2/6 3/5 6/2 3/1 5/5 4/2"), field_set("1/1 1/2 5/6"), field_set("4/4 6/6 6/5")),
    gold=field_set("2/6 1/1 1/2 4/4 6/2 4/2"),
)
"""The position after Green has banked the marks."""
TAKEN = tuple(parse_field(name) for name in ("3/1", "6/2", "5/5", "4/2"))
"""The marked fields in their order."""

CALLED = replace(BANKED, last_round=LastRound(called_by=Seat(0), turns_left=3))
OVER = replace(BANKED, phase=Phase.OVER, winners=(Seat(0),))


def played(seed: int, events: int, seats: int = 3) -> State:
    """Returns a random game after this number of events, or at its end."""
    rng, state = Random(seed), start([str(seat) for seat in range(seats)], Seat(0), {"recycle": seed % 2 == 0})
    for _ in range(events):
        if state.phase is Phase.OVER:
            break
        state = apply(state, _event(state, rng))
    return state


def _event(state: State, rng: Random) -> Event:
    if state.phase is Phase.PLACE:
        return Place(rng.choice(list(legal(state))))
    if state.phase is Phase.CHOOSE and rng.random() < 0.4:
        return Bank()
    return Roll((rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6)))
