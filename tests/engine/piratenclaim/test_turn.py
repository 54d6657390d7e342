"""A turn of Piratenclaim: its phases, ships, attacks, purchases, the table's word, and every refusal."""

from __future__ import annotations

from typing import Any

import pytest

from engine import piratenclaim
from engine.game import Code, Illegal, Seat
from engine.piratenclaim import BuyShip, EndTurn, Phase, Remove, ShipAt, Sink
from engine.record import AnyRecord, follow
from tests.engine.piratenclaim.positions import DISCS, LOOKED_AT, after, position, refused, told

SIX = {"event": "roll", "dice": LOOKED_AT}
THREE = {"event": "roll", "dice": {"red": 5, "green": 3, "grey": 1}}
LAID = {"event": "discs", "fields": list(DISCS)}
EVENTS: dict[str, dict[str, Any]] = {
    "discs": LAID,
    "ship": {"event": "ship", "player": 0, "ship": 0, "field": "1/4"},
    "sink": {"event": "sink", "field": "1/0", "pirate": "black"},
    "buy_ship": {"event": "buy_ship", "player": 0},
    "roll six": SIX,
    "roll three": THREE,
    "discover": {"event": "discover", "field": "2/4"},
    "move_pirates": {"event": "move_pirates"},
    "remove": {"event": "remove", "field": "1/0", "pirate": "black"},
    "end_turn": {"event": "end_turn"},
}
"""One of each, which is legal in its phase in `there`."""
MAY_BE = {
    Phase.DISCS: {"discs"},
    Phase.TRAVEL: {"ship", "sink", "buy_ship", "roll six"},
    Phase.DISCOVER: {"ship", "discover", "move_pirates"},
    Phase.CONFLICT: {"remove"},
    Phase.TURN_END: {"ship", "end_turn"},
    Phase.OVER: set[str](),
}
"""What may be in each phase; three dice are rolled once a discovery has used the last."""
ROLL_FIRST = {
    **MAY_BE,
    Phase.TRAVEL: {"ship", "roll six"},
    Phase.DISCOVER: {"ship", "sink", "buy_ship", "discover", "move_pirates"},
}
"""The same with `roll_first`."""


def there(phase: Phase, **options: object) -> piratenclaim.State:
    """A position of this phase in which each event may be, for all but its phase."""
    pirates = {"1/0": "black white" if phase is Phase.CONFLICT else "black"}
    return position(phase=phase, pirates=pirates, options={"spare_ships": 1, **options})


