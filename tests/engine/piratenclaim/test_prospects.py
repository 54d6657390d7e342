"""What lies ahead with the ledger: risks, odds and gains, against the rules themselves (rules, 1, 5, 6 and 8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import FIELDS_BY_NAME, Dice, FleetShip, Load, MovePirates, Phase, Remove, State
from engine.piratenclaim.prospects import Odds, dice_worth, gains_of, odds_of, risk_of, worth
from tests.engine.piratenclaim.positions import position

LOAD = Load(red=9, orange=3, green=2, purple=4)
CROWD = {"0/2": "black", "1/4": "black", "0/3": "white", "1/3": "white", "2/6": "brown", "0/1": "brown"}


def standing_at(field: str, *, options: dict[str, Any] | None = None, **what: Any) -> tuple[State, FleetShip]:  # noqa: ANN401
    """A game with the ledger in which the mover's whole ship stands there with `LOAD`."""
    state = position(options={"ledger": True, "voyage": True, **(options or {})}, **what)
    assert state.ledger is not None
    own, *others = state.ledger.fleet
    ship = own._replace(field=FIELDS_BY_NAME[field], load=LOAD)
    return replace(state, ledger=replace(state.ledger, fleet=(ship, *others))), ship


def robbed_least(state: State) -> Load:
    """What the rules take of the mover's ship where in each conflict the mover has the better one leave."""
    if state.phase is Phase.CONFLICT:
        after = [
            robbed_least(piratenclaim.apply(state, event))
            for event in piratenclaim.legal_events(state)
            if isinstance(event, Remove)
        ]
        return min(after, key=worth)
    taken = Load()
    for robbery in state.robbed:
        taken = taken.plus(robbery.taken or Load())
    return taken


@pytest.mark.parametrize("field", ["0/2", "1/4", "0/0", "0/3"])
@pytest.mark.parametrize(
    "options", [{}, {"loot": "by_colour"}, {"loot": "by_colour", "white_takes_fuel": False, "rob": "on_arrival"}]
)
def test_a_risk_is_what_the_rules_do_in_all_throws(field: str, options: dict[str, Any]) -> None:
    """Each of the 216 throws of the pirate dice is moved by the rules (rules, 6 and 8, variant 2)."""
    state, ship = standing_at(field, options=options, pirates=CROWD, discs=("0/5", "1/2"), phase=Phase.TRAVEL)
    counted: Counter[Load] = Counter()
    for white, black, brown in product(range(1, 7), repeat=3):
        lying = replace(state, phase=Phase.DISCOVER, dice=Dice(1, 1, 1, white, black, brown), used=True)
        blind = replace(lying, discovered=(1 << 56) - 1)  # nothing is owed
        counted[robbed_least(piratenclaim.apply(blind, MovePirates()))] += 1
    risk = risk_of(state, ship)
    assert dict(risk.taken) == dict(counted)
    assert sum(risk.taken.values()) == 6**3
    assert risk.expected == pytest.approx(sum(worth(load) * count for load, count in counted.items()) / 216)


def test_a_risk_is_told_by_colour_and_for_another_field() -> None:
    """A black one beside comes with one face of six, and takes all of the best colour (rules, 6)."""
    state, ship = standing_at("0/0", pirates={"0/1": "black"}, phase=Phase.TRAVEL)
    assert risk_of(state, ship).by == {}  # no pirate enters the middle
    risk = risk_of(state, ship, FIELDS_BY_NAME["0/2"])
    assert risk.by == {piratenclaim.Pirate.BLACK: 36}
    assert risk.taken == {Load(): 180, Load(purple=4): 36}


def test_dice_that_lie_leave_nothing_to_chance() -> None:
    """The pirate dice stay as they were rolled (rules, 4), so what they do is certain."""
    state, ship = standing_at("0/2", pirates={"0/1": "black"}, dice={"black": 3})
    assert set(risk_of(state, ship).taken.values()) == {216}


def test_the_odds_of_a_discovery_follow_the_table() -> None:
    """By the grey die: free, on a disc with pirates in the supply, on a system with one in the centre (rules, 5)."""
    state, _ = standing_at("1/6", discs=("1/1", "1/2"), systems={"1/3": (3, 5), "1/0": (2, 2)})
    assert odds_of(state, FIELDS_BY_NAME["1/6"]) == Odds(system=3, pirate=2, nothing=1)
    assert odds_of(state, FIELDS_BY_NAME["1/6"]).expected == pytest.approx(12.25 / 2)
    taken = {"2/1": "black", "2/2": "black", "3/1": "white", "3/2": "white", "4/1": "brown", "4/2": "brown"}
    state, _ = standing_at("1/6", discs=("1/1",), pirates=taken)  # no pirate is left: the disc stays (R3)
    assert odds_of(state, FIELDS_BY_NAME["1/6"]) == Odds(system=5, pirate=0, nothing=1)


def test_the_dice_are_worth_most_where_they_bring_a_system() -> None:
    """Red 5, green 3, grey 1 bring 15 where position 1 is free, and a pirate where a disc lies (rules, 5)."""
    state, _ = standing_at("1/6", discs=("2/1",))
    dice = Dice(5, 3, 1, 1, 1, 1)
    assert dice_worth(state, FIELDS_BY_NAME["1/6"], dice) == pytest.approx(15 - 12.25)
    assert dice_worth(state, FIELDS_BY_NAME["2/6"], dice) == pytest.approx(0 - 12.25 * 5 / 6)


def test_a_trade_earns_cubes_of_the_same_value() -> None:
    """Pay as many of the lower colour as the upper is worth, get as many of the upper as the lower is (rules, 1)."""
    state, ship = standing_at("1/6", systems={"1/6": (2, 6)}, phase=Phase.TRAVEL)
    (back,) = gains_of(state, ship)  # six orange for two purple cannot be paid
    assert (back.trade.reverse, back.load, back.cargo) == (True, Load(red=9, orange=9, green=2, purple=2), 0)
    assert back.room == -1  # 13 cubes instead of 9 need one compartment more
    state, ship = standing_at("1/6", systems={"1/6": (1, 6)}, phase=Phase.TRAVEL)
    there, back = gains_of(state, ship)
    assert (there.load.red, there.cargo) == (3, 6)
    assert (back.load.red, back.cargo) == (15, -6)


def test_in_a_conflict_who_acts_chooses_who_stays() -> None:
    """White takes one cube of each colour, black all purple: the own ship loses less, another one more (rules, 6)."""
    dice = {"white": 4, "black": 3}  # white is stopped by the disc
    state, ship = standing_at(
        "0/2",
        options={"loot": "by_colour"},
        pirates={"0/2": "white", "0/1": "black"},
        discs=("0/3",),
        dice=dice,
    )
    own, theirs = risk_of(state, ship), risk_of(state, ship._replace(player=Seat(1)))
    assert own.by == theirs.by == {piratenclaim.Pirate.BLACK: 216, piratenclaim.Pirate.WHITE: 216}
    assert own.taken == {Load(red=1, orange=1, green=1, purple=1): 216}
    assert theirs.taken == {Load(purple=4): 216}
