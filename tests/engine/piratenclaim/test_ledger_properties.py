"""What always holds in Piratenclaim with the ledger, whatever happens at the table, undos included."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import piratenclaim
from engine.dice import Draws
from engine.game import Illegal, Seat, Start, Undo
from engine.piratenclaim import Cargo, Colour, Load, Phase, ShipAt, State, Travel
from engine.record import AnyRecord, begin, from_lines, to_lines

SEED = bytes(range(32))
NAMES = ("Green", "Blue", "Orange", "Violet")


def in_all(state: State) -> list[list[int]]:
    fleet = piratenclaim.ledger_of(state).fleet
    loads = ([ship.load for ship in fleet if ship.player == seat] for seat in range(len(state.players)))
    return [[sum(counts) for counts in zip(*of_seat, strict=True)] for of_seat in loads]


def given(before: State, event: Any, after: State) -> list[list[int]]:  # noqa: ANN401, C901 - any event
    """What an event gives each seat, by colour, told by the rules alone; negative is paid or robbed."""
    change = [[0] * 6 for _ in before.players]
    mover = change[before.turn]

    def under(part: int) -> piratenclaim.System:
        field = next(ship.field for ship in before.ships if (ship.player, ship.ship) == (before.turn, part))
        found = before.systems[field]
        assert found is not None
        return found

    match piratenclaim.format(event):
        case {"event": "cargo", "load": load}:
            for colour, count in {"red": 30, **load}.items():
                mover[Load._fields.index(colour)] += count
        case {"event": "travel", **rest}:
            mover[0] -= rest.get("fuel", 0)
        case {"event": "trade", "ship": part, **rest}:
            sign = -1 if "reverse" in rest else 1
            mover[under(part).lower - 1] -= sign * under(part).upper
            mover[under(part).upper - 1] += sign * under(part).lower
        case {"event": "load" | "unload" as name, "ship": part}:
            mover[under(part).lower - 1] += 1 if name == "load" else -1
        case {"event": "refuel", "ship": part}:
            ship = next(ship for ship in piratenclaim.ships_of(before) if part in ship.parts)
            fresh = sum(not piratenclaim.ledger_of(before).refuelled >> each & 1 for each in ship.parts)
            free = 3 * len(ship.parts) - -(-sum(ship.load[1:]) // 6)
            mover[0] += min(fresh, 6 * free - ship.load.red)
        case {"event": "sink"}:
            mover[0] -= 12
        case {"event": "buy_ship"}:
            change[before.turn] = [-6, -1, -1, -1, -1, -1]
        case {"event": "move_pirates" | "remove"}:
            for robbery in after.robbed[len(before.robbed) :]:
                assert robbery.taken is not None
                change[robbery.player] = [
                    one - two for one, two in zip(change[robbery.player], robbery.taken, strict=True)
                ]
        case _:
            pass
    return change


class Sea(RuleBasedStateMachine):
    """A game with the ledger at which anything allowed may happen."""

    record: AnyRecord

    @initialize(
        players=st.integers(2, 4),
        first=st.integers(0, 1),
        options=st.fixed_dictionaries(
            {
                "roll_first": st.booleans(),
                "loot": st.sampled_from(["plain", "by_colour"]),
                "rob": st.sampled_from(["after", "on_arrival"]),
                "spare_ships": st.integers(0, 2),
            }
        ),
        cargo=st.data(),
    )
    def sit_down(self, players: int, first: int, options: dict[str, Any], cargo: st.DataObject) -> None:
        """A game starts; the discs are drawn, and the cargo is laid."""
        chosen = {**piratenclaim.options, **options, "ledger": True}
        self.record = begin(Start("piratenclaim", NAMES[:players], Seat(first), chosen))
        self.draw()
        for _ in range(players):
            self.happen(Cargo(cargo.draw(st.sampled_from(piratenclaim.cargo_mixes()))))

    @property
    def state(self) -> State:
        state = self.record.state
        assert isinstance(state, State)
        return state

    def happen(self, event: Any) -> None:  # noqa: ANN401 - any event
        """Plays an event: the cubes are afterwards those before, and what the event gives and takes."""
        before = self.state
        self.record = self.record.play(event)
        held = zip(in_all(before), given(before, event, self.state), in_all(self.state), strict=True)
        assert all([one + more for one, more in zip(had, got, strict=True)] == has for had, got, has in held)

    @rule()
    def draw(self) -> None:
        drawn = piratenclaim.chance_event(self.state, Draws(SEED, self.record.drawn_count))
        if drawn is not None:
            self.happen(drawn)

    @precondition(lambda self: bool(piratenclaim.legal_events(self.state)))
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        """What may be chosen can be done; kinds are alike likely."""
        events = piratenclaim.legal_events(self.state)
        kind = data.draw(st.sampled_from(sorted({type(event).__name__ for event in events})))
        self.happen(data.draw(st.sampled_from([event for event in events if type(event).__name__ == kind])))

    @precondition(lambda self: piratenclaim.may_travel(self.state))
    @rule(data=st.data())
    def travel(self, data: st.DataObject) -> None:
        """Any parts with any load to any field: done or refused, and then nothing has changed."""
        parts = data.draw(
            st.lists(st.integers(0, self.state.ships_owned[self.state.turn] - 1), min_size=1, unique=True)
        )
        load = data.draw(st.none() | st.builds(Load, st.integers(0, 20), st.integers(0, 6), blue=st.integers(0, 6)))
        field = data.draw(st.sampled_from(piratenclaim.FIELDS))
        event = Travel(tuple(sorted(parts)), field, load, data.draw(st.integers(0, 3)))
        before = piratenclaim.to_json(self.state)
        try:
            self.happen(event)
        except Illegal:
            assert piratenclaim.to_json(self.state) == before

    @precondition(lambda self: self.record.can_undo and len(self.record.timeline) > 8)
    @rule()
    def take_back(self) -> None:
        before = self.record.timeline[-2].state
        self.record = self.record.play(Undo())
        assert self.record.state == before

    @invariant()
    def every_ship_has_room(self) -> None:
        """Nothing is below zero, and all fits; whatever is loaded after the discs."""
        for ship in piratenclaim.ledger_of(self.state).fleet:
            assert min(ship.load) >= 0
            assert piratenclaim.fits(ship.load, len(ship.parts))

    @invariant()
    def every_part_stands_somewhere(self) -> None:
        """Each once, on no disc; those of a seat on one field are one ship, and white parts stand together."""
        ledger, state = piratenclaim.ledger_of(self.state), self.state
        parts = [(ship.player, part) for ship in ledger.fleet for part in ship.parts]
        assert sorted(parts) == [(seat, part) for seat, owned in enumerate(state.ships_owned) for part in range(owned)]
        assert len({(ship.player, ship.field) for ship in ledger.fleet}) == len(ledger.fleet)
        assert not any(state.discs >> ship.field & 1 for ship in ledger.fleet)
        assert [(ship.player, ship.ship, ship.field) for ship in state.ships] == sorted(
            (ship.player, part, ship.field) for ship in ledger.fleet for part in ship.parts
        )
        for seat, colours in enumerate(ledger.colours):
            whites = {part for part, colour in enumerate(colours) if colour is Colour.WHITE}
            assert sum(bool(whites & {*ship.parts}) for ship in ledger.fleet if ship.player == seat) == 1

    @invariant()
    def what_may_be_chosen_can_be_written(self) -> None:
        """Each event as it is read; no ship is told, and the pirates wait for what is owed."""
        events = piratenclaim.legal_events(self.state)
        assert not any(isinstance(event, ShipAt) for event in events)
        assert (piratenclaim.MovePirates() in events) == (
            self.state.phase is Phase.DISCOVER and not piratenclaim.owed(self.state)
        )
        for event in events[:40]:
            assert piratenclaim.parse(json.loads(json.dumps(piratenclaim.format(event)))) == event

    def teardown(self) -> None:
        """The record can be written and read; all undone is the start."""
        record = self.record
        again = from_lines(to_lines(record).splitlines())
        assert [step.state for step in again.timeline] == [step.state for step in record.timeline]
        while record.can_undo:
            record = record.play(Undo())
        assert record.state == piratenclaim.start(record.start.players, record.start.first, record.start.options)


TestSea = pytest.mark.slow(pytest.mark.no_cover(Sea.TestCase))
TestSea.settings = settings(max_examples=25, stateful_step_count=50, deadline=None)