def started(**options: object) -> AnyRecord:
    return follow(None, {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"], "options": options})


@pytest.mark.parametrize("phase", MAY_BE)
@pytest.mark.parametrize("roll_first", [False, True])
def test_what_may_be_in_which_phase(phase: Phase, roll_first: bool) -> None:
    state = there(phase, roll_first=roll_first)
    before = piratenclaim.to_json(state)
    for name, event in EVENTS.items():
        if name in (ROLL_FIRST if roll_first else MAY_BE)[phase]:
            assert after(state, event) != state, name
        else:
            assert refused(state, event) is Code.PHASE, name
        assert piratenclaim.to_json(state) == before, name


def test_a_turn_goes_round() -> None:
    # rules, 4
    state = there(Phase.TRAVEL)
    phases = []
    for name in ("roll six", "discover", "roll three", "move_pirates", "end_turn"):
        state = after(state, EVENTS[name])
        phases.append(state.phase.value)
    assert phases == ["discover", "discover", "discover", "turn_end", "travel"]
    assert (state.turn, state.turns, state.dice, state.used) == (1, 1, None, None)
    assert after(state, SIX, EVENTS["move_pirates"], EVENTS["end_turn"]).turn == 0


def test_a_discovery_that_is_due_may_be_left_out() -> None:
    assert told(position(ships=[(0, 0, "1/4")]), {"event": "move_pirates"})["phase"] == "turn_end"


def test_a_ship_is_told_moved_and_forgotten() -> None:
    state = position(phase=Phase.TRAVEL)
    ship = {"event": "ship", "player": 1, "ship": 2, "field": "0/0"}
    once = told(state, ship)
    assert once["ships"] == [{"player": 1, "ship": 2, "field": "0/0"}]
    assert told(state, ship, {**ship, "field": "1/1"})["ships"] == [{"player": 1, "ship": 2, "field": "1/1"}]
    assert told(state, ship, {**ship, "field": None}) == told(state, {**ship, "field": None}) == told(state)


def test_ships_are_sorted_by_player_and_ship() -> None:
    seats = [(1, 0), (0, 2), (0, 0), (1, 1)]
    events = ({"event": "ship", "player": seat, "ship": ship, "field": "1/1"} for seat, ship in seats)
    ships = told(position(phase=Phase.TRAVEL), *events)["ships"]
    assert [(each["player"], each["ship"]) for each in ships] == sorted(seats)


def test_no_ship_stands_on_a_disc() -> None:
    # rules, 1
    assert refused(position(discs=["1/4"]), EVENTS["ship"]) is Code.ILLEGAL


@pytest.mark.parametrize("phase", MAY_BE)
def test_a_seat_or_a_ship_that_there_is_not_is_syntax_in_every_phase(phase: Phase) -> None:
    for player, ship in ((2, 0), (0, 3), (0, 9)):
        assert refused(there(phase), {**EVENTS["ship"], "player": player, "ship": ship}) is Code.SYNTAX
    assert refused(there(phase), {**EVENTS["buy_ship"], "player": 2}) is Code.SYNTAX


def test_a_pirate_is_sunk_and_may_return() -> None:
    # rules, 7
    state = told(there(Phase.TRAVEL), EVENTS["sink"])
    assert (state["pirates"], state["supply"]["black"], state["phase"]) == ({}, 2, "travel")


def test_who_sinks_a_pirate_discovers_from_its_field() -> None:
    # rules, 5
    state = after(position(phase=Phase.TRAVEL, pirates={"1/0": "black"}, ships=[(0, 1, "1/0")]), EVENTS["sink"], SIX)
    assert told(state, {"event": "discover", "field": "1/0"})["systems"]["1/1"] == ["yellow", "blue"]


def test_with_the_dice_first_a_pirate_is_sunk_after_the_roll() -> None:
    state = position(pirates={"1/0": "black"}, options={"roll_first": True})
    discovered = told(state, EVENTS["sink"], {"event": "discover", "field": "1/0"})
    assert discovered["systems"]["1/1"] == ["yellow", "blue"]


@pytest.mark.parametrize(
    "state",
    [
        position(phase=Phase.TRAVEL),
        position(phase=Phase.TRAVEL, pirates={"1/0": "white"}),
        position(phase=Phase.TRAVEL, pirates={"1/0": "black"}, ships=[(0, 0, "1/1"), (1, 0, "1/0")]),
    ],
    ids=["no pirate", "another colour", "no ship"],
)
def test_an_attack_needs_a_pirate_and_a_ship_on_the_field(state: piratenclaim.State) -> None:
    assert refused(state, EVENTS["sink"]) is Code.ILLEGAL


def test_a_ship_is_bought_as_long_as_there_are_spare_ones() -> None:
    state = there(Phase.TRAVEL)
    bought = after(state, EVENTS["buy_ship"])
    assert piratenclaim.to_json(bought)["players"] == [{"name": "Green", "ships": 4}, {"name": "Blue", "ships": 3}]
    assert bought.spare_ships == 0
    assert after(bought, {**EVENTS["ship"], "ship": 3}).ships[0].ship == 3
    assert refused(bought, EVENTS["buy_ship"]) is Code.ILLEGAL
    assert refused(state, {**EVENTS["buy_ship"], "player": 1}) is Code.ILLEGAL


def test_what_is_no_event_is_syntax_in_every_phase() -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"event": "discs"},
        {"event": "discs", "fields": list(DISCS[:20])},
        {"event": "discs", "fields": [*DISCS[:20], None]},
        {"event": "discs", "fields": [*DISCS[:20], "8/0"]},
        {"event": "discs", "fields": list(DISCS), "by": 5},
        {"event": "ship", "player": 0, "ship": 0},
        {"event": "ship", "player": 0, "ship": 0, "field": "1/7"},
        {"event": "ship", "player": True, "ship": 0, "field": "1/1"},
        {"event": "ship", "player": 0, "ship": -1, "field": "1/1"},
        {"event": "ship", "ship": 0, "field": None},
        {"event": "sink", "field": None, "pirate": "black"},
        {"event": "sink", "field": "1/1", "pirate": "red"},
        {"event": "sink", "field": "1/1"},
        {"event": "buy_ship"},
        {"event": "roll"},
        {"event": "roll", "dice": [1, 2, 3]},
        {"event": "roll", "dice": {**LOOKED_AT, "grey": 7}},
        {"event": "roll", "dice": {**LOOKED_AT, "grey": True}},
        {"event": "roll", "dice": {**LOOKED_AT, "pink": 1}},
        {"event": "roll", "dice": {"white": 1, "black": 2, "brown": 3}},
        {"event": "discover"},
        {"event": "discover", "field": None},
        {"event": "discover", "field": 7},
        {"event": "discover", "field": "1/1", "pirate": None},
        {"event": "remove", "field": "1/1", "pirate": ["black"]},
        {"event": "jump"},
        {"event": 3},
    )
    for event in wrong:
        for phase in (Phase.DISCS, Phase.OVER):
            assert refused(there(phase), event) is Code.SYNTAX, event


