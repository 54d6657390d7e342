"""The bots at Klondike: they play by their hand, and never by what they cannot see."""

from __future__ import annotations

from random import Random

import pytest

from engine import klondike
from engine.bot import BotView, is_valid_decision, legal_events
from engine.bots import BOTS, bots_for, greenhorn, prospector
from engine.game import Seat
from engine.klondike import SLOTS, Pass, Place, State, deal, ends
from engine.klondike.evaluation import THEIRS, worth
from engine.klondike.placements import DEALT
from tests.engine.klondike_bots import views

TABLES = [(name, players, form) for name in bots_for("klondike") for players, form in DEALT]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "form"), TABLES)
def test_a_bot_plays_whole_matches(name: str, players: int, form: str) -> None:
    *_, (view, last) = views([BOTS[name]] * players, form)
    assert klondike.is_over(last)
    assert view.state.round == 2 * players


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "sheriff" else ()) for name in bots_for("klondike")]
)
def test_a_bot_decides_the_same_again(name: str) -> None:
    seen = [view for (view, _), _ in zip(views([BOTS[name]] * 2), range(8), strict=False)]
    there = [BOTS[name].decide(view, Random(number).random) for number, view in enumerate(seen)]
    back = [BOTS[name].decide(view, Random(number).random) for number, view in reversed(list(enumerate(seen)))]
    assert there == back[::-1]
    assert len(set(there)) > 3


def test_greenhorn_chooses_among_all_that_its_hand_may_lay() -> None:
    state = klondike.start(("Green", "Blue"), Seat(0), klondike.options)
    view = BotView("klondike", state, ((3, 5), (6, 6)))
    may = deal.legal_events(state, view.hand)
    numbers = [iter([(share + 0.5) / len(may)]).__next__ for share in range(len(may))]
    assert [greenhorn.decide(view, number) for number in numbers] == list(may)
    assert greenhorn.decide(BotView("klondike", state, ()), Random(1).random) == Pass()


def test_a_tile_that_the_bot_does_not_hold_is_no_decision() -> None:
    view = BotView("klondike", klondike.start(("Green", "Blue"), Seat(0), klondike.options), ((3, 5),))
    assert set(legal_events(klondike, view)) == set(deal.legal_events(view.state, view.hand))
    assert is_valid_decision(klondike, view, Place(SLOTS["1/1E"], (5, 3)))
    assert not is_valid_decision(klondike, view, Place(SLOTS["1/1E"], (5, 4)))
    assert not is_valid_decision(klondike, view, Pass())


def test_prospector_wins_a_claim_when_it_can() -> None:
    state = placed("1/1W 3|0", "1/1S 3|1", "1/1E 3|2")
    view = BotView("klondike", state, ((0, 6), (3, 4), (5, 6)))
    assert prospector.decide(view, Random(1).random) == Place(SLOTS["1/1N"], (3, 4))


def test_prospector_sets_nothing_up_for_a_tile_that_the_other_has() -> None:
    state = placed("1/1W 3|0", "1/1S 3|1")
    view = BotView("klondike", state, ((3, 4), (3, 5)))
    for number in range(20):
        event = prospector.decide(view, Random(number).random)
        assert isinstance(event, Place)
        assert not {3} & {end for claim, end in ends(event.slot, event.tile) if claim == 0}


def test_prospector_sets_up_what_only_it_can_win() -> None:
    tiles = ((0, 3), (1, 3), (2, 3), (3, 3), (3, 4), (3, 5), (3, 6))
    state = placed("1/1W 3|0", "1/1S 3|1")
    hand = tiles[2:]
    safe = [event for event in deal.legal_events(state, hand) if isinstance(event, Place)]
    third = max(safe, key=lambda event: worth(state, hand, event))
    assert worth(state, hand, third) > 0


def test_what_the_others_may_win_is_expected_by_how_many_tiles_they_hold() -> None:
    state = placed("1/1W 3|0", "1/1S 3|1", players=3)
    third = Place(SLOTS["1/1E"], (3, 2))
    held = 14 / 23
    assert worth(state, ((0, 0), (0, 1), (2, 3)), third) == pytest.approx(-THEIRS * (1 - (1 - held) ** 4))


def placed(*moves: str, players: int = 2) -> State:
    state = klondike.start(("Green", "Blue", "Orange")[:players], Seat(0), klondike.options)
    for move in moves:
        slot, tile = move.split()
        near, far = map(int, tile.split("|"))
        state = klondike.apply(state, Place(SLOTS[slot], (near, far)))
    return state
