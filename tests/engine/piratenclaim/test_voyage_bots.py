"""The bots of a voyage: whole games by the rules, and what Prospector goes by."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import claimit, piratenclaim
from engine.bot import BotView
from engine.bot_games import play
from engine.bots import greenhorn, prospector, why_no_bots
from engine.game import Illegal, Json, Seat
from engine.piratenclaim import FIELDS_BY_NAME, Claim, Load, Marker, Phase, State, Travel
from engine.piratenclaim.heuristic import best_cargo, choose, distances
from tests.engine.piratenclaim.positions import position

VOYAGE: Json = {**piratenclaim.options, "ledger": True, "voyage": True, "turns": 5}
VARIANTS = {"roll_first": True, "loot": "by_colour", "rob": "on_arrival", "spare_ships": 2}


def sailing(field: str, load: Load, *, left: int = 20, **what: Any) -> State:  # noqa: ANN401
    """A voyage in which the mover's whole ship stands there; so many turns of the mover are left."""
    state = position(options={"ledger": True, "voyage": True}, phase=Phase.TRAVEL, **what)
    assert state.ledger is not None
    own, *others = state.ledger.fleet
    fleet = (own._replace(field=FIELDS_BY_NAME[field], load=load), *others)
    return replace(state, ledger=replace(state.ledger, fleet=fleet), turns=2 * (20 - left))


@pytest.mark.parametrize("options", [{}, VARIANTS])
@pytest.mark.parametrize("bots", [(prospector, greenhorn), (greenhorn, prospector, greenhorn)])
def test_bots_play_a_voyage_to_its_end(bots: tuple[Any, ...], options: Json) -> None:
    random, steps = Random(26), list[Any]()
    play(piratenclaim, {**VOYAGE, **options}, bots, random.randbytes(32), random.random, steps=steps)
    assert piratenclaim.is_over(steps[-1][1])
    assert steps[-1][1].turns == 5 * len(bots)


def test_the_same_numbers_give_the_same_voyage() -> None:
    games = []
    for _ in range(2):
        random, steps = Random(7), list[Any]()
        play(piratenclaim, VOYAGE, (greenhorn, prospector), random.randbytes(32), random.random, steps=steps)
        games.append([event for event, _ in steps])
    assert games[0] == games[1]


def test_a_greenhorns_course_has_six_events_at_most() -> None:
    """Whatever chance says: after six events of the ledger in a turn it rolls (docs/bots.md)."""
    random, courses = Random(3), []
    for _ in range(20):
        state = sailing("0/1", Load(red=30, blue=12))
        while (event := greenhorn.decide(BotView("piratenclaim", state), random.random)) is not None:
            state = piratenclaim.apply(state, event)
        courses.append(piratenclaim.ledger_of(state).acts)
    assert max(courses) == 6
    state = sailing("0/1", Load(red=30, blue=12))
    assert (
        greenhorn.decide(BotView("piratenclaim", state), lambda: 0.999) is None
    )  # the end of the course is drawn, too


def test_prospector_claims_what_it_stands_on_and_sails_to_what_is_worth_it() -> None:
    state = sailing("0/1", Load(red=9), systems={"0/1": (2, 3), "0/4": (5, 6)})
    assert choose(state) == Claim(FIELDS_BY_NAME["0/1"])
    event = choose(piratenclaim.apply(state, Claim(FIELDS_BY_NAME["0/1"])))
    assert isinstance(event, Travel)
    assert distances(state.board, 0, FIELDS_BY_NAME["0/4"])[event.field] == 1
    assert state.ledger is not None
    marks = tuple(Marker(FIELDS_BY_NAME[name], Seat(1)) for name in ("0/1", "0/4"))
    taken = replace(state, ledger=replace(state.ledger, claims=marks))
    assert choose(taken) != event


def test_prospector_keeps_the_fuel_for_the_way_home() -> None:
    rich = {"1/0": (5, 6), "1/4": (6, 1), "1/5": (6, 1), "0/1": (6, 1), "0/2": (6, 1), "0/3": (6, 1)}
    home = distances(sailing("0/0", Load()).board, 0, FIELDS_BY_NAME["0/0"])[FIELDS_BY_NAME["1/0"]]
    short, enough = Load(red=3 * 2 * home - 1), Load(red=3 * 2 * home)
    for load, left, sails in ((enough, 20, True), (short, 20, False), (short, 2, True)):
        state = sailing("0/0", load, systems=rich, left=left)
        assert state.ledger is not None
        marks = tuple(Marker(FIELDS_BY_NAME[name], Seat(1)) for name in ("0/0", *rich) if name != "1/0")
        state = replace(state, ledger=replace(state.ledger, claims=tuple(sorted(marks)), refuelled=0b111))
        state = replace(
            state, systems=tuple(each or piratenclaim.System(*[piratenclaim.Cube(1)] * 2) for each in state.systems)
        )
        event = choose(state)
        whole = isinstance(event, Travel) and event.parts == (0, 1, 2)
        assert isinstance(event, Travel) >= sails
        assert not (whole and not sails)


def test_prospectors_cargo_is_spread() -> None:
    """No robbery by the basic rule takes more than a quarter of it (rules, 6)."""
    load = best_cargo().load
    assert piratenclaim.cargo_worth(load) == 60
    assert max(cube * count for cube, count in zip(piratenclaim.Cube, load, strict=True)) <= 15


def test_bots_play_piratenclaim_only_as_a_voyage() -> None:
    assert why_no_bots(piratenclaim, VOYAGE) is None
    assert "voyage" in (why_no_bots(piratenclaim, piratenclaim.options) or "")
    assert why_no_bots(claimit, {}) is None
    for bot in (prospector, greenhorn):
        with pytest.raises(Illegal, match="no voyage"):
            bot.decide(BotView("piratenclaim", position()), lambda: 0.0)