def test_nothing_may_be_before_a_start() -> None:
    for event in (*EVENTS.values(), {"event": "position"}):
        with pytest.raises(Illegal) as caught:
            follow(None, event)
        assert caught.value.code is Code.NO_GAME


def test_nobody_joins_in_the_middle() -> None:
    for phase in Phase:
        code = Code.PHASE if phase is Phase.OVER else Code.ILLEGAL
        assert refused(there(phase), {"event": "position", "board": {}}) is code


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
def test_the_table_says_when_it_is_over(phase: Phase) -> None:
    state = there(phase)
    for winners in ((), (Seat(1),)):
        finished = piratenclaim.to_json(piratenclaim.finish(state, winners))
        assert finished == {**piratenclaim.to_json(state), "phase": "over", "winners": list(winners)}
    assert piratenclaim.ending(piratenclaim.finish(state, (Seat(1),))) in piratenclaim.endings
    assert piratenclaim.ending(piratenclaim.finish(state, ())) == ""


def test_undo_restores_every_key() -> None:
    record = started(spare_ships=1)
    states = [record]
    for event in (
        LAID,
        EVENTS["ship"],
        EVENTS["buy_ship"],
        SIX,
        {"event": "discover", "field": "1/4", "pirate": "black"},
        EVENTS["move_pirates"],
        EVENTS["end_turn"],
        {"event": "finish", "winners": [0]},
    ):
        states.append(follow(states[-1], event))
    record = states[-1]
    for before in reversed(states[:-1]):
        record = follow(record, {"event": "undo"})
        assert record.state == before.state
        assert record.game.to_json(record.state) == before.game.to_json(before.state)
    with pytest.raises(Illegal) as caught:
        follow(record, {"event": "undo"})
    assert caught.value.code is Code.PHASE


@pytest.mark.parametrize("phase", MAY_BE)
@pytest.mark.parametrize("roll_first", [False, True])
def test_what_is_legal_can_be_applied(phase: Phase, roll_first: bool) -> None:
    state = there(phase, roll_first=roll_first)
    offered = piratenclaim.legal_events(state)
    for event in offered:
        piratenclaim.apply(state, event)
    kinds = {piratenclaim.format(event)["event"] for event in offered}
    chance = {"discs", "roll six"}
    assert kinds == (ROLL_FIRST if roll_first else MAY_BE)[phase] - chance
    assert len(set(offered)) == len(offered)


def test_what_is_legal_is_all_that_is() -> None:
    state = there(Phase.TRAVEL)
    ships = sum(isinstance(event, ShipAt) for event in piratenclaim.legal_events(state))
    assert ships == 6 * 57
    others = [event for event in piratenclaim.legal_events(state) if not isinstance(event, ShipAt)]
    assert others == [Sink(piratenclaim.FIELDS_BY_NAME["1/0"], piratenclaim.Pirate.BLACK), BuyShip(Seat(0))]
    fighting = piratenclaim.legal_events(there(Phase.CONFLICT))
    assert [event.pirate for event in fighting if isinstance(event, Remove)] == ["black", "white"]
    assert piratenclaim.legal_events(there(Phase.TURN_END))[0] == EndTurn()


def test_the_seat_to_act_acts_until_the_end() -> None:
    for phase in Phase:
        assert piratenclaim.acting_seat(there(phase)) == (None if phase is Phase.OVER else 0)
        assert piratenclaim.is_over(there(phase)) is (phase is Phase.OVER)
