"""The bots at Klondike: they play by their hand, and never by what they cannot see."""

from __future__ import annotations

from random import Random

import pytest

from engine import klondike
from engine.bot import BotView, can_be_decided
from engine.bots import BOTS, bots_for, greenhorn
from engine.game import Seat
from engine.klondike import SLOTS, Lay, Pass, deal
from engine.klondike.hands import DEALT
from tests.engine.klondike_bots import views

TABLES = [(name, players, form) for name in bots_for("klondike") for players, form in DEALT]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "form"), TABLES)
def test_a_bot_plays_whole_matches(name: str, players: int, form: str) -> None:
    """With any number of players and both forms of dealing it decides only what its hand allows."""
    *_, (view, last) = views([BOTS[name]] * players, form)
    assert klondike.is_over(last)
    assert view.state.round == 2 * players


@pytest.mark.parametrize("name", bots_for("klondike"))
def test_a_bot_decides_the_same_again(name: str) -> None:
    """Of the same view with the same numbers, in any order."""
    seen = [view for (view, _), _ in zip(views([BOTS[name]] * 2), range(30), strict=False)]
    there = [BOTS[name].decide(view, Random(number).random) for number, view in enumerate(seen)]
    back = [BOTS[name].decide(view, Random(number).random) for number, view in reversed(list(enumerate(seen)))]
    assert there == back[::-1]
    assert len(set(there)) > 10


def test_greenhorn_chooses_among_all_that_its_hand_may_lay() -> None:
    """Each as likely as the next; without a tile that fits it passes."""
    state = klondike.start(("Green", "Blue"), Seat(0), klondike.options)
    view = BotView("klondike", state, ((3, 5), (6, 6)))
    may = deal.legal_events(state, view.hand)
    numbers = [iter([(share + 0.5) / len(may)]).__next__ for share in range(len(may))]
    assert [greenhorn.decide(view, number) for number in numbers] == list(may)
    assert greenhorn.decide(BotView("klondike", state, ()), Random(1).random) == Pass()


def test_a_tile_that_the_bot_does_not_hold_is_no_decision() -> None:
    """Though the rules would take it; nor is a pass while a tile fits."""
    view = BotView("klondike", klondike.start(("Green", "Blue"), Seat(0), klondike.options), ((3, 5),))
    assert can_be_decided(klondike, view, Lay(SLOTS["1/1E"], (5, 3)))
    assert not can_be_decided(klondike, view, Lay(SLOTS["1/1E"], (5, 4)))
    assert not can_be_decided(klondike, view, Pass())
