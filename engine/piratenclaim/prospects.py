"""What lies ahead in a game with the ledger: what pirates may take, what a discovery may bring, what a trade earns.

All of it is exact. The three pirate dice are thrown apart, so the 216 throws need not be gone through: for each colour
it is counted with how many faces none, one or two of its pirates come to a field, and the counts are multiplied. A
discovery depends on the grey die alone, for red and green only tell which system it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from typing import NamedTuple

from engine.game import Illegal
from engine.piratenclaim.ledger import apply_to_ledger, cargo_worth, compartments, robbed_cubes, ship_of
from engine.piratenclaim.map import DIRECTIONS, Field, fields_in
from engine.piratenclaim.pirates import COLOURS, loot, step
from engine.piratenclaim.position import Dice, FleetShip, Load, Pirate, State, Trade
from engine.piratenclaim.rules import find

FACES = DIRECTIONS
SYSTEM_WORTH = (sum(range(1, FACES + 1)) / FACES) ** 2
"""What a system is worth on the average: the product of two dice, 12.25."""


class Risk(NamedTuple):
    """What the pirates' next move does to a ship, counted in throws of the pirate dice."""

    by: Mapping[Pirate, int]
    """For each colour the throws after which a pirate of it may rob the ship; without colours of none."""
    taken: Mapping[Load, int]
    """The throws by what is taken; `NO_LOAD` where nothing is. They add up to 216."""

    @property
    def expected(self) -> float:
        """What is taken on the average: the value of its cubes."""
        return sum(worth(load) * count for load, count in self.taken.items()) / sum(self.taken.values())


class Odds(NamedTuple):
    """How many faces of the grey die bring what, by a discovery from a field."""

    system: int
    pirate: int
    nothing: int

    @property
    def expected(self) -> float:
        """The value of the system that it brings on the average."""
        return self.system * SYSTEM_WORTH / FACES


class Gain(NamedTuple):
    """What a trade earns: cubes of one colour for such of another, of the same value altogether."""

    trade: Trade
    load: Load
    """What the ship carries afterwards."""
    cargo: int
    """By how much the value of the cargo grows: as much as there is less fuel, so 0 where no fuel is traded."""
    room: int
    """Compartments that it frees; fewer than 0 where it takes some."""


def worth(load: Load) -> int:
    """Returns the value of all cubes of a load, fuel included."""
    return cargo_worth(load) + load.red


def risk_of(state: State, ship: FleetShip, field: Field | None = None) -> Risk:
    """Returns what the pirates' next move would do to a ship, by the pirates that are on the board now.

    In a conflict the seat to act chooses who stays: its own ship loses as little as it can, another one as much.

    Args:
        state: where the six dice lie, the pirate dice are these, and all 216 throws are this one.
        ship: with its load.
        field: where it would stand; None: where it does.
    """
    place, dice = ship.field if field is None else field, state.dice
    lying = (None,) * len(COLOURS) if dice is None else (dice.black, dice.brown, dice.white)
    coming = tuple(
        Counter(
            sum(step(state, each, direction)[0] == place for each in fields_in(fields))
            for direction in (range(DIRECTIONS) if face is None else (face - 1,) * DIRECTIONS)
        )
        for fields, face in zip(state.pirates, lying, strict=True)
    )
    by: Counter[Pirate] = Counter()
    taken: Counter[Load] = Counter()
    for arrivals in product(*(each.items() for each in coming)):
        throws = prod(count for _, count in arrivals)
        robbers = [pirate for pirate, (number, _) in zip(COLOURS, arrivals, strict=True) for _ in range(number)]
        by.update(dict.fromkeys(robbers, throws))
        if state.variants.rob_on_arrival or not robbers:
            lost = _taken(state, ship.load, robbers)
        else:
            choose = min if ship.player == state.turn else max
            lost = choose((_taken(state, ship.load, (pirate,)) for pirate in robbers), key=worth)
        taken[lost] += throws
    return Risk(by, taken)


def _taken(state: State, load: Load, robbers: Iterable[Pirate]) -> Load:
    """Returns what these pirates take of a load, one after the other."""
    left = load
    for pirate in robbers:
        cubes = robbed_cubes(left, loot(state, pirate), white_takes_fuel=state.variants.white_takes_fuel)
        left = left.minus(cubes)
    return load.minus(left)


def odds_of(state: State, field: Field) -> Odds:
    """Returns what a discovery from a field may bring, whether one may be made there or not."""
    found = Counter(
        "system" if each.system else "pirate" if each.pirates else "nothing"
        for each in (find(state, field, Dice(1, 1, grey, 1, 1, 1)) for grey in range(1, FACES + 1))
    )
    return Odds(found["system"], found["pirate"], found["nothing"])


def dice_worth(state: State, field: Field, dice: Dice) -> float:
    """Returns by how much the dice that lie are better for a discovery from this field than others on the average.

    Of several discoveries that are owed, the first uses these dice, and all others are rolled for: so the one with the
    most is worth the dice.
    """
    found = find(state, field, dice)
    return (found.system.value if found.system else 0) - odds_of(state, field).expected


def gains_of(state: State, ship: FleetShip) -> tuple[Gain, ...]:
    """Returns what each trade earns that the mover's ship may make where it stands, whatever the phase."""
    found = []
    for trade in (Trade(ship.parts[0]), Trade(ship.parts[0], reverse=True)):
        try:
            load = ship_of(apply_to_ledger(state, trade), trade.ship).load
        except Illegal:
            continue
        cargo = cargo_worth(load) - cargo_worth(ship.load)
        found.append(Gain(trade, load, cargo, compartments(ship.load) - compartments(load)))
    return tuple(found)
