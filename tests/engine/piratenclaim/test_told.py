"""What the rest of the house tells of a game of Piratenclaim: dice, verification, a sheet, text, records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine import piratenclaim
from engine.dice import Draws, commitment
from engine.fairness import Finding, Line, Verdict, check_fairness
from engine.game import Finish, Reveal, Seat, Start
from engine.piratenclaim import (
    FIELDS_BY_NAME,
    Discover,
    Discs,
    EndTurn,
    MovePirates,
    Phase,
    Pirate,
    Roll,
    ShipAt,
    Sink,
    State,
)
from engine.record import AnyRecord, begin, decode, follow, to_lines
from tests.engine.piratenclaim.positions import DISCS, LOOKED_AT, after, position

SEED = bytes(range(32))
SHIP = ShipAt(Seat(1), 0, FIELDS_BY_NAME["0/4"])


def drawn(record: AnyRecord) -> AnyRecord:
    return record.play(record.game.chance_event(record.state, Draws(SEED, record.drawn_count)))


def played() -> AnyRecord:
    """A game of one turn with all that the box can draw: discs, six dice, three dice."""
    notes = {"commitment": commitment(SEED)}
    record = drawn(drawn(begin(Start("piratenclaim", ("Green", "Blue"), Seat(0), piratenclaim.options, notes))))
    assert isinstance(record.state, piratenclaim.State)
    event = next(each for each in piratenclaim.legal_events(record.state) if isinstance(each, Discover))
    record = drawn(record.play(event)).play(MovePirates())
    return record.play(EndTurn()).play(Finish((Seat(1),))).play(Reveal(SEED))


def verdict(record: AnyRecord, **changed: Mapping[str, Any]) -> Verdict:
    """What comes out of its verification, with events of some kinds changed."""
    lines = [{**line, **changed.get(line["event"], {})} for line in map(decode, to_lines(record).splitlines())]
    return check_fairness([Line(number, line) for number, line in enumerate(lines, 1)])


def test_what_the_box_drew_is_verified() -> None:
    found = verdict(played())
    assert found.finding is Finding.FAIR
    assert [(roll.counter, len(roll.dice)) for roll in found.rolls] == [(0, 21), (1, 6), (2, 3)]


def test_what_is_laid_and_rolled_by_hand_takes_no_counter() -> None:
    record = follow(
        None,
        {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"], "commitment": commitment(SEED)},
        {"event": "discs", "fields": list(DISCS), "by": "hand"},
        {"event": "roll", "dice": LOOKED_AT, "by": "hand"},
        {"event": "finish", "winners": []},
    )
    assert record.drawn_count == 0
    assert verdict(record).finding is Finding.BY_HAND


def test_the_box_draws_only_when_chance_may_come_in() -> None:
    draws = {phase: piratenclaim.chance_event(position(phase=phase), Draws(SEED, 0)) for phase in Phase}
    assert isinstance(draws.pop(Phase.DISCS), Discs)
    assert draws.pop(Phase.TRAVEL) == Roll(piratenclaim.Dice(*Draws(SEED, 0).dice(6)))
    assert set(draws.values()) == {None}
    used = after(position(), {"event": "discover", "field": "1/4"})
    assert piratenclaim.chance_event(used, Draws(SEED, 4)) == Roll(piratenclaim.DiscoveryDice(*Draws(SEED, 4).dice(3)))


@pytest.mark.parametrize(
    ("state", "event", "row"),
    [
        (
            position(),
            Discover(FIELDS_BY_NAME["1/4"]),
            {"segment": 1, "position": 4, "lower": "yellow", "upper": "blue"},
        ),
        (
            position(discs=["1/1"]),
            Discover(FIELDS_BY_NAME["1/4"], Pirate.BROWN),
            {"segment": 1, "position": 4, "pirate": "brown"},
        ),
        (position(phase=Phase.TRAVEL), SHIP, {"ship": 0, "segment": 0, "position": 4}),
        (position(phase=Phase.TRAVEL), ShipAt(Seat(1), 0, None), {"ship": 0}),
        (
            position(pirates={"1/0": "black"}, ships=[(1, 0, "1/6")]),
            MovePirates(),
            {"blocked": 0, "robbed": 1},
        ),
        (
            position(phase=Phase.TRAVEL, pirates={"1/0": "black"}),
            Sink(FIELDS_BY_NAME["1/0"], Pirate.BLACK),
            {"segment": 1, "position": 0, "pirate": "black"},
        ),
        (position(phase=Phase.TURN_END), EndTurn(), {}),
    ],
)
def test_an_event_fills_a_row_of_a_sheet(state: State, event: piratenclaim.Event, row: dict[str, Any]) -> None:
    assert piratenclaim.row(state, event, piratenclaim.apply(state, event)) == row
    assert set(row) <= set(piratenclaim.columns)


def test_discs_and_dice_fill_a_row_of_a_sheet() -> None:
    fresh = piratenclaim.start(["Green", "Blue"], Seat(0), piratenclaim.options)
    laid = Discs(tuple(FIELDS_BY_NAME[name] for name in DISCS), "hand")
    assert piratenclaim.row(fresh, laid, piratenclaim.apply(fresh, laid)) == {"by": "hand", "discs": " ".join(DISCS)}
    state = position(phase=Phase.TRAVEL)
    roll = Roll(piratenclaim.Dice(**LOOKED_AT))
    assert piratenclaim.row(state, roll, piratenclaim.apply(state, roll)) == {"by": "", **LOOKED_AT}


@pytest.mark.parametrize(("winners", "names"), [((), "no player"), ((Seat(0), Seat(1)), "Green and Blue")])
def test_the_end_is_told_as_text(winners: tuple[Seat, ...], names: str) -> None:
    text = piratenclaim.describe(piratenclaim.finish(position(), winners))
    assert text.splitlines()[0] == f"Piratenclaim, over after 0 turns. Won by {names}."
